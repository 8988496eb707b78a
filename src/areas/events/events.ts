import { defineResource } from '../../kit/resource.ts'
import { boolean, instant, integer, longText, ref, refs, select, text } from '../../kit/fields.ts'

export const eventTypes = ['concert', 'sport', 'theatre', 'exhibition', 'festival', 'other'] as const
export const publications = ['draft', 'in_review', 'published', 'unpublished', 'archived'] as const
export const schedules = ['scheduled', 'postponed', 'rescheduled', 'cancelled', 'moved_online'] as const

/**
 * A production that groups its dated performances. Publication and schedule are independent of each other.
 */
export const events = defineResource('events', {
  label: ['Event', 'Events'],
  access: 'events',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 255 }),
    slug: text({ required: true, unique: true, max: 255, format: 'slug' }),
    type: select(eventTypes, {
      required: true,
      labels: {
        concert: 'Concert', sport: 'Sport', theatre: 'Theatre', exhibition: 'Exhibition',
        festival: 'Festival', other: 'Other',
      },
    }),
    venueId: ref('venues', { required: true }),
    cityId: ref('cities', { required: true }),
    performerIds: refs('performers', { max: 100, help: 'In billing order' }),
    providerId: ref('providers', { required: true }),
    publication: select(publications, {
      required: true, initial: 'draft',
      labels: {
        draft: 'Draft', in_review: 'In review', published: 'Published', unpublished: 'Unpublished',
        archived: 'Archived',
      },
      tones: {
        draft: 'neutral', in_review: 'busy', published: 'good', unpublished: 'warn', archived: 'neutral',
      },
    }),
    schedule: select(schedules, {
      required: true, initial: 'scheduled',
      labels: {
        scheduled: 'Scheduled', postponed: 'Postponed', rescheduled: 'Rescheduled', cancelled: 'Cancelled',
        moved_online: 'Moved online',
      },
      tones: {
        scheduled: 'good', postponed: 'warn', rescheduled: 'busy', cancelled: 'bad', moved_online: 'busy',
      },
    }),
    locale: text({ required: true, max: 16, format: 'locale' }),
    minAge: integer({ min: 0, max: 120 }),
    onSaleAt: instant(),
    offSaleAt: instant(),
    isEvergreen: boolean({ label: 'Evergreen', help: 'Stays published without a future performance' }),
    isHidden: boolean({ label: 'Hidden' }),
    description: longText({ max: 20_000 }),
    nextStartsAt: instant({ derived: true, label: 'Next performance' }),
    performanceCount: integer({ derived: true, required: true, label: 'Performances' }),
  },
  list: {
    columns: [
      'name', 'type', 'venueId', 'cityId', 'nextStartsAt', 'performanceCount', 'publication', 'schedule',
    ],
    filters: [
      'type', 'cityId', 'venueId', 'performerIds', 'providerId', 'publication', 'schedule', 'isHidden',
    ],
    search: ['name', 'slug'],
    sort: 'name',
  },
  summary: 'Events, each with its performances.',
})
