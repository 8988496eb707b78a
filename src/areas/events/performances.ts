import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { boolean, date, instant, integer, money, ref, select, text, time } from '../../kit/fields.ts'

export const performanceStatuses = [
  'onsale', 'offsale', 'sold_out', 'cancelled', 'postponed', 'rescheduled',
] as const

/**
 * One dated occurrence of an event. The venue's wall-clock start is what people agreed on; the instant
 * follows from it and the zone. While the time is to be announced, the instant is noon.
 */
export const performances = defineResource('performances', {
  label: ['Performance', 'Performances'],
  access: 'performances',
  operations: ['list', 'read'],
  title: 'localDate',
  fields: {
    eventId: ref('events', { required: true }),
    venueId: ref('venues', { required: true }),
    venueConfigurationId: ref('venue-configurations', { label: 'Configuration' }),
    cityId: ref('cities', { required: true }),
    localDate: date({ required: true, label: 'Date' }),
    localTime: time({ label: 'Starts' }),
    doorsTime: time({ label: 'Doors' }),
    timeZone: text({ required: true, max: 64, format: 'timeZone' }),
    startsAt: instant({ required: true, label: 'Starts (UTC)' }),
    durationMinutes: integer({ required: true, min: 1, max: 43_200 }),
    status: select(performanceStatuses, {
      required: true, initial: 'onsale',
      labels: {
        onsale: 'On sale', offsale: 'Off sale', sold_out: 'Sold out', cancelled: 'Cancelled',
        postponed: 'Postponed', rescheduled: 'Rescheduled',
      },
      tones: {
        onsale: 'good', offsale: 'neutral', sold_out: 'busy', cancelled: 'bad', postponed: 'warn',
        rescheduled: 'busy',
      },
    }),
    isDateTbd: boolean({ label: 'Date to be decided' }),
    isTimeTba: boolean({ label: 'Time to be announced' }),
    rescheduledFrom: date(),
    capacity: integer({ required: true, min: 0, max: 500_000 }),
    available: integer({ required: true, min: 0, max: 500_000 }),
    currency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    minPrice: money({ currency: 'currency', min: 0 }),
    maxPrice: money({ currency: 'currency', min: 0 }),
    checkedAt: instant({ readOnly: true, label: 'Availability checked' }),
  },
  list: {
    columns: [
      'eventId', 'venueId', 'cityId', 'localDate', 'localTime', 'timeZone', 'status', 'available', 'minPrice',
      'startsAt',
    ],
    filters: ['eventId', 'venueId', 'cityId', 'localDate', 'timeZone', 'status', 'startsAt', 'isTimeTba'],
    search: ['timeZone'],
    sort: 'startsAt',
  },
  *check(draft) {
    if (draft.isTimeTba === (draft.localTime !== null)) {
      yield {
        field: 'localTime',
        message: draft.isTimeTba ? t('A time to be announced has no time yet.') : t('Enter the start, or mark it as to be announced.'),
      }
    }
    if (draft.available > draft.capacity) yield {
      field: 'available', message: t('No more can be available than the capacity.'),
    }
  },
  summary: 'Dated performances of events.',
})
