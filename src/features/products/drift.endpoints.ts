import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idsOf } from './chosen-ids.ts'
import { driftStates } from './product-drifts.ts'

const driftIds = idsOf(
  () => t('Choose at least one change.'),
  () => t('Choose at most 500 changes at a time.'),
)
const decided = z
  .object({
    results: z.array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        state: z.optional(z.enum(driftStates)),
        message: z.optional(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'SupplierChangeOutcomes' })
export type DriftResults = z.output<typeof decided>
const decision = {
  access: ['products', 'write'],
  output: decided,
  input: z.strictObject({ ids: driftIds }),
  tag: 'Supplier changes',
} as const

export const acceptDrifts = defineEndpoint('POST /rest/data/product-drifts/accept', {
  ...decision,
  summary: 'Take what suppliers have changed into their products; an override of the field ends with it',
})

export const reopenDrifts = defineEndpoint('POST /rest/data/product-drifts/reopen', {
  ...decision,
  summary: 'Undo decisions of the last 15 minutes: the changes wait again, and the products have what they had before',
})

const driftCount = z.object({ count: z.int(), isMore: z.boolean() })
export const countDrifts = defineEndpoint('GET /rest/data/product-drifts/counts', {
  summary: 'Count the changes of suppliers by part of the inbox, up to 1,000 each',
  access: ['products', 'ui'],
  output: z.object({ open: driftCount, prices: driftCount, decided: driftCount }),
  tag: 'Supplier changes',
})

export const keepDrifts = defineEndpoint('POST /rest/data/product-drifts/keep', {
  ...decision,
  summary: 'Keep what we have in spite of suppliers’ changes: the fields are overridden from then on',
})
