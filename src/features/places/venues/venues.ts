import { defineResource } from '../../../core/resource/resource.ts'
import { choices, decimal, integer, percent, ref, refs, rows, text, words } from '../../../core/resource/fields.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { publicationFields } from '../../../core/resource/page.ts'
import { providerCodes, providerCodesOnce } from '../../providers/provider-codes.ts'
import { placeTexts } from '../geo/page-texts.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { cities } from '../geo/cities.ts'
import type { images } from '../../../platform/media/images.ts'

export const accessibilityFeatures = [
  'step_free',
  'wheelchair_spaces',
  'companion_tickets',
  'accessible_toilets',
  'hearing_loop',
  'assistance_dogs',
  'quiet_room',
] as const

/** Where events take place. Most venues arrive from providers, so providers' names are stored beside ours. */
export const venues = defineResource('venues', {
  label: ['Venue', 'Venues'],
  access: 'places',
  isMergeable: true,
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 160, translatable: true }),
    slug: text({ required: true, unique: true, max: 160, format: 'slug', translatable: true }),
    variations: words({ max: 20, label: 'Other names', help: 'As providers spell it' }),
    providerCodes: providerCodes('Provider ids for this venue.'),
    cityId: ref(nameOf<typeof cities>('cities'), {
      required: true,
      help: 'Its events and performances move with it to another city',
    }),
    address: text({ max: 255 }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    timeZone: text({
      required: true,
      max: 64,
      format: 'timeZone',
      help: 'From the coordinates. A change recalculates every upcoming performance.',
    }),
    capacity: integer({ required: true, min: 1, max: 500_000 }),
    website: text({ max: 500, format: 'url' }),
    accessibility: choices(accessibilityFeatures, {
      labels: {
        step_free: 'Step-free',
        wheelchair_spaces: 'Wheelchair spaces',
        companion_tickets: 'Companion tickets',
        accessible_toilets: 'Accessible toilets',
        hearing_loop: 'Hearing loop',
        assistance_dogs: 'Assistance dogs',
        quiet_room: 'Quiet room',
      },
    }),
    entrances: rows(
      {
        name: text({ required: true, max: 80 }),
        latitude: decimal({ min: -90, max: 90 }),
        longitude: decimal({ min: -180, max: 180 }),
        note: text({ max: 160 }),
      },
      { max: 30 },
    ),
    imageIds: refs(nameOf<typeof images>('images'), {
      max: 20,
      label: 'Images',
      help: 'The first one represents the venue in lists',
    }),
    ...placeTexts,
    ...publicationFields,
    configurationCount: integer({ derived: true, required: true, label: 'Configurations' }),
    upcomingCount: integer({ derived: true, required: true, label: 'Upcoming performances' }),
    openListingCount: integer({
      derived: true,
      required: true,
      label: 'Open listings',
      help: 'Provider offers for upcoming performances',
    }),
    unplacedCount: integer({
      derived: true,
      required: true,
      label: 'Unresolved listings',
      help: 'Listings not placed on the map',
    }),
    placedShare: percent({
      derived: true,
      label: 'Listings placed',
      help: 'Open listings placed on the map',
    }),
    mapCoverage: percent({ derived: true, label: 'With manifest', help: 'Configurations that have a manifest' }),
    providerCodeWords: text({ derived: true, label: 'Ids at the providers' }),
  },
  page: {
    path: '/{slug}/v-{id}',
    wants: ['description', 'imageIds', 'seoTitle', 'seoDescription'],
    checks: [
      {
        key: 'upcomingCount',
        label: msg('Has an upcoming performance'),
        lack: msg('it has no upcoming performance'),
        isBlocking: false,
        mendAt: { list: 'performances', by: 'venueId' },
        isMet: ({ upcomingCount }) => Number(upcomingCount) > 0,
      },
      {
        key: 'mapCoverage',
        label: msg('Every configuration has a manifest'),
        lack: msg('a configuration has no manifest'),
        isBlocking: false,
        mendAt: { part: msg('Configurations') },
        isMet: ({ mapCoverage }) => mapCoverage === 10_000,
      },
    ],
  },
  list: {
    columns: [
      'name',
      'cityId',
      'publication',
      'upcomingCount',
      'configurationCount',
      'mapCoverage',
      'placedShare',
      'unplacedCount',
      'capacity',
      'timeZone',
      'address',
    ],
    shown: [
      { key: 'name', below: ['cityId'], picture: 'imageIds' },
      'publication',
      { key: 'upcomingCount', label: 'Upcoming' },
      'configurationCount',
      'mapCoverage',
      'placedShare',
      { key: 'unplacedCount', label: 'Unresolved' },
    ],
    filters: ['cityId', 'timeZone', 'publication', 'capacity', 'accessibility', 'unplacedCount', 'providerCodes'],
    search: ['name', 'slug', 'providerCodeWords'],
    sort: 'name',
    needs: ['name'],
  },
  form: {
    main: [
      { title: 'Venue', fields: ['name', 'slug', 'variations', 'capacity', 'website'] },
      { title: 'Page', fields: ['imageIds', 'description', 'seoTitle', 'seoDescription'] },
      { title: 'Location', fields: ['cityId', 'address', 'latitude', 'longitude', 'timeZone'] },
      { title: 'Getting in', fields: ['accessibility', 'entrances'] },
      { title: 'At the providers', fields: ['providerCodes'] },
    ],
    aside: [
      {
        title: 'In figures',
        fields: [
          'configurationCount',
          'mapCoverage',
          'upcomingCount',
          'openListingCount',
          'placedShare',
          'unplacedCount',
        ],
      },
    ],
  },
  *check(draft) {
    yield* providerCodesOnce(draft)
    if (draft.latitude === 0 && draft.longitude === 0) {
      yield { field: 'latitude', message: t('0, 0 is in the sea. Enter the venue’s coordinates.') }
    }
  },
  summary: 'Venues with their city, coordinates, zone and capacity.',
})
