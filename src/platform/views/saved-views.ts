import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { fieldSchema } from '../../core/resource/value-schemas.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionActions {
    share: true
  }
}

const tag = 'Saved views'
const ifMatch = { 'If-Match': 'The ETag of the view as it was read' }

const record = z
  .object({
    id: z.int(),
    resource: z.string(),
    list: z.string(),
    name: z.string(),
    query: z.string(),
    isShared: z.boolean(),
    owner: z.nullable(z.object({ id: z.int(), name: z.string() })),
    isMine: z.boolean(),
    mayChange: z.boolean(),
    isMyDefault: z.boolean(),
    defaultOfRoles: z.array(z.string()),
    /** How the caller watches it: for new rows, or for more than so many. */
    watch: z.nullable(z.object({ threshold: z.nullable(z.int()) })),
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'SavedView' })
const opened = z.object({ id: z.int(), name: z.string() })
const defaults = z
  .array(
    z.object({
      resource: z.string(),
      list: z.string(),
      origin: z.enum(['own', 'role']),
      view: z.nullable(z.extend(opened, { query: z.string() })),
    }),
  )
  .register(z.globalRegistry, { id: 'DefaultViews' })
const roleDefaults = z.array(z.object({ role: z.string(), view: z.nullable(opened) }))

const required = (what: string) => z.string({ error: () => t('{what} is required.', { what }) })
const resource = required('Resource').check(z.maxLength(64, { error: () => t('List not found.') }))
const list = required('List').check(
  z.regex(/^[a-z0-9][a-z0-9/-]{0,127}$/, { error: () => t('A list is named like its screen: coupons/list.') }),
)
const name = fieldSchema('name', text({ label: 'Name', max: 60, required: true })) as z.ZodMiniType<string, string>
const query = required('Query')
const isShared = z.boolean({ error: () => t('Shared must be true or false.') })

export const listSavedViews = defineEndpoint('GET /rest/data/saved-views', {
  summary: 'List the views that the caller made, and the shared ones of lists that they can see',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind'],
  access: 'signed-in',
  tag,
  query: z.strictObject({
    filter: z.optional(z.string()),
    sort: z.optional(z.string()),
    range: z.optional(z.string()),
  }),
  output: z.array(record),
})

export const countSavedViews = defineEndpoint('GET /rest/data/saved-views/counts', {
  summary: 'Count the rows of each view of a list and of further filters, up to 1,000; views that search have no count',
  access: 'signed-in',
  tag,
  query: z.strictObject({
    resource,
    list,
    filter: z.optional(z.string()),
    /** Further filters to count, as JSON: an array of at most 8, each as a list's `filter` is written. */
    questions: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  output: z
    .array(z.object({ id: z.nullable(z.int()), question: z.nullable(z.int()), count: z.int(), isMore: z.boolean() }))
    .register(z.globalRegistry, { id: 'SavedViewCounts' }),
})

export const readSavedView = defineEndpoint('GET /rest/data/saved-views/:id', {
  summary: 'Read one view',
  answers: ['ETag'],
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const createSavedView = defineEndpoint('POST /rest/data/saved-views', {
  summary: 'Save what a list shows as a view of the caller’s own, or shared with everyone who can see the list',
  answers: ['ETag', 'Location'],
  access: 'signed-in',
  tag,
  status: 201,
  input: z
    .strictObject({ resource, list, name, query, isShared: z.optional(isShared) })
    .register(z.globalRegistry, { id: 'SavedViewCreate' }),
  output: record,
})

// Clients of the wire conventions send the whole record back; the server part checks that read-only values are
// unchanged.
const change = {
  summary: 'Rename a view, give it other contents, share it or take it back',
  answers: ['ETag'],
  access: 'signed-in',
  tag,
  params: idParams,
  headers: ifMatch,
  output: record,
  input: z
    .looseObject({ name: z.optional(name), query: z.optional(query), isShared: z.optional(isShared) })
    .register(z.globalRegistry, { id: 'SavedViewUpdate' }),
} as const
export const updateSavedView = defineEndpoint('PATCH /rest/data/saved-views/:id', change)
export const replaceSavedView = defineEndpoint('PUT /rest/data/saved-views/:id', change)

export const deleteSavedView = defineEndpoint('DELETE /rest/data/saved-views/:id', {
  summary: 'Delete a view, and with it whatever opened with it',
  access: 'signed-in',
  tag,
  params: idParams,
  headers: ifMatch,
  output: record,
})

export const watchSavedView = defineEndpoint('PUT /rest/data/saved-views/:id/watch', {
  summary: 'Watch a view: news for the caller’s inbox when it has new rows, or more rows than a threshold',
  access: 'signed-in',
  tag,
  params: idParams,
  input: z
    .strictObject({
      threshold: z.optional(
        z.nullable(
          z
            .int({ error: () => t('Enter the number of rows.') })
            .check(z.minimum(0), z.maximum(1_000, { error: () => t('At most 1,000 rows.') })),
        ),
      ),
      within: z.optional(z.string().check(z.maxLength(2_000))).register(z.globalRegistry, {
        description: 'What narrows the view’s list for good, as a filter of the list',
      }),
    })
    .register(z.globalRegistry, { id: 'SavedViewWatch' }),
  output: record,
})

export const unwatchSavedView = defineEndpoint('DELETE /rest/data/saved-views/:id/watch', {
  summary: 'Stop watching a view',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const listDefaultViews = defineEndpoint('GET /rest/data/saved-views/defaults', {
  summary: 'What each list opens with for the caller: their own choice, else that of their role',
  access: 'signed-in',
  tag,
  output: defaults,
})

export const readOpeningRows = defineEndpoint('GET /rest/data/saved-views/rows', {
  summary:
    'Answer what a list opens with, before its screen asks. Content-Location names the call; 204 where it would be refused or searches',
  answers: ['Content-Location', 'Content-Range', 'X-Next-Cursor', 'X-Total-Count', 'X-Total-Count-Kind'],
  access: 'signed-in',
  tag,
  query: z.strictObject({
    resource,
    list,
    view: z.optional(z.string()).register(z.globalRegistry, {
      description: 'default for what the list opens with for the caller, or the query of the list’s address',
    }),
    opens: z.optional(z.string()).register(z.globalRegistry, {
      description: 'The query of the address that the list opens with where the caller has no default',
    }),
    filter: z
      .optional(z.string())
      .register(z.globalRegistry, { description: 'What narrows the list for good, as a filter of the list' }),
    fields: z
      .optional(z.string())
      .register(z.globalRegistry, { description: 'A JSON array of fields to answer besides those of its columns' }),
  }),
  output: z.array(z.looseObject({ id: z.int() })),
})

export const chooseDefaultView = defineEndpoint('PUT /rest/data/saved-views/own-default', {
  summary:
    'Choose what a list opens with: the id of a view, all for none whatever the role says, or null to follow the role',
  access: 'signed-in',
  tag,
  input: z.strictObject({
    resource,
    list,
    view: z.nullable(z.union([z.int(), z.literal('all')], { error: () => t('Send the id of a view, all or null.') })),
  }),
  output: defaults,
})

export const listRoleDefaults = defineEndpoint('GET /rest/data/saved-views/:id/roles', {
  summary: 'The roles that can see the list of a view, and what it opens with for each',
  access: ['roles', 'write'],
  tag,
  params: idParams,
  output: roleDefaults,
})

export const replaceRoleDefaults = defineEndpoint('PUT /rest/data/saved-views/:id/roles', {
  summary: 'Make a shared view what its list opens with for exactly these roles',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  params: idParams,
  headers: ifMatch,
  output: record,
  input: z.strictObject({
    roles: z
      .array(
        z.string({ error: () => t('Choose a role.') }).check(z.maxLength(64, { error: () => t('Role not found.') })),
        { error: () => t('Send the roles as a list.') },
      )
      .check(z.maxLength(500, { error: () => t('These are too many roles.') })),
  }),
})
