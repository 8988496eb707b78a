import { date, instant, integer, money, percent, ref, refs, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { venueConfigurations } from '../places/venues/venue-configurations.ts'
import type { venues } from '../places/venues/venues.ts'
import type { providers } from '../providers/providers.ts'
import { outlierKinds, outlierResolutions, outlierStatuses } from './outlier-kinds.ts'

/** Listings that do not fit on the map, by venue and wording. The job makes them; staff decide on them. */
export const ticketMapOutliers = defineResource('ticket-map-outliers', {
  label: ['Ticket map outlier', 'Ticket map outliers'],
  access: 'settings',
  operations: ['list', 'read'],
  title: 'rawSection',
  fields: {
    rawSection: text({ required: true, readOnly: true, max: 120, label: 'Listed as' }),
    rawRow: text({ readOnly: true, max: 20, label: 'Row' }),
    kind: select(outlierKinds, {
      required: true,
      readOnly: true,
      labels: {
        listed_twice: 'Listed twice',
        too_many_tickets: 'Too many tickets',
        row_out_of_range: 'Row not found',
        parking_or_extra: 'Parking or extra',
      },
    }),
    status: select(outlierStatuses, {
      required: true,
      readOnly: true,
      tones: { open: 'warn', reopened: 'warn', resolved: 'good', ignored: 'neutral' },
    }),
    venueId: ref(nameOf<typeof venues>('venues'), { required: true, readOnly: true }),
    venueConfigurationId: ref(nameOf<typeof venueConfigurations>('venue-configurations'), {
      required: true,
      readOnly: true,
      label: 'Configuration',
    }),
    providerIds: refs(nameOf<typeof providers>('providers'), { readOnly: 'moving' }),
    listingCount: integer({ required: true, readOnly: 'moving', min: 0, label: 'Listings' }),
    ticketCount: integer({ required: true, readOnly: 'moving', min: 0, label: 'Tickets' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    stake: money({ currency: 'currency', required: true, readOnly: 'moving', min: 0, label: 'Value at stake' }),
    nextDate: date({ readOnly: 'moving', label: 'Next event' }),
    daysLeft: integer({ derived: true, label: 'Days left' }),
    urgency: integer({
      required: true,
      readOnly: 'moving',
      min: 0,
      help: 'Value at stake, more the closer the event. 0 once decided.',
    }),
    suggestion: text({ readOnly: 'moving', max: 120 }),
    confidence: percent({ readOnly: 'moving', min: 0, max: 10_000 }),
    resolution: select(outlierResolutions, {
      readOnly: true,
      labels: {
        rule: 'Rule',
        once: 'Mapped once',
        section: 'Added to the map',
        extra: 'Marked as extra',
        gone: 'No longer listed',
      },
    }),
    ignoredUntil: date({ readOnly: true }),
    firstSeenAt: instant({ required: true, readOnly: true, label: 'First seen' }),
    lastSeenAt: instant({ required: true, readOnly: 'moving', label: 'Last seen' }),
  },
  list: {
    columns: [
      'rawSection',
      'rawRow',
      'kind',
      'status',
      'venueId',
      'venueConfigurationId',
      'providerIds',
      'listingCount',
      'ticketCount',
      'stake',
      'nextDate',
      'daysLeft',
      'urgency',
      'suggestion',
      'confidence',
      'resolution',
      'ignoredUntil',
      'firstSeenAt',
      'lastSeenAt',
    ],
    shown: [
      { key: 'rawSection', below: ['kind', 'rawRow'] },
      { key: 'stake', below: ['listingCount'] },
      { key: 'nextDate', below: ['daysLeft'] },
      { key: 'suggestion', below: ['confidence'] },
      { key: 'venueId', below: ['venueConfigurationId'] },
      'providerIds',
      { key: 'status', below: ['resolution'] },
    ],
    filters: [
      'kind',
      'status',
      'venueId',
      'venueConfigurationId',
      'providerIds',
      'stake',
      'currency',
      'listingCount',
      'nextDate',
      'confidence',
      'resolution',
      'firstSeenAt',
    ],
    search: ['rawSection', 'suggestion'],
    sort: '-urgency',
  },
  summary: 'Listings that do not fit on a seat map, by venue and wording, those with the most money at stake first.',
})

export type TicketMapOutlier = RecordOf<typeof ticketMapOutliers>
