import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { reasonText } from '../../../core/access/reason.ts'

export const expireIpRanges = defineEndpoint('POST /rest/data/ip-ranges/expire', {
  asksProof: true,
  summary: 'End IP ranges now, keeping them for the record; all of them or none',
  access: ['settings', 'write'],
  tag: 'IP ranges',
  input: z.strictObject({
    ids: z
      .array(z.int({ error: () => t('Every id must be a whole number.') }), {
        error: () => t('Send the ranges as a list of ids.'),
      })
      .check(
        z.minLength(1, { error: () => t('Choose at least one range.') }),
        z.maxLength(500, { error: () => t('Choose at most 500 ranges at a time.') }),
      ),
    reason: z.optional(reasonText),
  }),
  output: z.object({ expired: z.array(z.int()) }),
})

export const readOwnAddress = defineEndpoint('GET /rest/data/ip-ranges/own-address', {
  summary: 'The address that you call from, and whether it is admitted',
  access: ['settings', 'ui'],
  tag: 'IP ranges',
  output: z.object({
    address: z.string(),
    /** Whether any range is configured, and so whether addresses are looked at at all. */
    isOn: z.boolean(),
    admittedBy: z.nullable(z.enum(['range', 'trust'])),
  }),
})
