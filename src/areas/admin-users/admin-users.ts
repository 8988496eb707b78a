import type { AnyResource } from '../../kit/resource.ts'
import { defineResource } from '../../kit/resource.ts'
import { adminUserFields, settableFields } from './admin-user-fields.ts'

/**
 * The people who work in the console, and their accounts. Nobody is ever deleted, because what they did names them:
 * they are suspended. Inviting, changing and suspending have rules of their own, so only reading follows from here.
 */
export const adminUsers = defineResource('admin-users', {
  label: ['Admin user', 'Admin users'],
  summary: 'People who may sign in to the console',
  access: 'users',
  operations: ['list', 'read'],
  path: 'users/admins',
  table: 'staff',
  title: 'name',
  fields: adminUserFields,
  list: {
    columns: ['name', 'email', 'role', 'status', 'elevatedTo', 'lastSeenAt', 'sessionCount', 'lastLoginAt'],
    filters: ['name', 'email', 'role', 'status', 'lastLoginAt', 'sessionCount', 'elevatedTo', 'createdAt'],
    search: ['name', 'email', 'role'],
    sort: 'name',
  },
  form: {
    main: [
      { title: 'Person', fields: ['email', 'first_name', 'last_name'] },
    ],
    aside: [{ title: 'Account', fields: ['status', 'role', 'lastLoginAt', 'lastSeenAt', 'lastAddress', 'invitedBy'] }],
  },
})

/** The same people as they are written: what somebody may set is open, the rest is only read. */
export const writableAdminUsers: AnyResource = { ...adminUsers, fields: { ...adminUserFields, ...settableFields } }
