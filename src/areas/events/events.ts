import { boolean, date, instant, integer, longText, money, percent, ref, refs, rows, select, text } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { pageFields, searchFields } from '../../kit/page.ts'
import { defineResource } from '../../kit/resource.ts'
import { eventChecks } from './event-checks.ts'
import { eventTypeLabels, eventTypes, schedules, scheduleWords } from './event-words.ts'

/** The form knows it from the record; a look beside the list has it in the values. */
const isNextTba = (values: { readonly nextTbaOn?: unknown }) => typeof values.nextTbaOn === 'string'

/**
 * A production that groups its dated performances. Publication and schedule are independent of each other: a cancelled
 * event stays public, so that people find out that it is.
 */
export const events = defineResource('events', {
  label: ['Event', 'Events'],
  access: 'events',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 255, translatable: true }),
    internalName: text({ max: 255, help: 'What we call it among ourselves, where that is not the name on the site' }),
    ...pageFields,
    type: select(eventTypes, { required: true, labels: eventTypeLabels }),
    categoryId: ref('categories', { help: 'That of its subcategory where it has one' }),
    subcategoryId: ref('subcategories'),
    tagIds: refs('tags', { max: 50 }),
    venueId: ref('venues', { required: true, help: 'Where it usually takes place: each performance has a venue of its own' }),
    cityId: ref('cities', { required: true, readOnly: true }),
    performerIds: refs('performers', { max: 100, help: 'In billing order' }),
    superEventId: ref('events', { label: 'Part of', help: 'The festival or season that it belongs to' }),
    providerId: ref('providers', { required: true }),
    providerCode: text({ max: 64, label: 'Provider’s code', help: 'What the provider calls it, so that its updates arrive here' }),
    otherCodes: rows({
      provider: text({ required: true, max: 40 }), code: text({ required: true, max: 64 }),
    }, { max: 100, readOnly: true, label: 'Codes merged into it', help: 'What providers call events that were merged into this one: their updates arrive here' }),
    schedule: select(schedules, { required: true, initial: 'scheduled', ...scheduleWords }),
    locale: text({ required: true, max: 16, format: 'locale', initial: 'en', label: 'Language', help: 'In which it takes place' }),
    minAge: integer({ min: 0, max: 120, label: 'Minimum age' }),
    imageIds: refs('images', { max: 12, label: 'Images', help: 'The first one stands for the event in lists' }),
    description: longText({ max: 20_000, format: 'richText', translatable: true, help: 'What visitors read at the top of the page' }),
    terms: longText({ max: 4_000, translatable: true, label: 'Terms', help: 'What buyers have to know: who gets in, what may be brought along, when money is given back' }),
    ...searchFields('name'),
    onSaleAt: instant({ zone: 'timeZone', label: 'Sales begin' }),
    offSaleAt: instant({ zone: 'timeZone', label: 'Sales end' }),
    isEvergreen: boolean({ label: 'Evergreen', help: 'Stays published without a future performance' }),
    isHidden: boolean({ label: 'Hidden', help: 'Nowhere on the site, whatever its publication' }),
    isUnlisted: boolean({ label: 'Unlisted', help: 'Found by its address alone, not in lists or the search of the site' }),
    isNoindex: boolean({ label: 'Kept from search engines' }),
    timeZone: text({ derived: true, max: 64, format: 'timeZone' }),
    nextStartsAt: instant({ derived: true, zone: 'timeZone', label: 'Next performance' }),
    nextTbaOn: date({ derived: true, label: 'Next performance, time to be announced', help: 'Its day, while the moment of the next performance only stands for a time that is to be announced' }),
    performanceCount: integer({ derived: true, required: true, label: 'Performances' }),
    upcomingCount: integer({ derived: true, required: true, label: 'To come' }),
    minPrice: money({ derived: true, currency: 'currency', label: 'From' }),
    currency: text({ derived: true, max: 3 }),
    listingCount: integer({ derived: true, required: true, label: 'Listings', help: 'Open ones, of performances that are sold' }),
    providerCount: integer({ derived: true, required: true, label: 'Providers', help: 'Those with an open listing or a time of a performance to come' }),
    mapCoverage: percent({ derived: true, label: 'Mapped', help: 'Performances to come at a configuration that has a manifest' }),
    purchaseCount: integer({ derived: true, required: true, label: 'Purchases' }),
    disputedCount: integer({ derived: true, required: true, label: 'Disputed times' }),
    isVenuePublished: boolean({ derived: true, label: 'Venue published' }),
  },
  page: {
    path: '/{slug}/ev-{id}', needs: ['description', 'categoryId'], wants: ['imageIds', 'seoTitle', 'seoDescription', 'subcategoryId', 'terms'],
    checks: eventChecks,
  },
  list: {
    columns: [
      'name', 'venueId', 'nextStartsAt', 'upcomingCount', 'listingCount', 'minPrice', 'providerCount', 'mapCoverage', 'purchaseCount', 'publication', 'schedule', 'type', 'categoryId', 'cityId',
    ],
    filters: [
      'type', 'categoryId', 'subcategoryId', 'tagIds', 'cityId', 'venueId', 'performerIds', 'providerId', 'publication', 'schedule', 'isHidden', 'isUnlisted',
      'isEvergreen', 'onSaleAt', 'superEventId', 'publishAt',
    ],
    search: ['name', 'slug', 'internalName', 'providerCode'],
    sort: 'name',
  },
  form: {
    main: [
      { title: 'Event', fields: ['name', 'internalName', 'slug', 'type', 'venueId', 'superEventId'] },
      { title: 'Schedule', fields: ['performanceCount'] },
      { title: 'Performers', fields: ['performerIds'] },
      { title: 'Where it belongs', fields: ['categoryId', 'subcategoryId', 'tagIds'] },
      { title: 'Page', fields: ['imageIds', 'description'] },
      { title: 'Search engines', fields: ['seoTitle', 'seoDescription'] },
      { title: 'For buyers', fields: ['minAge', 'locale', 'terms'] },
    ],
    aside: [
      {
        title: 'State',
        fields: [
          'schedule', { field: 'nextStartsAt', when: (values) => !isNextTba(values) }, { field: 'nextTbaOn', when: isNextTba }, 'upcomingCount',
        ],
      },
      { title: 'Sales', fields: ['onSaleAt', 'offSaleAt', 'minPrice', 'purchaseCount', 'mapCoverage'] },
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
    if (draft.subcategoryId && !draft.categoryId) yield { field: 'subcategoryId', message: t('A subcategory needs its category: choose that as well.') }
  },
  summary: 'Events, each with its performances.',
})
