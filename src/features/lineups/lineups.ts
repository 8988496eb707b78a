import {
  boolean,
  choices,
  date,
  decimal,
  integer,
  longText,
  percent,
  ref,
  refs,
  select,
  text,
} from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { pageFields, searchFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { eventTypes } from '../events/event/event-labels.ts'
import { nameOf, selfNamed } from '../../core/resource/resource-name.ts'
import type { images } from '../../platform/media/images.ts'
import type { authors } from '../authors/authors.ts'
import type { cities } from '../places/geo/cities.ts'
import type { venues } from '../places/venues/venues.ts'
import type { tags } from '../tags/tags.ts'
import type { events } from '../events/event/events.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    lineups: true
  }
}

export const lineupTypes = ['show', 'tour', 'festival', 'tournament', 'season', 'curated'] as const
export const memberships = ['explicit', 'living'] as const

/** What a saved query asks for. Each narrows the others; the first that is empty asks for nothing. */
export const queryKeys = [
  'isOfBill',
  'eventTypes',
  'cityIds',
  'venueIds',
  'nameContains',
  'fromDate',
  'untilDate',
] as const

const isLiving = ({ membership }: { membership?: string | null }) => membership === 'living'

/**
 * Pages that gather events under one name, with a bill of performers. A living one finds its events by a saved query,
 * so that it grows and shrinks by itself; pins and exclusions correct it.
 */
export const lineups = defineResource('lineups', {
  label: ['Lineup', 'Lineups'],
  access: 'lineups',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 160, translatable: true }),
    type: select(lineupTypes, {
      required: true,
      labels: {
        show: 'Stage show',
        tour: 'Tour',
        festival: 'Festival',
        tournament: 'Tournament',
        season: 'Season',
        curated: 'Curated',
      },
    }),
    description: longText({
      max: 20_000,
      format: 'richText',
      translatable: true,
      help: 'What visitors read above the events',
    }),
    ...searchFields('name'),
    imageIds: refs(nameOf<typeof images>('images'), {
      max: 20,
      label: 'Images',
      help: 'The first one represents the lineup in lists',
    }),
    authorId: ref(nameOf<typeof authors>('authors'), { help: 'Shown as the byline' }),
    cityId: ref(nameOf<typeof cities>('cities'), { help: 'Only if everything is in one time zone' }),
    venueId: ref(nameOf<typeof venues>('venues'), { help: 'Only if everything is in one time zone' }),
    tagIds: refs(nameOf<typeof tags>('tags'), { max: 50 }),
    membership: select(memberships, {
      required: true,
      initial: 'explicit',
      label: 'Events are',
      labels: { explicit: 'Chosen', living: 'Found by query' },
      tones: { explicit: 'neutral', living: 'good' },
    }),
    isOfBill: boolean({ label: 'With performers on the bill', help: 'Events in which at least one of them performs' }),
    eventTypes: choices(eventTypes, { label: 'Event types' }),
    cityIds: refs(nameOf<typeof cities>('cities'), { max: 50, label: 'In the cities' }),
    venueIds: refs(nameOf<typeof venues>('venues'), { max: 50, label: 'In the venues' }),
    nameContains: text({ min: 3, max: 80, label: 'Name contains' }),
    fromDate: date({ label: 'With a performance from' }),
    untilDate: date({ label: 'With a performance until' }),
    maxEvents: integer({
      required: true,
      min: 1,
      max: 200,
      initial: 60,
      label: 'At most',
      help: 'Events in it, pinned ones included. Beyond this number, the next ones are used.',
    }),
    pinnedEventIds: refs(nameOf<typeof events>('events'), {
      max: 200,
      label: 'Pinned events',
      help: 'Always included, first and in this order. Without a saved query, the lineup has only these.',
    }),
    excludedEventIds: refs(nameOf<typeof events>('events'), {
      max: 200,
      label: 'Excluded events',
      help: 'Excluded, even if the query matches',
    }),
    graceDays: integer({
      required: true,
      min: 0,
      max: 90,
      initial: 7,
      label: 'Days of grace',
      help: 'How long the page stays public after its last event',
    }),
    successorId: ref(selfNamed('lineups'), {
      label: 'Successor',
      help: 'Redirect target when it is unpublished because it’s empty',
    }),
    performerCount: integer({ derived: true, required: true, label: 'Performers' }),
    eventCount: integer({ derived: true, required: true, label: 'Events' }),
    upcomingCount: integer({ derived: true, required: true, label: 'Upcoming events' }),
    changeCount: integer({
      derived: true,
      label: 'Changes',
      help: 'Events added or removed since the last review',
    }),
    onSaleShare: percent({
      derived: true,
      label: 'On sale',
      help: 'Its upcoming events with tickets on sale',
    }),
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of its texts in the website’s languages',
    }),
    rating: decimal({
      derived: true,
      min: 1,
      max: 5,
      scale: 2,
      label: 'Rating',
      help: 'Stars of its approved reviews, on average',
    }),
    reviewCount: integer({ derived: true, required: true, label: 'Reviews' }),
    firstOn: date({ derived: true, label: 'First day' }),
    lastOn: date({ derived: true, label: 'Last day' }),
    ...pageFields,
  },
  page: {
    path: '/lineups/{slug}',
    needs: ['description'],
    wants: ['imageIds', 'seoTitle', 'seoDescription', 'authorId'],
    checks: [
      {
        key: 'upcomingCount',
        label: 'Has an upcoming event',
        lack: msg('it has no upcoming event'),
        isBlocking: true,
        mendAt: { field: 'membership' },
        isMet: ({ upcomingCount }) => Number(upcomingCount) > 0,
      },
      {
        key: 'performerCount',
        label: 'Has performers on the bill',
        lack: msg('the lineup is empty'),
        isBlocking: false,
        mendAt: { part: msg('Bill') },
        isMet: ({ performerCount }) => Number(performerCount) > 0,
      },
    ],
  },
  list: {
    columns: [
      'name',
      'type',
      'publication',
      'upcomingCount',
      'changeCount',
      'membership',
      'rating',
      'reviewCount',
      'onSaleShare',
      'translatedShare',
      'performerCount',
      'firstOn',
      'lastOn',
      'updatedAt',
    ],
    shown: [
      { key: 'name', below: ['cityId', 'venueId'], picture: 'imageIds' },
      'publication',
      'type',
      'upcomingCount',
      'changeCount',
      'rating',
      'onSaleShare',
      'translatedShare',
    ],
    filters: [
      'type',
      'membership',
      'publication',
      'cityId',
      'venueId',
      'tagIds',
      'authorId',
      'pinnedEventIds',
      'publishAt',
    ],
    search: ['name', 'slug'],
    sort: 'name',
  },
  form: {
    main: [
      { title: 'Lineup', fields: ['name', 'slug', 'type', 'cityId', 'venueId', 'tagIds'] },
      {
        title: 'Events',
        help: 'Its current content and the changes are shown below.',
        fields: [
          'membership',
          { field: 'isOfBill', when: isLiving },
          { field: 'eventTypes', when: isLiving },
          { field: 'cityIds', when: isLiving },
          { field: 'venueIds', when: isLiving },
          { field: 'nameContains', when: isLiving },
          { field: 'fromDate', when: isLiving },
          { field: 'untilDate', when: isLiving },
          'pinnedEventIds',
          { field: 'excludedEventIds', when: isLiving },
          'maxEvents',
        ],
      },
      { title: 'Page', fields: ['description', 'seoTitle', 'seoDescription', 'authorId'] },
      { title: 'Images', fields: ['imageIds'] },
    ],
    aside: [
      {
        title: 'Span',
        fields: [
          'firstOn',
          'lastOn',
          'upcomingCount',
          'onSaleShare',
          'performerCount',
          'rating',
          'reviewCount',
          'translatedShare',
        ],
      },
      { title: 'Once it is empty', fields: ['graceDays', 'successorId'] },
    ],
  },
  *check(draft) {
    const asks =
      draft.isOfBill ||
      draft.eventTypes.length > 0 ||
      draft.cityIds.length > 0 ||
      draft.venueIds.length > 0 ||
      draft.nameContains !== null
    if (draft.membership === 'living' && !asks)
      yield {
        field: 'membership',
        message: t('A saved query needs a condition: performers, types, cities, venues or a name.'),
      }
    if (draft.fromDate !== null && draft.untilDate !== null && draft.untilDate < draft.fromDate)
      yield { field: 'untilDate', message: t('The last day is before the first.') }
    const excluded = new Set(draft.excludedEventIds)
    if (draft.pinnedEventIds.some((id) => excluded.has(id)))
      yield { field: 'excludedEventIds', message: t('An event can’t be both pinned and excluded.') }
    if (draft.pinnedEventIds.length > draft.maxEvents)
      yield { field: 'maxEvents', message: t('More events are pinned than it has room for.') }
  },
  summary: 'Lineups: pages that gather events, chosen one by one or found by a saved query.',
})
