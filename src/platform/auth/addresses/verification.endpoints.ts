import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

/** The status of a user whose address was refused, limited to what their own browser can know. */
const verificationStatus = z
  .object({
    /**
     * `none`: this browser was not refused, or too long ago. `elsewhere`: it was, but is on another network by now.
     * `decided` in the console's words is `verified` (by a code), `approved` or `denied` (by an admin).
     */
    state: z.enum(['none', 'elsewhere', 'pending', 'verified', 'approved', 'denied']),
    /** The address that the call came from. */
    address: z.string(),
    /** Where codes go, all but a few letters hidden. */
    email: z.nullable(z.string()),
    /** Whether a code is on its way that can still be entered. */
    hasCode: z.boolean(),
    /** Seconds until that code is no longer good. */
    codeEndsIn: z.int(),
    /** Tries left for it. */
    triesLeft: z.int(),
    /** Seconds until another code can be requested; null after too many requests. */
    nextCodeIn: z.nullable(z.int()),
    /** Whether the admins have been asked. */
    hasAsked: z.boolean(),
    /** Days for which the address will be trusted. */
    trustDays: z.int(),
    /** How messages leave: by email, into the inbox of the demo, or not at all for want of a mail server. */
    mail: z.enum(['smtp', 'demo-inbox', 'none']),
    /** Why an admin said no. */
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'VerificationStatus' })
export type VerificationStatus = z.output<typeof verificationStatus>

const common = { access: 'public', tag: 'Sign-in', bodyLimit: 4 * 1024 } as const
const nothing = z.strictObject({})

export const readVerification = defineEndpoint('GET /user/ip-verification', {
  ...common,
  summary: 'The verification status of this browser’s address',
  output: verificationStatus,
})

export const sendCode = defineEndpoint('POST /user/ip-verification/code', {
  ...common,
  summary: 'Email a code to the person who was refused in this browser',
  input: nothing,
  output: verificationStatus,
})

export const askAdmins = defineEndpoint('POST /user/ip-verification/approval', {
  ...common,
  summary: 'Ask the admins by email to approve this browser’s address',
  input: nothing,
  output: verificationStatus,
})

export const enterCode = defineEndpoint('POST /user/ip-verification', {
  ...common,
  summary: 'Prove with an emailed code, or with a break-glass code, that this browser’s address is one’s own',
  input: z.strictObject({
    code: z.string({ error: () => t('Enter the code.') }).check(
      z.overwrite((value) => value.replace(/[\s-]/g, '').toUpperCase()),
      z.regex(/^(?:[0-9]{6}|[0-9A-HJKMNP-TV-Z]{20})$/, {
        error: () => t('Enter the six digits of the code, or a break-glass code.'),
      }),
    ),
  }),
  output: verificationStatus,
})
