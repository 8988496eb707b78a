import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { outcomes } from '../../../core/outcome.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { ifMatch, recordSchema } from '../../../core/calls/resource-endpoints.ts'
import { fieldSchema } from '../../../core/resource/value-schemas.ts'
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
const writing = { access: ['users', 'write'], tag: adminUsers.label[1] } as const
/** Endpoints in the specification need `write`; our own commands need this. */
const managing = { access: ['users', 'manage-staff'], tag: adminUsers.label[1] } as const

/** The reason for an action on someone's account. Kept in the audit log, so it must not be empty. */
const accountReason = z
  .string({ error: () => t('Enter a reason.') })
  .check(
    z.trim(),
    z.minLength(3, { error: () => t('Enter a reason of at least 3 characters.') }),
    z.maxLength(500, { error: () => t('The reason can have at most 500 characters.') }),
  )
const ids = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the people as a list of ids.'),
  })
  .check(
    z.minLength(1, { error: () => t('Choose at least one person.') }),
    z.maxLength(100, { error: () => t('Choose at most 100 people at a time.') }),
  )

export const inviteAdminUser = defineEndpoint('POST /rest/data/users/admins', {
  asksProof: true,
  ...writing,
  summary: 'Invite a person to the console by email',
  answers: ['ETag', 'Location'],
  status: 201,
  input: z.strictObject(person).register(z.globalRegistry, { id: 'AdminUserCreate' }),
  output: record,
})

const change = {
  ...writing,
  params: idParams,
  // A read-only field passes if its value equals the stored one, so that is checked against the record.
  input: z.looseObject(z.partial(z.object(person)).shape).register(z.globalRegistry, { id: 'AdminUserUpdate' }),
  output: record,
  headers: ifMatch,
  answers: ['ETag'] as const,
}
export const updateAdminUser = defineEndpoint('PUT /rest/data/users/admins/:id', {
  asksProof: true,
  ...change,
  summary: 'Change a person’s name or role',
})
export const patchAdminUser = defineEndpoint('PATCH /rest/data/users/admins/:id', {
  asksProof: true,
  ...change,
  summary: 'Change a person’s name or role',
})

export type AccountResults = z.output<typeof outcomes>

export const suspendAdminUsers = defineEndpoint('POST /rest/data/users/admins/suspend', {
  ...managing,
  summary: 'Suspend people: their sessions end at once and they cannot sign in',
  input: z.strictObject({ ids, reason: accountReason }),
  output: outcomes,
})
export const reactivateAdminUsers = defineEndpoint('POST /rest/data/users/admins/reactivate', {
  asksProof: true,
  ...managing,
  summary: 'Let suspended people sign in again',
  input: z.strictObject({ ids, reason: accountReason }),
  output: outcomes,
})
export const sendInvitation = defineEndpoint('POST /rest/data/users/admins/:id/invitation', {
  asksProof: true,
  ...managing,
  summary: 'Send an invitation again; it is good for another 14 days',
  params: idParams,
  output: record,
})

export const listAssignableRoles = defineEndpoint('GET /rest/data/users/assignable-roles', {
  ...writing,
  summary: 'The roles, and for each whether the caller can assign it',
  output: z.array(z.object({ name: z.string(), description: z.string(), isAssignable: z.boolean() })),
})
