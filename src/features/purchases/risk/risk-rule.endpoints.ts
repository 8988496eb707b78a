import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { trialInput } from '../../rules/trial-input.ts'

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
  access: ['rules', 'ui'],
  also: [['purchases', 'ui']],
  tag: 'Purchases',
  input: trialInput,
  output: trial,
})
