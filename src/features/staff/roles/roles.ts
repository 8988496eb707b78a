import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { wholeListQuery } from '../../../core/list/whole-list.ts'
import { msg } from '../../../core/i18n/language.ts'
import { wholeListExport } from '../../../platform/transfer/whole-list-export.ts'
import { description, grantSchema, grantsSchema, nameSchema, newRoleName } from './role-schemas.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    roles: true
  }
}

/** A role on the wire. `admin` is built in and has full access, so it lists no permissions. */
export const roleSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    isBuiltIn: z.boolean(),
    /** How many people have it, whatever their status. */
    members: z.int(),
    /** The objects on which it has any permission, in alphabetical order. */
    objects: z.array(z.string()),
    /** How many permissions it has. */
    permissions: z.int(),
    /** Who changed it last, as the audit has it. */
    changedBy: z.nullable(z.string()),
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'Role' })
export type Role = z.output<typeof roleSchema>

const tag = 'Roles'
export const ifMatch = { 'If-Match': 'The ETag of the record as it was read' } as const

export const listRoles = defineEndpoint('GET /rest/data/rbac/roles', {
  summary: 'Every role by name, or with name that one role',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'ETag'],
  access: ['roles', 'ui'],
  tag,
  query: z.strictObject({ name: z.optional(nameSchema(msg('Name'))), ...wholeListQuery }),
  output: z.union([z.array(roleSchema), roleSchema]),
})

export const exportRoles = wholeListExport('roles', 'roles')

export const createRole = defineEndpoint('POST /rest/data/rbac/roles', {
  summary: 'Create a role, with permissions at once or without any',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  status: 201,
  input: z.strictObject({
    name: newRoleName,
    description: z.optional(description),
    permissions: z.optional(grantsSchema),
  }),
  output: roleSchema,
})

export const updateRole = defineEndpoint('PUT /rest/data/rbac/roles', {
  summary: 'Describe a role again, or give it another name with newName',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  headers: ifMatch,
  input: z.strictObject({
    name: nameSchema(msg('Name')),
    newName: z.optional(newRoleName),
    description: z.optional(description),
  }),
  output: roleSchema,
})

export const deleteRole = defineEndpoint('DELETE /rest/data/rbac/roles', {
  asksProof: true,
  summary: 'Delete a role; its people, if it has any, get the role that reassignTo names',
  access: ['roles', 'write'],
  tag,
  headers: ifMatch,
  query: z.strictObject({ name: nameSchema(msg('Name')), reassignTo: z.optional(nameSchema(msg('Role'))) }),
  output: roleSchema,
})

/** The permissions of one role. */
const permissionSetSchema = z
  .object({ role: z.string(), permissions: z.array(grantSchema) })
  .register(z.globalRegistry, { id: 'PermissionSet' })

export const readPermissions = defineEndpoint('GET /rest/data/rbac/permissions', {
  summary: 'The permissions of one role, or without role those of each',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'ETag'],
  access: ['roles', 'ui'],
  tag,
  query: z.strictObject({ role: z.optional(nameSchema(msg('Role'))) }),
  output: z.union([z.array(permissionSetSchema), permissionSetSchema]),
})

export const replacePermissions = defineEndpoint('PUT /rest/data/rbac/permissions', {
  asksProof: true,
  summary: 'Give a role exactly these permissions and no others',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  headers: ifMatch,
  input: z.strictObject({ role: nameSchema(msg('Role')), permissions: grantsSchema }),
  output: permissionSetSchema,
})
