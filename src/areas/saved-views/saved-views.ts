import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { text } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { fieldSchema } from '../../kit/value-schemas.ts'

const tag = 'Saved views'
const ifMatch = { 'If-Match': 'The ETag of the view as it was read' }
const params = z.object({ id: z.string() })

const record = z.object({
  id: z.int(), resource: z.string(), list: z.string(), name: z.string(), query: z.string(), isShared: z.boolean(),
  owner: z.nullable(z.object({ id: z.int(), name: z.string() })), isMine: z.boolean(), mayChange: z.boolean(), isMyDefault: z.boolean(),
  defaultOfRoles: z.array(z.string()), version: z.int(), createdAt: z.string(), updatedAt: z.string(),
})
const opened = z.object({ id: z.int(), name: z.string() })
const defaults = z.array(z.object({
  resource: z.string(), list: z.string(), origin: z.enum(['own', 'role']), view: z.nullable(z.extend(opened, { query: z.string() })),
}))
const roleDefaults = z.array(z.object({ role: z.string(), view: z.nullable(opened) }))

const required = (what: string) => z.string({ error: () => t('{what} is required.', { what }) })
const resource = required('Resource').check(z.maxLength(64, { error: () => t('There is no such list.') }))
const list = required('List').check(z.regex(/^[a-z0-9][a-z0-9/-]{0,127}$/, { error: () => t('A list is named like its screen: coupons/list.') }))
const name = fieldSchema('name', text({ label: 'Name', max: 60, required: true })) as z.ZodMiniType<string, string>
const query = required('Query')
const isShared = z.boolean({ error: () => t('Shared must be true or false.') })

export const listSavedViews = defineEndpoint('GET /rest/data/saved-views', {
  summary: 'List the views that the caller made, and the shared ones of lists that they may see', access: 'signed-in', tag,
  query: z.strictObject({ filter: z.optional(z.string()), sort: z.optional(z.string()), range: z.optional(z.string()) }),
  output: z.array(record),
})

export const readSavedView = defineEndpoint('GET /rest/data/saved-views/:id', {
  summary: 'Read one view', access: 'signed-in', tag, params, output: record,
})

export const createSavedView = defineEndpoint('POST /rest/data/saved-views', {
  summary: 'Save what a list shows as a view of the caller’s own, or shared with everybody who may see the list', access: 'signed-in', tag,
  status: 201, input: z.strictObject({ resource, list, name, query, isShared: z.optional(isShared) }), output: record,
})

// Clients of the wire conventions send the whole record back; what may not change is held against it by the server part.
const change = {
  summary: 'Rename a view, give it other contents, share it or take it back', access: 'signed-in', tag, params, headers: ifMatch, output: record,
  input: z.looseObject({ name: z.optional(name), query: z.optional(query), isShared: z.optional(isShared) }),
} as const
export const updateSavedView = defineEndpoint('PATCH /rest/data/saved-views/:id', change)
export const replaceSavedView = defineEndpoint('PUT /rest/data/saved-views/:id', change)

export const deleteSavedView = defineEndpoint('DELETE /rest/data/saved-views/:id', {
  summary: 'Delete a view, and with it whatever opened with it', access: 'signed-in', tag, params, headers: ifMatch, output: record,
})

export const listDefaultViews = defineEndpoint('GET /rest/data/saved-views/defaults', {
  summary: 'What each list opens with for the caller: their own choice, else that of their role', access: 'signed-in', tag, output: defaults,
})

export const chooseDefaultView = defineEndpoint('PUT /rest/data/saved-views/own-default', {
  summary: 'Choose what a list opens with: the id of a view, all for none whatever the role says, or null to follow the role', access: 'signed-in', tag,
  input: z.strictObject({
    resource, list, view: z.nullable(z.union([z.int(), z.literal('all')], { error: () => t('Give the id of a view, all or null.') })),
  }),
  output: defaults,
})

export const listRoleDefaults = defineEndpoint('GET /rest/data/saved-views/:id/roles', {
  summary: 'The roles that may see the list of a view, and what it opens with for each', access: ['roles', 'write'], tag, params, output: roleDefaults,
})

export const replaceRoleDefaults = defineEndpoint('PUT /rest/data/saved-views/:id/roles', {
  summary: 'Make a shared view what its list opens with for exactly these roles', access: ['roles', 'write'], tag, params, headers: ifMatch, output: record,
  input: z.strictObject({
    roles: z.array(z.string({ error: () => t('Name the role.') }).check(z.maxLength(64, { error: () => t('There is no such role.') })), { error: () => t('Give the roles as a list.') })
      .check(z.maxLength(500, { error: () => t('These are too many roles.') })),
  }),
})
