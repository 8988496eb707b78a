import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import { reasonText as reason } from '../../kit/reason.ts'

const params = z.object({ id: z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('There is no such verification.') })) })
const common = { access: ['settings', 'write'], tag: 'IP verifications', params, output: z.object({}) } as const

export const approveVerification = defineEndpoint('POST /rest/data/ip-verifications/:id/approve', {
  ...common,
  summary: 'Trust a person’s address for some days, because you know that it is theirs',
  input: z.strictObject({
    reason,
    days: z.optional(z.int({ error: () => t('Days are a whole number.') }).check(
      z.minimum(1, { error: () => t('Trust it for one day at least.') }), z.maximum(365, { error: () => t('Trust it for 365 days at most.') }),
    )),
  }),
})

export const denyVerification = defineEndpoint('POST /rest/data/ip-verifications/:id/deny', {
  ...common, summary: 'Keep a person out from an address, whatever code they may have', input: z.strictObject({ reason }),
})
