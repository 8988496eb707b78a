import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { reasonText as reason } from '../../../core/access/reason.ts'
import { idText } from '../../../core/http/path-params.ts'

const params = z.object({
  id: idText.check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Verification not found.') })),
})
const common = { access: ['settings', 'write'], tag: 'IP verifications', params, output: z.object({}) } as const

export const approveVerification = defineEndpoint('POST /rest/data/ip-verifications/:id/approve', {
  asksProof: true,
  ...common,
  summary: 'Trust a person’s address for some days, because you know that it is theirs',
  input: z.strictObject({
    reason,
    days: z.optional(
      z
        .int({ error: () => t('Days are a whole number.') })
        .check(
          z.minimum(1, { error: () => t('Trust it for at least one day.') }),
          z.maximum(365, { error: () => t('Trust it for at most 365 days.') }),
        ),
    ),
  }),
})

export const denyVerification = defineEndpoint('POST /rest/data/ip-verifications/:id/deny', {
  ...common,
  summary: 'Keep a person out from an address, whatever code they have',
  input: z.strictObject({ reason }),
})
