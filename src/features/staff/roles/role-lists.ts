import { instant, integer, select, text } from '../../../core/resource/fields.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'
import { statusWords } from './person.ts'

const roles = defineResource('roles', {
  label: ['Role', 'Roles'],
  access: 'roles',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 64, shownAs: roleTitle }),
    description: text({ max: 500 }),
    members: integer({ required: true }),
    objects: integer({ required: true }),
    permissions: integer({ required: true }),
    changedBy: text({ label: 'Changed by' }),
  },
  list: {
    columns: ['name', 'members', 'objects', 'permissions', 'updatedAt'],
    filters: ['name', 'members', 'objects', 'permissions', 'changedBy', 'updatedAt'],
    search: ['name'],
    sort: 'name',
  },
})

/** What the list of roles is searched, filtered and sorted by. It is no resource of the registry: its calls are its own. */
export const roleList = (): AnyResource => roles

const people = defineResource('role-users', {
  label: ['Person', 'People'],
  access: 'roles',
  operations: ['list'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    email: text({ required: true, label: 'Email' }),
    status: select(['invited', 'active', 'suspended'], { required: true, labels: statusWords }),
    lastLoginAt: instant({ label: 'Last sign-in' }),
  },
  list: {
    columns: ['name', 'email', 'status', 'lastLoginAt'],
    filters: ['name', 'email', 'status', 'lastLoginAt'],
    search: ['name', 'email'],
    sort: 'name',
  },
})

/** People are exported as the accounts that they are, by who can export those. */
export const accounts: AnyResource = { ...people, name: 'admin-users', access: { object: 'users' } }

/** What the list of people is searched, filtered and sorted by: their roles are those that there are. */
export function peopleList(roles: readonly string[]): AnyResource {
  const labels = Object.fromEntries(roles.map((role) => [role, roleTitle(role)]))
  const { fields, list } = people
  return {
    ...people,
    fields: { ...fields, role: select(roles, { required: true, labels }) },
    list: { ...list, columns: [...list.columns, 'role'], filters: ['role', ...list.filters] },
  }
}
