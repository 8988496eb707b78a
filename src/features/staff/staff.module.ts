import { IconShieldLock } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const forms = () => import('./people/admin-user-form-screens.tsx')

export const staffModule = defineModule({
  name: 'staff',
  resources: [
    async () => (await import('./people/admin-users.ts')).adminUsers,
    async () => (await import('./people/elevations.ts')).elevations,
  ],
  pages: [
    {
      under: '/users',
      nodes: [
        {
          path: '/admin-users',
          title: 'Admin users',
          redirect: '/admin-users/list',
          access: 'users',
          children: recordPages({
            of: 'admin-users',
            at: '/admin-users',
            write: 'users',
            list: {
              title: 'Admin users',
              breadcrumb: false,
              shortcut: 'a',
              screen: async () => (await import('./people/admin-user-list-screen.tsx')).AdminUserListScreen,
            },
            create: { title: 'Invite an admin user', screen: async () => (await forms()).AdminUserCreateScreen },
            update: { title: 'Edit admin user', screen: async () => (await forms()).AdminUserUpdateScreen },
          }),
        },
      ],
    },
    {
      nodes: [
        {
          path: '/roles',
          title: 'Manage User Access',
          icon: IconShieldLock,
          redirect: '/roles/list',
          access: 'roles',
          children: [
            {
              path: 'list',
              title: 'Roles',
              shortcut: 'r',
              write: 'roles',
              screen: async () => (await import('./roles/role-list-screen.tsx')).RoleListScreen,
            },
            {
              path: 'update/{name}',
              title: 'Role',
              hidden: true,
              activeMenu: '/roles/list',
              write: 'roles',
              screen: async () => (await import('./roles/role-screen.tsx')).RoleScreen,
            },
            {
              path: 'update',
              title: 'New role',
              hidden: true,
              activeMenu: '/roles/list',
              write: 'roles',
              screen: async () => (await import('./roles/role-screen.tsx')).NewRoleScreen,
            },
            {
              path: 'users/list',
              title: 'People',
              write: 'roles',
              screen: async () => (await import('./roles/role-user-list-screen.tsx')).RoleUserListScreen,
            },
            {
              path: 'users',
              title: 'People',
              hidden: true,
              redirect: '/roles/users/list',
              children: [
                {
                  path: 'update/{email}',
                  title: 'Person',
                  hidden: true,
                  activeMenu: '/roles/users/list',
                  write: 'roles',
                  screen: async () => (await import('./roles/role-user-screen.tsx')).RoleUserScreen,
                },
                {
                  path: 'create',
                  title: 'New person',
                  hidden: true,
                  activeMenu: '/roles/users/list',
                  write: 'roles',
                  screen: async () => (await import('./roles/role-user-screen.tsx')).NewRoleUserScreen,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
})
