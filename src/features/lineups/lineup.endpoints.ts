import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { eventTypes } from '../events/event/event-labels.ts'
import { lineupTypes, memberships } from './lineups.ts'

export const billRoles = ['headliner', 'co_headliner', 'support', 'guest', 'host', 'cast'] as const
export type BillRole = (typeof billRoles)[number]

/** Maximum performers on one bill. */
export const maxOnBill = 200

const billed = z
  .object({ performerId: z.int(), name: z.string(), kind: z.string(), role: z.enum(billRoles) })
  .register(z.globalRegistry, { id: 'BilledPerformer' })
export type Billed = z.output<typeof billed>
const bill = z.object({ performers: z.array(billed) }).register(z.globalRegistry, { id: 'Bill' })

export const readBill = defineEndpoint('GET /rest/data/lineups/:id/bill', {
  summary: 'Read who is on the bill of a lineup, in billing order',
  access: ['lineups', 'ui'],
  tag: 'Lineups',
  params: idParams,
  output: bill,
})

export const writeBill = defineEndpoint('PUT /rest/data/lineups/:id/bill', {
  summary: 'Replace the bill of a lineup; the order given is the billing order',
  access: ['lineups', 'write'],
  tag: 'Lineups',
  params: idParams,
  output: bill,
  input: z.strictObject({
    performers: z
      .array(
        z.strictObject({
          performerId: z.int({ error: () => t('Every performer needs an id.') }),
          role: z.enum(billRoles, { error: () => t('Role on a bill not found.') }),
        }),
        { error: () => t('Send the performers in billing order.') },
      )
      .check(z.maxLength(maxOnBill, { error: () => t('At most {n} performers are on one bill.', { n: maxOnBill }) })),
  }),
})

const membershipOf = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(lineupTypes),
  publication: z.string(),
  /** True if chosen by staff; otherwise the saved query finds it. */
  isPinned: z.boolean(),
})
export type MembershipOfEvent = z.output<typeof membershipOf>

export const readLineupsOfEvent = defineEndpoint('GET /rest/data/events/:id/lineups', {
  summary: 'Read which lineups an event is in now, pinned or found by their saved query',
  access: ['lineups', 'ui'],
  also: [['events', 'ui']],
  tag: 'Lineups',
  params: idParams,
  output: z.object({
    lineups: z.array(membershipOf),
    /** Of more than are named, how many there are. */ total: z.int(),
  }),
})

const listOfIds = { error: () => t('Send a list of ids, or an empty list.') }
const idOrNull = { error: () => t('Send the lineup’s id, or null for a new one.') }
const orNull = { error: () => t('Send a value or null.') }
const ids = (max: number) =>
  z.array(z.int(listOfIds), listOfIds).check(z.maxLength(max, { error: () => t('At most {n} of them.', { n: max }) }))

/** The conditions of a query, saved or not. */
const query = z.strictObject({
  /** The lineup it belongs to: its bill counts, and changes are included. Null for a new lineup. */
  id: z.nullable(z.int(idOrNull)),
  membership: z.enum(memberships, { error: () => t('Choose whether events are picked by hand or found by a query.') }),
  isOfBill: z.boolean({ error: () => t('Use true or false.') }),
  eventTypes: z.array(z.enum(eventTypes, { error: () => t('Event type not found.') }), {
    error: () => t('Send a list of types, or an empty list for all.'),
  }),
  cityIds: ids(50),
  venueIds: ids(50),
  nameContains: z.nullable(
    z.string(orNull).check(z.maxLength(80, { error: () => t('Use at most {n} characters.', { n: 80 }) })),
  ),
  fromDate: z.nullable(z.iso.date({ error: () => t('Enter a date, such as 2026-06-01.') })),
  untilDate: z.nullable(z.iso.date({ error: () => t('Enter a date, such as 2026-06-01.') })),
  maxEvents: z
    .int({ error: () => t('Enter a number from 1 to 200.') })
    .check(
      z.minimum(1, { error: () => t('Enter a number from 1 to 200.') }),
      z.maximum(200, { error: () => t('Enter a number from 1 to 200.') }),
    ),
  pinnedEventIds: ids(200),
  excludedEventIds: ids(200),
})
export type ContentsQuery = z.output<typeof query>

const member = z.object({
  id: z.int(),
  name: z.string(),
  isPinned: z.boolean(),
  venue: z.string(),
  city: z.string(),
  /** The next performance, in the venue's local time; null if none is upcoming or its day is undecided. */
  localDate: z.nullable(z.string()),
  localTime: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  isDateTbd: z.boolean(),
  schedule: z.string(),
  publication: z.string(),
  /** Since its last review. */
  change: z.enum(['new', 'moved', 'changed', 'none']),
  /** The previous next day, if it has moved. */
  was: z.nullable(z.string()),
})
export type Member = z.output<typeof member>

const contents = z.object({
  events: z.array(member),
  /** How many there would be without the cap. */
  total: z.int(),
  /** Found by the query and excluded by staff. */
  excluded: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Was in the lineup at its last review, and no longer is. */
  gone: z.array(z.object({ id: z.int(), name: z.string() })),
  reviewedAt: z.nullable(z.string()),
  reviewedBy: z.nullable(z.string()),
})
export type Contents = z.output<typeof contents>

export const previewContents = defineEndpoint('POST /rest/data/lineups/contents', {
  summary:
    'Read which events a saved query would find now, with pins and exclusions, and what has changed since the last review',
  access: ['lineups', 'ui'],
  tag: 'Lineups',
  input: query,
  output: contents,
})

export const reviewContents = defineEndpoint('POST /rest/data/lineups/:id/contents-review', {
  summary: 'Mark a lineup’s events as reviewed: changes are listed from here on',
  access: ['lineups', 'write'],
  tag: 'Lineups',
  params: idParams,
  output: z.object({ events: z.int(), reviewedAt: z.string() }),
})
