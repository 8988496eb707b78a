import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { msg } from '../../../core/i18n/language.ts'
import { permissionAreas } from '../../../platform/auth/permission-areas.ts'
import { nameSchema } from './role-schemas.ts'

const objectSchema = z
  .object({
    name: z.string(),
    label: z.string(),
    /** The area of the matrix that it is in. One that was added has none. */
    area: z.optional(z.enum(Object.keys(permissionAreas) as (keyof typeof permissionAreas)[])),
    /** Part of the product; never deleted. */
    isBuiltIn: z.boolean(),
    /** Roles that have a permission on it. */
    roles: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'PermissionObject' })
export type PermissionObjectRecord = z.output<typeof objectSchema>

const tag = 'Roles'

export const listPermissionObjects = defineEndpoint('GET /rest/data/rbac/objects', {
  summary: 'What permissions can be about: the built-in objects and those added since',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind'],
  access: ['roles', 'ui'],
  tag,
  output: z.array(objectSchema),
})

export const createPermissionObject = defineEndpoint('POST /rest/data/rbac/objects', {
  summary: 'Add an object, for areas that come later or for programs of your own',
  access: ['roles', 'write'],
  tag,
  status: 201,
  input: z.strictObject({ name: nameSchema(msg('Name')) }),
  output: objectSchema,
})

export const deletePermissionObject = defineEndpoint('DELETE /rest/data/rbac/objects', {
  summary: 'Delete an added object that no role has a permission on',
  access: ['roles', 'write'],
  tag,
  query: z.strictObject({ name: nameSchema(msg('Name')) }),
  output: objectSchema,
})

export const listPermissionActions = defineEndpoint('GET /rest/data/rbac/actions', {
  summary: 'What a permission can allow, with what each action means',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind'],
  access: ['roles', 'ui'],
  tag,
  output: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** Objects on which the product asks for this action; elsewhere it makes no difference. */
      objects: z.array(z.string()),
      /** The objects on which it can be limited: to an amount, to cities, to views without personal data or to a share of a price. */
      limits: z.object({
        maximum: z.readonly(z.array(z.string())),
        cities: z.readonly(z.array(z.string())),
        personalData: z.readonly(z.array(z.string())),
        maxOverridePercent: z.readonly(z.array(z.string())),
      }),
    }),
  ),
})
