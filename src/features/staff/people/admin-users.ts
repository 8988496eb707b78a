import type { AnyResource } from '../../../core/resource/resource.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { adminUserFields, settableFields } from './admin-user-fields.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    users: true
  }
  interface PermissionActions {
    'manage-staff': true
  }
}

/**
 * Staff members and their accounts. They are never deleted, because their actions name them: they are suspended
 * instead. Inviting, changing and suspending have rules of their own, so only reading follows from this resource.
 */
export const adminUsers = defineResource('admin-users', {
  label: ['Admin user', 'Admin users'],
  summary: 'People who can sign in to the console',
  access: 'users',
  operations: ['list', 'read'],
  path: 'users/admins',
  table: 'staff',
  title: 'name',
  fields: adminUserFields,
  list: {
    columns: ['name', 'email', 'role', 'status', 'elevatedTo', 'lastSeenAt', 'sessionCount', 'lastLoginAt'],
    shown: [
      { key: 'name', below: ['email'], copies: 'email' },
      'status',
      'role',
      'elevatedTo',
      'sessionCount',
      'lastSeenAt',
      'lastLoginAt',
    ],
    filters: ['name', 'email', 'role', 'status', 'lastLoginAt', 'sessionCount', 'elevatedTo', 'createdAt'],
    search: ['name', 'email', 'role'],
    sort: 'name',
    needs: ['name', 'email', 'status'],
  },
  form: {
    main: [{ title: 'Person', fields: ['email', 'first_name', 'last_name'] }],
    aside: [{ title: 'Account', fields: ['status', 'role', 'lastLoginAt', 'lastSeenAt', 'lastAddress', 'invitedBy'] }],
  },
})

/** The same resource for writing: editable fields are open, the rest are read-only. */
export const writableAdminUsers: AnyResource = { ...adminUsers, fields: { ...adminUserFields, ...settableFields } }
