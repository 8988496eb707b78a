import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'

const dashboard = z.object({
  zone: z.string(),
  date: z.string(),
  /** When the figures were counted. */
  at: z.string(),
  figures: z.array(
    z.object({
      key: z.string(),
      group: z.string(),
      label: z.string(),
      means: z.string(),
      isAlarm: z.boolean(),
      resource: z.string(),
      /** The list that shows exactly what was counted opens with this filter. */
      filter: z.record(z.string(), z.any()),
      count: z.int(),
      /** There are more than `count`. */
      isCapped: z.boolean(),
    }),
  ),
  /** Workers that fail or are late; null for callers who cannot see them. */
  workers: z.nullable(z.array(z.object({ name: z.string(), label: z.string(), state: z.enum(['failing', 'late']) }))),
  /** Today's sales, one row per currency, largest count first; absent for callers who cannot see purchases. */
  sales: z.nullable(
    z.array(z.object({ currency: z.string(), orders: z.int(), gross: z.int(), refunded: z.int(), margin: z.int() })),
  ),
})

/** The home page in one call. It includes only what the caller can see, so no figure links to a refusal. */
export const readDashboard = defineEndpoint('GET /rest/data/dashboard', {
  summary: 'Today’s figures, each with the filter of the list behind it',
  access: 'signed-in',
  query: z.object({ zone: z.optional(z.string().check(z.maxLength(64))) }),
  output: dashboard,
  tag: 'Home',
})
