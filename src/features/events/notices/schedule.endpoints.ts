import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { outcome } from '../../../core/outcome.ts'
import { reasonText } from '../../../core/access/reason.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { maxAtOnce } from '../performance/starts.ts'

/** A date that is missing is said to be required, like all that is missing. */
const wrongDate = ({ input }: { readonly input?: unknown }) =>
  input === undefined ? undefined : t('Write dates like 2026-06-01.')
const dayText = z.iso.date({ error: wrongDate }).check(
  z.refine((day) => day >= '1900-01-01' && day <= '2199-12-31', {
    error: () => t('Choose a year from 1900 to 2199.'),
  }),
)
const clockPattern = /^([01][0-9]|2[0-3]):[0-5][0-9]$/
const clockText = z
  .string({ error: () => t('Write times like 19:30.') })
  .check(z.regex(clockPattern, { error: () => t('Write times like 19:30.') }))
const offsetText = z.optional(
  z.nullable(
    z
      .string({ error: () => t('Write offsets like +02:00.') })
      .check(z.regex(/^[+-](0[0-9]|1[0-4]):[0-5][0-9]$/, { error: () => t('Write offsets like +02:00.') })),
  ),
)
const whole = (low: number, high: number) =>
  z
    .int({ error: () => t('Enter a whole number from {low} to {high}.', { low, high }) })
    .check(
      z.minimum(low, { error: () => t('Enter a whole number from {low} to {high}.', { low, high }) }),
      z.maximum(high, { error: () => t('Enter a whole number from {low} to {high}.', { low, high }) }),
    )

const start = z.strictObject({
  localDate: dayText,
  /** Null while the time is yet to be announced. */
  localTime: z.nullable(clockText),
  /** Which of two moments, where clocks show the time twice. */
  offset: offsetText,
})

const pattern = z.strictObject({
  venueId: z.int({ error: () => t('Choose a venue.') }),
  from: dayText,
  until: dayText,
  weekdays: z
    .array(whole(1, 7))
    .check(
      z.minLength(1, { error: () => t('Choose at least one day of the week.') }),
      z.maxLength(7, { error: () => t('A week has seven days.') }),
    ),
  times: z
    .array(
      z.string({ error: () => t('Write times like 19:30.') }).check(
        z.regex(clockPattern, {
          error: ({ input }) => t('“{time}” is not a time. Write it like 19:30.', { time: String(input) }),
        }),
      ),
    )
    .check(
      z.minLength(1, { error: () => t('Enter at least one time.') }),
      z.maxLength(12, { error: () => t('At most twelve times a day.') }),
    ),
  except: z.array(dayText).check(z.maxLength(200, { error: () => t('At most 200 days can be left out.') })),
  durationMinutes: whole(1, 43_200),
})

const planned = z.object({
  localDate: z.string(),
  localTime: z.string(),
  startsAt: z.nullable(z.string()),
  /** Offsets to choose between, where clocks show the time twice. */
  offsets: z.array(z.string()),
  problem: z.nullable(z.enum(['skipped', 'repeated', 'past', 'exists'])),
  /** Another event at the venue at that time; this is only a warning. */
  clash: z.nullable(z.string()),
})
export type PlannedStart = z.output<typeof planned>

export const previewSchedule = defineEndpoint('POST /rest/data/events/:id/performances/preview', {
  summary: 'Read what a pattern of performances would create: each start with its moment, and what prevents it',
  access: ['performances', 'write'],
  tag: 'Performances',
  params: idParams,
  input: pattern,
  output: z.object({ timeZone: z.string(), rows: z.array(planned), isTooMany: z.boolean() }),
})

export const createPerformances = defineEndpoint('POST /rest/data/events/:id/performances', {
  summary: 'Create performances of an event at a venue: all of them, or none',
  access: ['performances', 'write'],
  tag: 'Performances',
  params: idParams,
  status: 201,
  input: z.strictObject({
    venueId: z.int({ error: () => t('Choose a venue.') }),
    venueConfigurationId: z.nullable(z.int({ error: () => t('Send the configuration’s id, or null.') })),
    starts: z.array(start).check(
      z.minLength(1, { error: () => t('Choose at least one start.') }),
      z.maxLength(maxAtOnce, {
        error: () => t('At most {most} performances are created at once.', { most: maxAtOnce }),
      }),
    ),
    /** True when only the day is set, and it is yet to be confirmed. */
    isDateTbd: z.optional(z.boolean({ error: () => t('Use true or false.') })),
    durationMinutes: whole(1, 43_200),
    /** Minutes from doors opening to the start; null when unknown. */
    doorsMinutes: z.nullable(whole(0, 720)),
    /** Null takes that of the configuration, or of the venue. */
    capacity: z.nullable(whole(0, 500_000)),
    status: z.enum(['onsale', 'offsale'], { error: () => t('Send onsale or offsale.') }),
  }),
  output: z.object({ created: z.array(z.int()) }),
})

/** Ids of the changes that customers can be notified of next. */
const changes = z.array(z.int())
/** A performance that was moved, with how many purchases. */
const rescheduled = z
  .object({ id: z.int(), startsAt: z.string(), purchases: z.int(), changes })
  .register(z.globalRegistry, { id: 'Rescheduled' })
/** What a move includes besides the start. */
const why = z.optional(reasonText)

export const reschedulePerformance = defineEndpoint('POST /rest/data/performances/:id/reschedule', {
  summary:
    'Move a performance to another day or time, with the purchases for it; where there are any it needs a reason',
  access: ['performances', 'write'],
  tag: 'Performances',
  params: idParams,
  input: z.strictObject({
    ...start.shape,
    isDateTbd: z.optional(z.boolean({ error: () => t('Use true or false.') })),
    reason: why,
  }),
  output: rescheduled,
})

const ids = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the performances as a list of ids.'),
  })
  .check(
    z.minLength(1, { error: () => t('Choose at least one performance.') }),
    z.maxLength(maxAtOnce, { error: () => t('At most {most} performances at a time.', { most: maxAtOnce }) }),
  )
/** One result per id; a performance that could not be moved gives the reason. */
export const cancelOrPostponeResults = z
  .object({
    results: z.array(outcome),
    purchases: z.int(),
    changes,
  })
  .register(z.globalRegistry, { id: 'PerformanceOutcomes' })
export type ShiftResults = z.output<typeof cancelOrPostponeResults>

export const shiftPerformances = defineEndpoint('POST /rest/data/performances/shift', {
  summary:
    'Move performances by some minutes on the clocks of their venues; where there are purchases it needs a reason',
  access: ['performances', 'write'],
  tag: 'Performances',
  output: cancelOrPostponeResults,
  input: z.strictObject({
    ids,
    minutes: whole(-10_080, 10_080).check(
      z.refine((minutes) => minutes !== 0, {
        error: () => t('Enter a number of minutes. Use a negative number for earlier.'),
      }),
    ),
    reason: why,
  }),
})

/** Several ids in an address: `12,15`. */
export const idList = z
  .string({ error: () => t('Send their ids, such as 12,15.') })
  .check(z.regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$/, { error: () => t('Send their ids, such as 12,15.') }))

export const countAffected = defineEndpoint('GET /rest/data/performances/affected', {
  summary: 'Count the purchases that calling off these performances would affect',
  access: ['performances', 'ui'],
  tag: 'Performances',
  query: z.object({ ids: idList }),
  output: z.object({ purchases: z.int() }),
})

export const cancelOrPostponePerformances = defineEndpoint('POST /rest/data/performances/call-off', {
  summary:
    'Cancel performances, or postpone them to a day that is still to be decided; where there are purchases it needs a reason',
  access: ['performances', 'write'],
  tag: 'Performances',
  output: cancelOrPostponeResults,
  input: z.strictObject({
    ids,
    becomes: z.enum(['cancelled', 'postponed'], { error: () => t('Choose cancelled or postponed.') }),
    reason: why,
  }),
})

const shown = z.object({
  id: z.int(),
  eventId: z.int(),
  event: z.string(),
  venue: z.string(),
  localTime: z.nullable(z.string()),
  status: z.string(),
  isDateTbd: z.boolean(),
  isDisputed: z.boolean(),
  purchaseCount: z.int(),
})
export type CalendarEntry = z.output<typeof shown>
const calendarDay = z.object({ date: z.string(), count: z.int(), first: z.array(shown) })
export type CalendarDay = z.output<typeof calendarDay>

const idText = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Send its id.') })))

export const readPerformanceCalendar = defineEndpoint('GET /rest/data/performances/calendar', {
  summary: 'Read which performances take place on each of up to 62 days, the first of each day by name',
  access: ['performances', 'ui'],
  tag: 'Performances',
  query: z.object({
    from: dayText,
    until: dayText,
    eventId: idText,
    /** As in the list of performances, so that both show the same. */
    filter: z.optional(z.string()),
    q: z.optional(z.string()),
    /** How many performances to list per day; 4 by default. */
    perDay: z.optional(
      z.string().check(
        z.regex(/^([1-9][0-9]?|100)$/, {
          error: () => t('Enter a whole number from {low} to {high}.', { low: 1, high: 100 }),
        }),
      ),
    ),
  }),
  output: z.object({ days: z.array(calendarDay) }),
})

const claim = z.object({
  providerId: z.int(),
  provider: z.string(),
  localDate: z.string(),
  localTime: z.nullable(z.string()),
  seenAt: z.string(),
  agrees: z.boolean(),
  /** How often the provider was right in settled disputes, and how many there were. */
  right: z.int(),
  settled: z.int(),
})
const dispute = z.object({
  id: z.int(),
  localDate: z.string(),
  localTime: z.nullable(z.string()),
  venue: z.string(),
  status: z.string(),
  purchaseCount: z.int(),
  claims: z.array(claim),
})
export type Dispute = z.output<typeof dispute>
export type Claim = z.output<typeof claim>

export const readScheduleDiff = defineEndpoint('GET /rest/data/events/:id/schedule-diff', {
  summary:
    'Read which performances to come providers put at another time than we do, and how often each of them was right',
  access: ['performances', 'ui'],
  tag: 'Performances',
  params: idParams,
  output: z.object({ disputes: z.array(dispute) }),
})

export const settleTime = defineEndpoint('POST /rest/data/performances/:id/settle-time', {
  summary: 'Settle what providers say about a start: keep ours, or take the time of one of them',
  access: ['performances', 'write'],
  tag: 'Performances',
  params: idParams,
  input: z.strictObject({
    /** The provider whose time is right; null keeps ours. */
    providerId: z.nullable(z.int({ error: () => t('Choose a provider by its id, or null to keep ours.') })),
    offset: offsetText,
    reason: why,
  }),
  output: rescheduled,
})
