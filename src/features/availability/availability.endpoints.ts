import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams, idText } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { dayStates } from '../products/sellability.ts'
import { noteLabels } from '../section-mapping/resolver/notes.ts'
import { placement } from '../section-mapping/placement.ts'
import { answerStates, differences, hiddenReasons, saleStops } from './availability.ts'

const tag = 'Availability checks'
const read = ['providers', 'ui'] as const

const placed = z.object({
  name: z.nullable(z.string()),
  row: z.nullable(z.string()),
  /** How the resolver found it, or why it found none: the words of `resolver.ts`. */
  method: z.nullable(z.string()),
  ruleId: z.nullable(z.int()),
  confidence: z.int(),
  reason: z.nullable(z.string()),
})

const listing = z.object({
  code: z.string(),
  section: z.string(),
  row: z.nullable(z.string()),
  quantity: z.int(),
  ask: z.int(),
  currency: z.string(),
  placed,
  note: z.optional(z.nullable(z.string())),
  /** What its note says of the seats. */
  labels: z.optional(z.array(z.enum(noteLabels))),
  price: z.object({ price: z.int(), fee: z.int(), total: z.int(), isFloor: z.optional(z.boolean()) }),
  /** Countries to whose customers alone it is sold. */
  onlyIn: z.optional(z.array(z.string())),
  difference: z.nullable(z.enum(differences)),
  stored: z.nullable(z.object({ section: z.string(), quantity: z.int(), ask: z.int() })),
  hidden: z.nullable(z.enum(hiddenReasons)),
})

const status = z.enum(['AVAILABLE', 'FREESALE', 'SOLD_OUT', 'LIMITED', 'CLOSED'])
const vacancies = z.nullable(z.int())

const option = z.object({
  optionId: z.nullable(z.int()),
  code: z.string(),
  title: z.string(),
  live: z.nullable(z.object({ status, vacancies })),
  stored: z.nullable(z.object({ status, vacancies, checkedAt: z.string() })),
  ownStock: z.nullable(z.object({ capacity: z.int(), taken: z.int() })),
  difference: z.nullable(z.enum(differences)),
  price: z.nullable(
    z.object({
      net: z.int(),
      retail: z.int(),
      currency: z.string(),
      pax: z.int(),
      problem: z.nullable(z.string()),
    }),
  ),
  day: z.nullable(
    z.object({
      date: z.string(),
      state: z.enum(dayStates),
      cause: z.string(),
      detail: z.nullable(z.string()),
      vacancies,
      times: z.array(z.string()),
    }),
  ),
})

const source = z
  .object({
    source: z.string(),
    state: z.enum(answerStates),
    /** Why it was not asked or has no answer. */
    reason: z.nullable(z.string()),
    answeredAt: z.nullable(z.string()),
    milliseconds: z.nullable(z.int()),
    hasPayload: z.boolean(),
    provider: z.object({ id: z.int(), code: z.string(), name: z.string() }),
    product: z.nullable(z.object({ id: z.int(), title: z.string(), timeZone: z.string() })),
    how: z.enum(['live', 'stock']),
    code: z.nullable(z.string()),
    cachedAt: z.nullable(z.string()),
    listings: z.array(listing),
    options: z.array(option),
    /** Events of theirs that could be the performance, while we have no id of it there. */
    suggestions: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        venue: z.nullable(z.string()),
        localDate: z.nullable(z.string()),
        localTime: z.nullable(z.string()),
        confidence: z.int(),
      }),
    ),
    more: z.int(),
  })
  .register(z.globalRegistry, {
    id: 'AvailabilitySource',
    description: 'One provider’s answer beside what is stored of it. Money in minor units, shares in basis points.',
  })
export type AvailabilitySource = z.output<typeof source>

const rule = z.nullable(z.object({ id: z.int(), name: z.string(), value: z.nullable(z.int()) }))

const check = z
  .object({
    id: z.int(),
    performanceId: z.nullable(z.int()),
    productId: z.nullable(z.int()),
    party: z.nullable(z.string()),
    askedAt: z.string(),
    askedBy: z.nullable(z.string()),
    isUnderWay: z.boolean(),
    title: z.string(),
    place: z.nullable(z.string()),
    localDate: z.string(),
    localTime: z.nullable(z.string()),
    timeZone: z.string(),
    configuration: z.nullable(z.string()),
    sale: z.nullable(
      z.object({
        stop: z.nullable(z.enum(saleStops)),
        from: z.nullable(z.int()),
        currency: z.string(),
        available: z.int(),
        ticketLimit: z.nullable(z.int()),
        markup: rule,
        minMargin: rule,
        serviceFee: rule,
        hides: rule,
      }),
    ),
    sources: z.array(source),
  })
  .register(z.globalRegistry, { id: 'AvailabilityCheck' })
export type AvailabilityCheck = z.output<typeof check>

const id = z.int().check(z.positive())

const wanted = z.strictObject({
  performanceId: z.optional(id),
  productId: z.optional(id),
  /** The local day of a product. */
  date: z.optional(z.iso.date({ error: () => t('Send the day as a date, such as 2026-06-01.') })),
  /** Who comes, such as `2 adults, 7`. */
  party: z.optional(
    z.string().check(z.trim(), z.maxLength(300, { error: () => t('A party can have at most 300 characters.') })),
  ),
})
export type WantedCheck = z.output<typeof wanted>

export const startCheck = defineEndpoint('POST /rest/data/availability-checks', {
  summary: 'Ask every provider what it has of a performance, or of a product on a day; the answers come one by one',
  access: read,
  tag,
  status: 202,
  input: wanted,
  output: check,
})

export const readCheck = defineEndpoint('GET /rest/data/availability-checks/:id', {
  summary: 'What the providers have answered so far',
  access: read,
  tag,
  params: idParams,
  output: check,
})

export const stopCheck = defineEndpoint('POST /rest/data/availability-checks/:id/stop', {
  summary: 'Stop waiting for answers that have not come yet',
  access: read,
  tag,
  params: idParams,
  output: check,
})

export const readPayload = defineEndpoint('GET /rest/data/availability-checks/:id/payloads/:source', {
  summary: 'A provider’s answer word for word, with secrets masked',
  access: ['providers', 'payload'],
  tag,
  params: z.object({ id: idText, source: z.string().check(z.maxLength(60)) }),
  output: z.object({ payload: z.string() }),
})

export const readAnswerPlacement = defineEndpoint('GET /rest/data/availability-checks/:id/sources/:source/placement', {
  summary: 'Read why a listing in a provider’s answer is in its section',
  access: read,
  tag,
  params: z.object({ id: idText, source: z.string().check(z.maxLength(60)) }),
  query: z.object({
    /** Of the listing. */
    code: z.string().check(z.maxLength(120)),
  }),
  output: placement,
})

export const matchSource = defineEndpoint('POST /rest/data/availability-checks/:id/sources/:source/match', {
  summary: 'Take an event of a provider as the performance of a check, and keep its id',
  access: ['providers', 'write'],
  also: [['performances', 'write']],
  tag,
  params: z.object({ id: idText, source: z.string().check(z.maxLength(60)) }),
  input: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({ performanceId: z.int(), code: z.string() }),
})

const found = z.object({
  kind: z.enum(['performance', 'product']),
  id: z.int(),
  title: z.string(),
  place: z.nullable(z.string()),
  /** Of a performance. */
  localDate: z.nullable(z.string()),
  localTime: z.nullable(z.string()),
})
export type FoundSubject = z.output<typeof found>

const search = z.optional(z.string().check(z.maxLength(120)))

export const findSubjects = defineEndpoint('GET /rest/data/availability-subjects', {
  summary: 'Find performances by event or venue, city and day, or products by title, code and city',
  access: read,
  tag,
  query: z.object({
    kind: z.enum(['performance', 'product']),
    q: search,
    city: search,
    date: z.optional(z.iso.date({ error: () => t('Send the day as a date, such as 2026-06-01.') })),
    /** The code of a provider that has something of them. */
    provider: z.optional(z.string().check(z.maxLength(40))),
    id: z.optional(z.string()),
  }),
  output: z.array(found),
})
