import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { providerParams } from '../../providers/provider-params.ts'

const tag = 'Event providers'
const params = providerParams

export const eventStates = ['suggested', 'matched', 'unmatched', 'ignored'] as const
export type EventState = (typeof eventStates)[number]
/** Events in one answer, and decided about at once. */
export const eventsShown = 50

const ourPerformance = z.object({
  id: z.int(),
  name: z.string(),
  venue: z.string(),
  localDate: z.string(),
  localTime: z.nullable(z.string()),
})

const event = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    venue: z.nullable(z.string()),
    city: z.nullable(z.string()),
    localDate: z.nullable(z.string()),
    localTime: z.nullable(z.string()),
    state: z.enum(eventStates),
    method: z.nullable(z.enum(['code', 'automatic', 'manual'])),
    /** In basis points. */
    confidence: z.nullable(z.int()),
    isLocked: z.boolean(),
    decidedBy: z.nullable(z.string()),
    /** What it is matched with, or could be. */
    performance: z.nullable(ourPerformance),
    isGone: z.boolean(),
    listings: z.int(),
    leftOut: z.int(),
    listingsAt: z.nullable(z.string()),
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'ProviderEvent' })
export type ProviderEvent = z.output<typeof event>

const answer = z
  .object({
    /** By state, of those that the provider still sells. */
    counts: z.record(z.enum(eventStates), z.int()),
    /** When their list was last read to its end, and why it can’t be read. */
    readAt: z.nullable(z.string()),
    problem: z.nullable(z.string()),
    events: z.array(event),
    more: z.int(),
  })
  .register(z.globalRegistry, { id: 'ProviderEvents' })
export type ProviderEvents = z.output<typeof answer>

export const listProviderEvents = defineEndpoint('GET /rest/data/event-providers/:code/events', {
  summary: 'Events of a provider in one state, each with the performance that it is or could be',
  access: ['providers', 'ui'],
  tag,
  params,
  query: z.object({ state: z.optional(z.enum(eventStates)), after: z.optional(z.coerce.number().check(z.int())) }),
  output: answer,
})

export const decideProviderEvents = defineEndpoint('POST /rest/data/event-providers/:code/events/decide', {
  summary: 'Decide what events of a provider are here; the sync leaves decisions alone',
  access: ['providers', 'write'],
  tag,
  params,
  input: z.strictObject({
    ids: z.array(z.int()).check(z.minLength(1, { error: () => t('Choose an event.') }), z.maxLength(eventsShown)),
    decision: z.enum(['match', 'ignore', 'reset']),
    /** For one event: another performance than the suggested one. */
    performanceId: z.optional(z.int()),
  }),
  output: z.object({ changed: z.int() }),
})
