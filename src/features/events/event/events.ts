import {
  boolean,
  date,
  instant,
  integer,
  longText,
  money,
  percent,
  ref,
  refs,
  rows,
  select,
  text,
} from '../../../core/resource/fields.ts'
import { t } from '../../../core/i18n/language.ts'
import { pageFields, searchFields } from '../../../core/resource/page.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { eventChecks } from './event-checks.ts'
import { eventTypeLabels, eventTypes, schedules, scheduleWords } from './event-labels.ts'
import { nameOf, selfNamed } from '../../../core/resource/resource-name.ts'
import type { categories } from '../../categories/categories.ts'
import type { subcategories } from '../../categories/subcategories.ts'
import type { tags } from '../../tags/tags.ts'
import type { venues } from '../../places/venues/venues.ts'
import type { cities } from '../../places/geo/cities.ts'
import type { performers } from '../performer/performers.ts'
import type { providers } from '../../providers/providers.ts'
import type { images } from '../../../platform/media/images.ts'

declare module '../../../core/access/permissions.ts' {
  interface PermissionObjects {
    events: true
  }
}

/** The form has it on the record; a preview from the list has it in the values. */
const isNextTba = (values: { readonly nextTbaOn?: unknown }) => typeof values.nextTbaOn === 'string'

/**
 * A production that groups its dated performances. Publication and schedule are independent of each other: a cancelled
 * event stays public, so that people find out that it is.
 */
export const events = defineResource('events', {
  label: ['Event', 'Events'],
  access: 'events',
  isMergeable: true,
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 255, translatable: true }),
    internalName: text({ max: 255, help: 'For staff, if it differs from the name on the site' }),
    ...pageFields,
    type: select(eventTypes, { required: true, labels: eventTypeLabels }),
    categoryId: ref(nameOf<typeof categories>('categories'), { help: 'Its subcategory’s, if set' }),
    subcategoryId: ref(nameOf<typeof subcategories>('subcategories')),
    tagIds: refs(nameOf<typeof tags>('tags'), { max: 50 }),
    venueId: ref(nameOf<typeof venues>('venues'), {
      required: true,
      help: 'The usual venue. Each performance has its own.',
    }),
    cityId: ref(nameOf<typeof cities>('cities'), { required: true, readOnly: true }),
    performerIds: refs(nameOf<typeof performers>('performers'), { max: 100, help: 'In billing order' }),
    superEventId: ref(selfNamed('events'), { label: 'Part of', help: 'Festival or season' }),
    providerId: ref(nameOf<typeof providers>('providers'), { required: true }),
    providerCode: text({
      max: 64,
      label: 'Provider’s code',
      help: 'Provider’s id, so that its updates arrive here',
    }),
    otherCodes: rows(
      {
        provider: text({ required: true, max: 40 }),
        code: text({ required: true, max: 64 }),
      },
      {
        max: 100,
        readOnly: true,
        label: 'Codes merged into it',
        help: 'Provider ids of events merged into this one. Their updates arrive here',
      },
    ),
    schedule: select(schedules, { required: true, initial: 'scheduled', ...scheduleWords }),
    locale: text({
      required: true,
      max: 16,
      format: 'locale',
      initial: 'en',
      label: 'Language',
      help: 'Where the event takes place',
    }),
    minAge: integer({ min: 0, max: 120, label: 'Minimum age' }),
    imageIds: refs(nameOf<typeof images>('images'), {
      max: 12,
      label: 'Images',
      help: 'The first one represents the event in lists',
    }),
    description: longText({
      max: 20_000,
      format: 'richText',
      translatable: true,
      help: 'What visitors read at the top of the page',
    }),
    terms: longText({
      max: 4_000,
      translatable: true,
      label: 'Terms',
      help: 'Entry rules, what buyers can bring, refunds',
    }),
    ...searchFields('name'),
    onSaleAt: instant({ zone: 'timeZone', label: 'Sales begin' }),
    offSaleAt: instant({ zone: 'timeZone', label: 'Sales end' }),
    isEvergreen: boolean({ label: 'Evergreen', help: 'Stays published without a future performance' }),
    isHidden: boolean({ label: 'Hidden', help: 'Hidden from the site, even when published' }),
    isUnlisted: boolean({
      label: 'Unlisted',
      help: 'Only by its URL, not in lists or site search',
    }),
    isNoindex: boolean({ label: 'Hidden from search engines' }),
    timeZone: text({ derived: true, max: 64, format: 'timeZone' }),
    nextStartsAt: instant({ derived: true, zone: 'timeZone', label: 'Next performance' }),
    nextTbaOn: date({
      derived: true,
      label: 'Next performance, time to be announced',
      help: 'The day of the next performance, if its time isn’t announced yet',
    }),
    performanceCount: integer({ derived: true, required: true, label: 'Performances' }),
    upcomingCount: integer({ derived: true, required: true, label: 'Upcoming' }),
    fromPrice: money({
      derived: true,
      currency: 'currency',
      label: 'From price',
      help: 'The cheapest ticket on sale, fees included',
    }),
    currency: text({ derived: true, max: 3 }),
    listingCount: integer({
      derived: true,
      required: true,
      label: 'Listings',
      help: 'Open ones, of performances that are sold',
    }),
    providerCount: integer({
      derived: true,
      required: true,
      label: 'Providers',
      help: 'Those with an open listing or an upcoming performance',
    }),
    mapCoverage: percent({
      derived: true,
      label: 'Mapped',
      help: 'Upcoming performances with a seat manifest',
    }),
    purchaseCount: integer({ derived: true, required: true, label: 'Purchases' }),
    disputedCount: integer({ derived: true, required: true, label: 'Time conflicts' }),
    isVenuePublished: boolean({ derived: true, label: 'Venue published' }),
  },
  page: {
    path: '/{slug}/ev-{id}',
    needs: ['description', 'categoryId'],
    wants: ['imageIds', 'seoTitle', 'seoDescription', 'subcategoryId', 'terms'],
    checks: eventChecks,
  },
  list: {
    columns: [
      'name',
      'venueId',
      'nextStartsAt',
      'upcomingCount',
      'listingCount',
      'fromPrice',
      'providerCount',
      'mapCoverage',
      'purchaseCount',
      'publication',
      'schedule',
      'type',
      'categoryId',
      'cityId',
    ],
    shown: [
      { key: 'name', below: ['venueId', 'cityId'], picture: 'imageIds' },
      'publication',
      'nextStartsAt',
      { key: 'upcomingCount', label: 'Dates' },
      'listingCount',
      'fromPrice',
      'mapCoverage',
      'purchaseCount',
    ],
    filters: [
      'type',
      'categoryId',
      'subcategoryId',
      'tagIds',
      'cityId',
      'venueId',
      'performerIds',
      'providerId',
      'publication',
      'schedule',
      'isHidden',
      'isUnlisted',
      'isEvergreen',
      'onSaleAt',
      'superEventId',
      'publishAt',
    ],
    search: ['name', 'slug', 'internalName', 'providerCode'],
    sort: 'name',
    needs: ['name', 'nextTbaOn'],
  },
  form: {
    main: [
      { title: 'Schedule', fields: ['performanceCount'] },
      { title: 'Event', fields: ['name', 'internalName', 'slug', 'type', 'venueId', 'superEventId'] },
      { title: 'Performers', fields: ['performerIds'] },
      { title: 'Classification', fields: ['categoryId', 'subcategoryId', 'tagIds'] },
      { title: 'Page', fields: ['imageIds', 'description'] },
      { title: 'Search engines', fields: ['seoTitle', 'seoDescription'] },
      { title: 'For buyers', fields: ['minAge', 'locale', 'terms'] },
    ],
    aside: [
      {
        title: 'State',
        fields: [
          'schedule',
          { field: 'nextStartsAt', when: (values) => !isNextTba(values) },
          { field: 'nextTbaOn', when: isNextTba },
          'upcomingCount',
        ],
      },
      { title: 'Sales', fields: ['onSaleAt', 'offSaleAt', 'fromPrice', 'purchaseCount', 'mapCoverage'] },
      { title: 'On the site', fields: ['isHidden', 'isUnlisted', 'isNoindex', 'isEvergreen'] },
      { title: 'Provider', fields: ['providerId', 'providerCode', 'otherCodes'] },
    ],
  },
  actions: {
    hide: { label: 'Hide', done: 'hidden', set: { isHidden: true } },
    show: { label: 'Show', done: 'shown again', set: { isHidden: false } },
  },
  *check(draft) {
    if (draft.onSaleAt && draft.offSaleAt && draft.offSaleAt <= draft.onSaleAt) {
      yield { field: 'offSaleAt', message: t('Sales end after they begin.') }
    }
    if (draft.subcategoryId && !draft.categoryId)
      yield { field: 'subcategoryId', message: t('A subcategory needs its category. Choose that too.') }
  },
  summary: 'Events, each with its performances.',
})
