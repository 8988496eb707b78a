import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

/** Orders in one answer. */
export const ordersAtOnce = 100

/** The figures of a currency on the page of series health, in their order there. */
export const healthFigures = [
  'difference',
  'received',
  'net',
  'notInvoiced',
  'notRectified',
  'captured',
  'refunded',
  'invoiced',
  'rectified',
] as const
export type HealthFigure = (typeof healthFigures)[number]

const query = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, { error: () => t('Send the code of a currency, such as EUR.') })),
  figure: z.enum(healthFigures, {
    error: () => t('Choose one of {values}.', { values: healthFigures.join(', ') }),
  }),
  page: z.optional(
    z
      .string()
      .check(z.regex(/^[1-9][0-9]{0,4}$/, { error: () => t('Send a page from 1 on.') }))
      .register(z.globalRegistry, { type: 'integer', description: 'From 1 on, of 100 orders each' }),
  ),
})
export type HealthQuery = z.output<typeof query>

/** Amounts in minor units. */
const orders = z.object({
  count: z.int(),
  /** Of all, not only of this page. */
  sum: z.int(),
  rows: z.array(z.object({ id: z.int(), kind: z.enum(['product', 'event']), reference: z.string(), amount: z.int() })),
})
export type HealthOrders = z.output<typeof orders>

export const readInvoiceHealthOrders = defineEndpoint('GET /rest/data/invoice-health/orders', {
  summary: 'List the orders that add up to a figure of series health, the largest amounts first',
  access: ['purchases', 'ui'],
  query,
  output: orders,
  tag: 'Invoices',
})
