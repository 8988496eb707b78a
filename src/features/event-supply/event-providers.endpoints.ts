import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { callLine } from '../../platform/outbound/logged-call.ts'
import { wholeListExport } from '../../platform/transfer/whole-list-export.ts'
import { stake } from '../places/venues/map-coverage.ts'
import { t } from '../../core/i18n/language.ts'
import { providerStates } from './provider-states.ts'
import { providerParams } from '../providers/provider-params.ts'

const tag = 'Event providers'
const read = ['providers', 'ui'] as const
const write = ['providers', 'write'] as const

const facts = {
  code: z.string(),
  name: z.string(),
  kind: z.enum(['marketplace', 'primary', 'broker_feed']),
  state: z.enum(providerStates),
  currency: z.string(),
  /** In basis points of what they ask for. */
  commission: z.int(),
  priority: z.int(),
  /** Events to come that were received from them, or that one of theirs is matched with. */
  events: z.int(),
  listings: z.int(),
  tickets: z.int(),
  /** Listings that are not for sale while they are paused. */
  withheld: z.int(),
  /** Calls to them within 24 hours, and of those the share that failed, in basis points. */
  calls: z.int(),
  errorShare: z.nullable(z.int()),
  /** Milliseconds within which 95% of those calls ended. */
  p95: z.nullable(z.int()),
  /** Share of the calls of seven days that they answered, in basis points. */
  uptime: z.nullable(z.int()),
  breaker: z.enum(['closed', 'open', 'half_open']),
  lastCallAt: z.nullable(z.string()),
}
const provider = z.object(facts).register(z.globalRegistry, { id: 'EventProvider' })
export type EventProvider = z.output<typeof provider>

const incident = z.object({
  kind: z.enum(['pause', 'outage']),
  from: z.string(),
  until: z.nullable(z.string()),
  /** Of a pause. */
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  endedBy: z.nullable(z.string()),
  listings: z.nullable(z.int()),
  tickets: z.nullable(z.int()),
  performances: z.nullable(z.int()),
  /** Of an outage: calls in a row without a usable answer, and what the last of them said. */
  calls: z.nullable(z.int()),
  problem: z.nullable(z.string()),
})
export type Incident = z.output<typeof incident>

const details = z
  .object({
    ...facts,
    /** The newest first. */
    incidents: z.array(incident),
    lastCalls: z.array(callLine),
  })
  .register(z.globalRegistry, { id: 'EventProviderDetails' })
export type EventProviderDetails = z.output<typeof details>

const impact = z
  .object({
    listings: z.int(),
    tickets: z.int(),
    /** What those tickets cost us, by currency; what is worth most first. */
    value: stake,
    /** Performances and events of which nothing would be left to buy. */
    performances: z.int(),
    events: z.int(),
    /** Performances that other providers go on selling. */
    stillSold: z.int(),
  })
  .register(z.globalRegistry, { id: 'ProviderPauseImpact' })
export type PauseImpact = z.output<typeof impact>

const params = providerParams

export const listEventProviders = defineEndpoint('GET /rest/data/event-providers', {
  summary: 'Every provider of tickets, what it sells and its health',
  access: read,
  tag,
  output: z.array(provider),
})

export const exportEventProviders = wholeListExport('event-providers', 'providers')

export const readEventProvider = defineEndpoint('GET /rest/data/event-providers/:code', {
  summary: 'One provider of tickets with its incidents and last calls',
  access: read,
  tag,
  params,
  output: details,
})

export const readPauseImpact = defineEndpoint('GET /rest/data/event-providers/:code/pause-impact', {
  summary: 'What pausing a provider would take off sale',
  access: read,
  tag,
  params,
  output: impact,
})

export const pauseProvider = defineEndpoint('POST /rest/data/event-providers/:code/pause', {
  summary: 'Take every ticket of a provider off sale; orders that are placed already go on',
  access: write,
  tag,
  params,
  input: z.strictObject({
    reason: z
      .string({ error: () => t('Enter a reason.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Enter a reason.') }),
        z.maxLength(300, { error: () => t('Enter at most 300 characters.') }),
      ),
  }),
  output: details,
})

export const resumeProvider = defineEndpoint('POST /rest/data/event-providers/:code/resume', {
  summary: 'Put the tickets of a paused provider back on sale',
  access: write,
  tag,
  params,
  output: details,
})
