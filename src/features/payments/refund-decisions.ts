import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const chosen = z
  .strictObject({
    ids: z
      .array(z.int())
      .check(
        z.minLength(1, { error: () => t('Choose a refund.') }),
        z.maxLength(30, { error: () => t('Choose at most 30 refunds.') }),
      ),
  })
  .register(z.globalRegistry, { id: 'ChosenRefunds', description: 'The refunds to decide on.' })

const decided = z
  .object({
    results: z.array(z.object({ id: z.int(), ok: z.boolean(), message: z.optional(z.string()) })),
  })
  .register(z.globalRegistry, {
    id: 'DecidedRefunds',
    description: 'Each refund on its own: whether it was decided on, and if not, why.',
  })

const shared = {
  access: ['purchases', 'refund'],
  tag: 'Refunds',
  idempotencyKey: 'required',
  asksProof: true,
  input: chosen,
  output: decided,
} as const

export const approveRefundsCall = defineEndpoint('POST /rest/data/refunds/approve', {
  ...shared,
  summary: 'Approve refunds that others asked for; each is decided on its own',
})

export const retryRefundsCall = defineEndpoint('POST /rest/data/refunds/retry', {
  ...shared,
  summary: 'Send refunds again that did not go through; each is decided on its own',
})
