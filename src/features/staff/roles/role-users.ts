import * as z from 'zod/mini'
import { foldEmail } from '../../../core/email.ts'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { wholeListQuery } from '../../../core/list/whole-list.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { nameSchema, textSchema } from './role-schemas.ts'
import { ifMatch } from './roles.ts'

/** A user who can sign in to the console. The keys are spelled as in whoami, which the specification defines. */
export const consoleUserSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: z.string(),
    status: z.enum(['invited', 'active', 'suspended']),
    avatar: z.nullable(z.string()),
    lastLoginAt: z.nullable(z.string()),
    version: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'ConsoleUser' })
export type ConsoleUser = z.output<typeof consoleUserSchema>

/** Looked up by address whatever its letter case. */
const email = z
  .string({ error: () => t('Email is required.') })
  .check(
    z.overwrite(foldEmail),
    z.minLength(1, { error: () => t('Email is required.') }),
    z.maxLength(254, { error: () => t('Email can have at most 254 characters.') }),
  )
const newEmail = email.check(
  z.regex(/^[^\s@<>"(),:;\\[\]]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/, {
    error: () => t('Email must be an address such as ana@example.com.'),
  }),
)
const personName = (key: string, label: string) => z.optional(z.union([z.literal(''), textSchema(key, label, 100)]))
const names = {
  first_name: personName('first_name', msg('First name')),
  last_name: personName('last_name', msg('Last name')),
}

const tag = 'Roles'

export const listConsoleUsers = defineEndpoint('GET /rest/data/rbac/users', {
  summary: 'Everyone who can sign in, or with email that one person',
  answers: ['Content-Range', 'X-Total-Count', 'X-Total-Count-Kind', 'ETag'],
  access: ['roles', 'ui'],
  tag,
  query: z.strictObject({ email: z.optional(email), role: z.optional(nameSchema(msg('Role'))), ...wholeListQuery }),
  output: z.union([z.array(consoleUserSchema), consoleUserSchema]),
})

export const createConsoleUser = defineEndpoint('POST /rest/data/rbac/users', {
  asksProof: true,
  summary: 'Invite a person to the console with a role',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  status: 201,
  input: z.strictObject({ email: newEmail, ...names, role: nameSchema(msg('Role')) }),
  output: consoleUserSchema,
})

export const updateConsoleUser = defineEndpoint('PUT /rest/data/rbac/users', {
  asksProof: true,
  summary: 'Change the name or the role of the person with this email',
  answers: ['ETag'],
  access: ['roles', 'write'],
  tag,
  headers: ifMatch,
  input: z.strictObject({ email, ...names, role: z.optional(nameSchema(msg('Role'))) }),
  output: consoleUserSchema,
})

export const deleteConsoleUser = defineEndpoint('DELETE /rest/data/rbac/users', {
  asksProof: true,
  summary: 'Remove a person from the console for good and end their sessions',
  access: ['roles', 'write'],
  tag,
  headers: ifMatch,
  query: z.strictObject({ email }),
  output: consoleUserSchema,
})
