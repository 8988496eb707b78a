import { boolean, date, instant, integer, money, ref, select, text, time } from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { minutesUntil } from './clock-times.ts'
import { providerCodes, providerCodesOnce } from '../../providers/provider-codes.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { events } from '../event/events.ts'
import type { venues } from '../../places/venues/venues.ts'
import type { venueConfigurations } from '../../places/venues/venue-configurations.ts'
import type { cities } from '../../places/geo/cities.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    performances: true
  }
}

export const performanceStatuses = ['onsale', 'offsale', 'sold_out', 'cancelled', 'postponed', 'rescheduled'] as const
export type PerformanceStatus = (typeof performanceStatuses)[number]

/**
 * One dated occurrence of an event. The venue's wall-clock start is what people agreed on; the instant follows from it
 * and the time zone. While the time is yet to be announced, the instant is noon. Starts are set by the schedule's
 * commands, which handle clocks that skip and repeat hours as well as customers who have booked.
 */
export const performances = defineResource('performances', {
  label: ['Performance', 'Performances'],
  access: 'performances',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ derived: true, required: true, max: 300, label: 'Performance' }),
    eventId: ref(nameOf<typeof events>('events'), { required: true, readOnly: true }),
    venueId: ref(nameOf<typeof venues>('venues'), { required: true, readOnly: true }),
    venueConfigurationId: ref(nameOf<typeof venueConfigurations>('venue-configurations'), { label: 'Configuration' }),
    cityId: ref(nameOf<typeof cities>('cities'), { required: true, readOnly: true }),
    localDate: date({ required: true, readOnly: true, label: 'Date' }),
    localTime: time({ readOnly: true, label: 'Starts' }),
    doorsTime: time({ label: 'Doors' }),
    timeZone: text({ required: true, readOnly: true, max: 64, format: 'timeZone' }),
    startsAt: instant({ required: true, readOnly: true, label: 'Starts (UTC)' }),
    durationMinutes: integer({ required: true, min: 1, max: 43_200, label: 'Minutes' }),
    status: select(performanceStatuses, {
      required: true,
      initial: 'onsale',
      labels: {
        onsale: 'On sale',
        offsale: 'Off sale',
        sold_out: 'Sold out',
        cancelled: 'Cancelled',
        postponed: 'Postponed',
        rescheduled: 'Rescheduled',
      },
      tones: {
        onsale: 'good',
        offsale: 'neutral',
        sold_out: 'busy',
        cancelled: 'bad',
        postponed: 'warn',
        rescheduled: 'busy',
      },
    }),
    isDateTbd: boolean({ readOnly: true, label: 'Date to be decided' }),
    isTimeTba: boolean({ readOnly: true, label: 'Time to be announced' }),
    rescheduledFrom: date({ readOnly: true }),
    capacity: integer({ required: true, min: 0, max: 500_000 }),
    available: integer({ required: true, readOnly: 'moving', min: 0, max: 500_000 }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    minPrice: money({ readOnly: 'moving', currency: 'currency', min: 0, label: 'Provider’s lowest' }),
    maxPrice: money({ readOnly: 'moving', currency: 'currency', min: 0, label: 'Provider’s highest' }),
    fromPrice: money({
      derived: true,
      currency: 'currency',
      label: 'From price',
      help: 'The cheapest ticket, fees included. Blank when none can be bought.',
    }),
    checkedAt: instant({ readOnly: 'moving', label: 'Availability checked' }),
    isRefreshAsked: boolean({
      label: 'Asked again',
      help: 'Its provider’s availability is checked first. The answer clears this.',
    }),
    providerCode: text({
      max: 64,
      label: 'Provider’s code',
      help: 'Id at the event’s provider',
    }),
    providerCodes: providerCodes(
      'Ids used by other sellers. Listings under these ids belong to this performance only.',
    ),
    purchaseCount: integer({
      derived: true,
      required: true,
      label: 'Open purchases',
      help: 'To fulfil',
    }),
    disputedCount: integer({ derived: true, required: true, label: 'Time conflicts' }),
    eventAndVenue: text({ derived: true, label: 'Event and venue' }),
    providerCodeWords: text({ derived: true, label: 'Ids at the providers' }),
    isPast: boolean({ derived: true, label: 'Past' }),
    needsNotice: boolean({
      derived: true,
      label: 'Customers to notify',
      help: 'It changed after tickets were sold, and no one has decided yet whether to notify customers',
    }),
    isStale: boolean({
      derived: true,
      label: 'Stale',
      help: 'Upcoming, availability not checked for a day',
    }),
  },
  list: {
    columns: [
      'name',
      'venueId',
      'localDate',
      'localTime',
      'status',
      'purchaseCount',
      'available',
      'fromPrice',
      'minPrice',
      'timeZone',
      'checkedAt',
      'startsAt',
    ],
    shown: [
      { key: 'name', below: ['venueId'] },
      { key: 'localDate', below: ['localTime'] },
      'status',
      'purchaseCount',
      'available',
      'fromPrice',
      { key: 'checkedAt', label: 'Checked' },
    ],
    filters: [
      'eventId',
      'venueId',
      'venueConfigurationId',
      'cityId',
      'localDate',
      'timeZone',
      'status',
      'startsAt',
      'isTimeTba',
      'isDateTbd',
      'isStale',
      'isPast',
      'needsNotice',
      'checkedAt',
      'isRefreshAsked',
    ],
    search: ['eventAndVenue', 'providerCode', 'providerCodeWords', 'timeZone'],
    sort: 'startsAt',
    needs: ['eventId', 'localDate', 'localTime', 'isDateTbd', 'purchaseCount'],
  },
  form: {
    main: [
      {
        title: 'Performance',
        fields: ['eventId', 'venueId', 'localDate', 'localTime', 'timeZone', 'startsAt', 'rescheduledFrom'],
      },
      { title: 'On the day', fields: ['venueConfigurationId', 'doorsTime', 'durationMinutes', 'capacity'] },
      { title: 'At the providers', fields: ['providerCode', 'providerCodes'] },
    ],
    aside: [
      {
        title: 'Sales',
        fields: [
          'status',
          'purchaseCount',
          'available',
          'fromPrice',
          'minPrice',
          'maxPrice',
          'checkedAt',
          'isRefreshAsked',
        ],
      },
    ],
  },
  actions: {
    'off-sale': { label: 'Take off sale', done: 'taken off sale', set: { status: 'offsale' } },
    'on-sale': { label: 'Put on sale', done: 'put on sale', set: { status: 'onsale' } },
    'refresh': { label: 'Ask providers again', done: 'to be refreshed', set: { isRefreshAsked: true } },
  },
  *check(draft) {
    yield* providerCodesOnce(draft)
    if (draft.doorsTime && draft.localTime && minutesUntil(draft.doorsTime, draft.localTime) > 720) {
      yield { field: 'doorsTime', message: t('Doors open before the start, at most twelve hours.') }
    }
    if (draft.doorsTime && !draft.localTime)
      yield { field: 'doorsTime', message: t('Doors have a time once the start has one.') }
    if (draft.available > draft.capacity)
      yield {
        field: 'capacity',
        message: t('More than that are still available: {available}.', { available: draft.available }),
      }
  },
  summary: 'Dated performances of events.',
})

/** The fields of a past performance that can still change, besides cancelling it. */
export const afterwards: ReadonlySet<string> = new Set(['providerCode', 'providerCodes'])
