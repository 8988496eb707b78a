import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { recordSchema } from '../../kit/resource-endpoints.ts'
import { fieldSchema } from '../../kit/value-schemas.ts'
import { settableFields } from './admin-user-fields.ts'
import { adminUsers } from './admin-users.ts'

const { email, first_name: firstName, last_name: lastName, role } = settableFields
const person = {
  email: fieldSchema('email', email),
  first_name: z.optional(fieldSchema('first_name', firstName)),
  last_name: z.optional(fieldSchema('last_name', lastName)),
  role: fieldSchema('role', role),
}
const record = recordSchema(adminUsers)
const id = z.object({ id: z.string() })
const writing = { access: ['users', 'write'], tag: adminUsers.label[1] } as const

/** Why something is done to somebody's account: kept in the audit, so it has to say something. */
export const accountReason = z.string({ error: () => t('Say why.') }).check(
  z.trim(), z.minLength(3, { error: () => t('Say why, in three characters or more.') }), z.maxLength(500, { error: () => t('The reason may have at most 500 characters.') }),
)
const ids = z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Say whom, as a list of ids.') }).check(
  z.minLength(1, { error: () => t('Choose at least one person.') }), z.maxLength(100, { error: () => t('Choose at most 100 people at a time.') }),
)

export const inviteAdminUser = defineEndpoint('POST /rest/data/users/admins', {
  ...writing, summary: 'Invite somebody to the console, by an e-mail', status: 201, input: z.strictObject(person), output: record,
})

const change = {
  ...writing,
  params: id,
  // What cannot be set passes when it says what is stored, so that is decided with the record at hand.
  input: z.looseObject(z.partial(z.object(person)).shape),
  output: record,
  headers: { 'If-Match': 'The ETag of the record as it was read' },
}
export const updateAdminUser = defineEndpoint('PUT /rest/data/users/admins/:id', { ...change, summary: 'Change somebody’s name or role' })
export const patchAdminUser = defineEndpoint('PATCH /rest/data/users/admins/:id', { ...change, summary: 'Change somebody’s name or role' })

/** One result for each id, in their order. Where there is one id alone, a refusal is the answer itself. */
const results = z.object({ results: z.array(z.object({ id: z.int(), ok: z.boolean(), message: z.optional(z.string()) })) })
export type AccountResults = z.output<typeof results>

export const suspendAdminUsers = defineEndpoint('POST /rest/data/users/admins/suspend', {
  ...writing, summary: 'Suspend people: their sessions end at once and they cannot sign in', input: z.strictObject({ ids, reason: accountReason }), output: results,
})
export const reactivateAdminUsers = defineEndpoint('POST /rest/data/users/admins/reactivate', {
  ...writing, summary: 'Let suspended people sign in again', input: z.strictObject({ ids, reason: accountReason }), output: results,
})
export const sendInvitation = defineEndpoint('POST /rest/data/users/admins/:id/invitation', {
  ...writing, summary: 'Send an invitation again; it is good for another 14 days', params: id, output: record,
})

export const listAssignableRoles = defineEndpoint('GET /rest/data/users/assignable-roles', {
  ...writing, summary: 'The roles, and for each whether the caller may hand it out',
  output: z.array(z.object({ name: z.string(), description: z.string(), isAssignable: z.boolean() })),
})
