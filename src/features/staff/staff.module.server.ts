import { declareActionWords } from '../../core/access/permissions.ts'
import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { implementStaff } from './people/admin-user-servers.server.ts'
import { adminUsersServer } from './people/admin-users.server.ts'
import { elevationsServer } from './people/elevations.server.ts'
import { actionWords } from './roles/matrix-labels.ts'
import { implementRoles } from './roles-servers.server.ts'

export const staffServerModule = defineServerModule({
  name: 'staff',
  permissions: {
    users: { label: 'Users, API users and admin users', area: 'system' },
    roles: { label: 'Roles and permissions', area: 'system' },
  },
  actions: { 'manage-staff': 'Suspend colleagues, end their sessions, resend invitations, grant temporary roles' },
  setUp: () => declareActionWords(actionWords),
  resources: [adminUsersServer, elevationsServer],
  endpoints: ({ settings, resources, implementations }) => [
    ...implementStaff(settings),
    ...implementRoles({ settings, resources, endpoints: () => implementations().map(({ endpoint }) => endpoint) }),
  ],
  seed: [
    {
      name: 'admin users',
      when: 'first',
      after: 'coupons',
      load: async () => (await import('./people/seed-admin-users.server.ts')).seedAdminUsers,
    },
  ],
})
