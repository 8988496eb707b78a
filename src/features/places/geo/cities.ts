import { msg, t } from '../../../core/i18n/language.ts'
import { publicationFields } from '../../../core/resource/page.ts'
import { placeTexts } from './page-texts.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { boolean, decimal, integer, percent, ref, text } from '../../../core/resource/fields.ts'
import { nameOf, selfNamed } from '../../../core/resource/resource-name.ts'
import type { countries } from './countries.ts'
import type { images } from '../../../platform/media/images.ts'

/**
 * Destinations. The time zone defines the wall-clock times of everything there, so it must match the coordinates. A
 * city's page can go public once suppliers are mapped and something is on sale; a blocked country stops sales there and
 * not the page.
 */
export const cities = defineResource('cities', {
  label: ['City', 'Cities'],
  access: 'places',
  isMergeable: true,
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, translatable: true }),
    slug: text({ required: true, unique: true, max: 120, format: 'slug', translatable: true }),
    countryId: ref(nameOf<typeof countries>('countries'), { required: true }),
    subdivision: text({
      max: 6,
      case: 'upper',
      pattern: /^[A-Z]{2}-[A-Z0-9]{1,3}$/,
      patternHint: 'looks like ES-MD.',
      help: 'ISO 3166-2, such as ES-MD. It begins with the code of the country.',
    }),
    latitude: decimal({ required: true, min: -90, max: 90 }),
    longitude: decimal({ required: true, min: -180, max: 180 }),
    timeZone: text({
      required: true,
      max: 64,
      format: 'timeZone',
      help: 'From the coordinates. A change recalculates every upcoming performance.',
    }),
    radiusKm: integer({ min: 1, max: 500, label: 'Radius in km', help: 'Everything within it belongs to the city' }),
    parentId: ref(selfNamed('cities'), { label: 'Part of', help: 'The larger city nearby' }),
    unLocode: text({
      min: 5,
      max: 5,
      case: 'upper',
      unique: true,
      label: 'UN/LOCODE',
      pattern: /^[A-Z]{2}[A-Z2-9]{3}$/,
      patternHint: 'looks like ESMAD: a country’s two letters, then three letters or digits from 2 to 9.',
    }),
    metropolitanCode: text({
      min: 3,
      max: 3,
      case: 'upper',
      pattern: /^[A-Z]{3}$/,
      patternHint: 'has three letters.',
      help: 'IATA code of the city, not of one of its airports',
    }),
    viatorDestination: text({
      max: 20,
      unique: true,
      pattern: /^[0-9]+$/,
      patternHint: 'is a number.',
      label: 'Viator destination',
    }),
    tiqetsCity: text({ max: 20, unique: true, pattern: /^[0-9]+$/, patternHint: 'is a number.', label: 'Tiqets city' }),
    tourcmsLocation: text({ max: 80, label: 'TourCMS location' }),
    popularity: integer({ required: true, min: 0, max: 100, initial: 0 }),
    heroImageId: ref(nameOf<typeof images>('images'), { label: 'Hero image' }),
    ...placeTexts,
    ...publicationFields,
    isMapped: boolean({ derived: true, label: 'Mapped' }),
    isStocked: boolean({ derived: true, label: 'Stocked' }),
    isMarketOpen: boolean({ derived: true, label: 'Market open' }),
    isZoneOfCountry: boolean({ derived: true, label: 'Zone of its country' }),
    isTwin: boolean({ derived: true, label: 'Possible duplicate' }),
    aliasCount: integer({ derived: true, required: true, label: 'Aliases' }),
    livePageCount: integer({
      derived: true,
      required: true,
      label: 'Pages live',
      help: 'With a subcategory, both public or an alias of both, and three live products and events or more',
    }),
    thinPageCount: integer({
      derived: true,
      required: true,
      label: 'Pages thin',
      help: 'The same with fewer than three live products and events',
    }),
    venueCount: integer({ derived: true, required: true, label: 'Venues' }),
    eventCount: integer({ derived: true, required: true, label: 'Published events' }),
    productCount: integer({ derived: true, required: true, label: 'Live products' }),
    translatedShare: percent({
      derived: true,
      label: 'Translated',
      help: 'Share of its texts in the website’s languages',
    }),
  },
  page: {
    path: '/{slug}/c-{id}',
    needs: ['description'],
    wants: ['seoTitle', 'seoDescription'],
    checks: [
      {
        key: 'isMapped',
        label: msg('A supplier’s name for the city is known'),
        lack: msg('no supplier’s name for the city is known'),
        isBlocking: true,
        mendAt: { field: 'viatorDestination' },
        isMet: ({ isMapped }) => isMapped === true,
      },
      {
        key: 'isStocked',
        label: msg('A product or event can be bought there'),
        lack: msg('nothing can be bought there'),
        isBlocking: true,
        mendAt: { list: 'products', by: 'cityId' },
        isMet: ({ isStocked }) => isStocked === true,
      },
      {
        key: 'isMarketOpen',
        label: msg('Sales in its country are not blocked'),
        lack: msg('sales in its country are blocked'),
        isBlocking: false,
        mendAt: { record: 'countryId' },
        isMet: ({ isMarketOpen }) => isMarketOpen === true,
      },
      {
        key: 'isZoneOfCountry',
        label: msg('Time zone fits the country'),
        lack: msg('its country has another time zone'),
        isBlocking: false,
        mendAt: { field: 'timeZone' },
        isMet: ({ isZoneOfCountry }) => isZoneOfCountry === true,
      },
      {
        key: 'isTwin',
        label: msg('No nearby city has the same name'),
        lack: msg('a nearby city has the same name'),
        isBlocking: false,
        mendAt: { field: 'name' },
        isMet: ({ isTwin }) => isTwin === false,
      },
      {
        key: 'unLocode',
        label: msg('It has a UN/LOCODE'),
        lack: msg('it has no UN/LOCODE'),
        isBlocking: false,
        mendAt: { field: 'unLocode' },
        isMet: ({ unLocode }) => typeof unLocode === 'string',
      },
      {
        key: 'venueCount',
        label: msg('It has a venue'),
        lack: msg('it has no venue'),
        isBlocking: false,
        mendAt: { list: 'venues' },
        isMet: ({ venueCount }) => Number(venueCount) > 0,
      },
    ],
  },
  list: {
    columns: [
      'name',
      'countryId',
      'venueCount',
      'eventCount',
      'productCount',
      'aliasCount',
      'livePageCount',
      'thinPageCount',
      'translatedShare',
      'timeZone',
      'popularity',
      'publication',
    ],
    shown: [
      { key: 'name', below: ['countryId'], picture: 'heroImageId' },
      'publication',
      'venueCount',
      { key: 'eventCount', label: 'Events' },
      { key: 'productCount', label: 'Products' },
      'livePageCount',
      'thinPageCount',
      'translatedShare',
    ],
    filters: [
      'countryId',
      'timeZone',
      'publication',
      'unLocode',
      'metropolitanCode',
      'viatorDestination',
      'tiqetsCity',
    ],
    search: ['name', 'slug', 'unLocode'],
    sort: '-popularity',
    needs: ['name'],
  },
  form: {
    main: [
      { title: 'City', fields: ['name', 'slug', 'countryId', 'subdivision', 'parentId', 'popularity'] },
      { title: 'Page', fields: ['heroImageId', 'description', 'seoTitle', 'seoDescription'] },
      { title: 'Location', fields: ['latitude', 'longitude', 'timeZone', 'radiusKm'] },
      { title: 'Codes', fields: ['unLocode', 'metropolitanCode'] },
      {
        title: 'At the suppliers',
        help: 'Their names for the city, so that their products arrive here.',
        fields: ['viatorDestination', 'tiqetsCity', 'tourcmsLocation'],
      },
    ],
    aside: [
      {
        title: 'In figures',
        fields: [
          'venueCount',
          'eventCount',
          'productCount',
          'aliasCount',
          'livePageCount',
          'thinPageCount',
          'translatedShare',
        ],
      },
    ],
  },
  *check(draft) {
    // Which country that is only the server knows.
    if (
      draft.subdivision !== null &&
      draft.unLocode !== null &&
      draft.subdivision.slice(0, 2) !== draft.unLocode.slice(0, 2)
    ) {
      yield {
        field: 'unLocode',
        message: t('{unLocode} and {subdivision} are of two countries.', {
          unLocode: draft.unLocode,
          subdivision: draft.subdivision,
        }),
      }
    }
    if (draft.latitude === 0 && draft.longitude === 0) {
      yield { field: 'latitude', message: t('0, 0 is in the sea. Enter the city’s coordinates.') }
    }
  },
  summary: 'Cities with coordinates, codes and IANA time zone.',
})
