import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { idParams } from '../../../core/http/path-params.ts'

const session = z
  .object({
    id: z.int(),
    /** `Chrome 142 on Windows`, if the browser says so. */
    device: z.string(),
    deviceKind: z.enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
    userAgent: z.string(),
    openedFrom: z.string(),
    lastSeenFrom: z.string(),
    network: z.enum(['this-machine', 'private', 'shared', 'link-local', 'public', 'unknown']),
    firstSeenAt: z.string(),
    lastSeenAt: z.string(),
    /** When it ends whatever happens. */
    expiresAt: z.string(),
    endedAt: z.nullable(z.string()),
    state: z.enum(['open', 'idle', 'expired', 'signed-out', 'revoked', 'stolen', 'suspended', 'replaced']),
    /** The session that asks. */
    isCurrent: z.boolean(),
    /** True if it works only in one browser; otherwise anyone with the token can use it, from one IP address. */
    isBound: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'StaffSession' })
export type StaffSession = z.output<typeof session>

const ids = z.optional(
  z
    .array(z.int({ error: () => t('Every id must be a whole number.') }), {
      error: () => t('Send the sessions as a list of ids.'),
    })
    .check(
      z.minLength(1, { error: () => t('Send at least one session id, or omit ids for all sessions.') }),
      z.maxLength(500, { error: () => t('Send at most 500 sessions.') }),
    ),
)
const ended = z.object({ ended: z.int() })

export const listStaffSessions = defineEndpoint('GET /rest/data/users/admins/:id/sessions', {
  summary: 'The latest 50 sessions of a member of staff, with device and address',
  access: ['users', 'ui'],
  tag: 'Sessions',
  params: idParams,
  output: z.array(session),
})
export const endStaffSessions = defineEndpoint('POST /rest/data/users/admins/:id/sessions/end', {
  summary: 'End some or all sessions of a member of staff, the one that asks excepted',
  access: ['users', 'manage-staff'],
  tag: 'Sessions',
  params: idParams,
  input: z.strictObject({ ids }),
  output: ended,
})
export const listOwnSessions = defineEndpoint('GET /rest/data/users/own-sessions', {
  summary: 'The caller’s own latest 50 sessions, with device and address',
  access: 'signed-in',
  tag: 'Sessions',
  output: z.array(session),
})
export const endOwnSessions = defineEndpoint('POST /rest/data/users/own-sessions/end', {
  summary: 'End some or all of the caller’s own sessions, the one that asks excepted',
  access: 'signed-in',
  tag: 'Sessions',
  input: z.strictObject({ ids }),
  output: ended,
})
