import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'

const order = z.object({
  id: z.int(),
  kind: z.enum(['event', 'product']),
  reference: z.string(),
  /** Its score by the rules as they are stored, and with the rule that is tried. */
  before: z.int(),
  after: z.int(),
})
export type TriedOrder = z.output<typeof order>

const trial = z.object({
  days: z.int(),
  /** Paid orders that were looked at; there were more if `isCapped`. */
  examined: z.int(),
  isCapped: z.boolean(),
  /** Orders that the rule would count against; of all orders, those held for review only with it, or only without it. */
  counted: z.int(),
  held: z.int(),
  released: z.int(),
  /** A few of these, first those whose review changes. */
  orders: z.array(order),
})
export type RiskTrial = z.output<typeof trial>

export const tryRiskRule = defineEndpoint('POST /rest/data/risk-rules/try', {
  summary: 'Try a risk rule on the paid orders of the last 30 days; changes nothing',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  input: z.strictObject({
    /** The stored rule that is being changed; null while it is new. */
    id: z.nullable(z.int({ error: () => t('The id of a rule is a whole number.') })),
    draft: z.record(z.string(), z.unknown(), { error: () => t('Send the rule as it would be saved.') }),
  }),
  output: trial,
})
