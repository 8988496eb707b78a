import { msg } from '../../core/i18n/language.ts'
import { boolean, date, integer, longText, ref, refs, select, text } from '../../core/resource/fields.ts'
import { pageFields, searchFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { authors } from '../authors/authors.ts'
import type { cities } from '../places/geo/cities.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    categories: true
  }
}

/** Schema.org types, for a page's structured data. */
export const schemaTypes = [
  'CollectionPage',
  'Event',
  'SportsEvent',
  'TheaterEvent',
  'MusicEvent',
  'TouristAttraction',
  'TouristTrip',
] as const
const schemaLabels = {
  CollectionPage: 'Collection',
  Event: 'Event',
  SportsEvent: 'Sports event',
  TheaterEvent: 'Theatre event',
  MusicEvent: 'Music event',
  TouristAttraction: 'Tourist attraction',
  TouristTrip: 'Tourist trip',
} as const

/** The texts of the pages at both levels of the tree. */
export const sectionTexts = {
  description: longText({ max: 4_000, translatable: true, help: 'What visitors read at the top of the page' }),
  ...searchFields('name'),
  authorId: ref(nameOf<typeof authors>('authors'), { help: 'Shown as the byline' }),
  reviewedOn: date({ label: 'Text last reviewed' }),
}
/** Rates that the taxes of most countries have; the percentage is the country's own. */
export const taxRates = ['standard', 'reduced', 'super_reduced', 'zero', 'exempt'] as const

/** Where both levels are offered, and the defaults for their contents. */
export const sectionScope = {
  cityIds: refs(nameOf<typeof cities>('cities'), {
    max: 200,
    label: 'Only in the cities',
    help: 'Blank means everywhere',
  }),
  taxRate: select(taxRates, {
    label: 'Tax rate',
    help: 'For everything sold in it, unless a product sets its own',
    labels: {
      standard: 'Standard',
      reduced: 'Reduced',
      super_reduced: 'Super-reduced',
      zero: 'Zero',
      exempt: 'Exempt',
    },
  }),
}
/** The supply of a page. With fewer than three, the page is thin. */
export const sectionSupply = {
  productCount: integer({ derived: true, required: true, label: 'Live products' }),
  eventCount: integer({ derived: true, required: true, label: 'Live events', help: 'Published and upcoming' }),
  isThin: boolean({ derived: true, required: true, label: 'Thin', help: 'Fewer than three live products and events' }),
}
export const schemaType = select(schemaTypes, {
  required: true,
  initial: 'CollectionPage',
  label: 'Schema.org type',
  labels: schemaLabels,
})

/** The upper of the two levels that everything on the site is sorted into. Their order is the order of the menu. */
export const categories = defineResource('categories', {
  label: ['Category', 'Categories'],
  access: 'categories',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, unique: true, max: 120, translatable: true }),
    icon: text({
      max: 40,
      pattern: /^[a-z0-9-]+$/,
      patternHint: 'is the name of an icon, such as masks-theater.',
      help: 'Icon name on the site',
    }),
    schemaType,
    ...sectionScope,
    ...sectionTexts,
    position: integer({ required: true, readOnly: 'moving', min: 1, initial: 1, label: 'Place in the menu' }),
    subcategoryCount: integer({ derived: true, required: true, label: 'Subcategories' }),
    liveCount: integer({ derived: true, required: true, label: 'Published subcategories' }),
    ...sectionSupply,
    ...pageFields,
  },
  page: {
    path: '/{slug}/ca-{id}',
    needs: ['description'],
    wants: ['seoTitle', 'seoDescription', 'icon', 'authorId'],
    checks: [
      {
        key: 'liveCount',
        label: 'It has a published subcategory',
        lack: msg('no subcategory of it is published'),
        isBlocking: false,
        mendAt: { list: 'subcategories', by: 'categoryId' },
        isMet: ({ liveCount }) => Number(liveCount) > 0,
      },
    ],
  },
  list: {
    columns: [
      'name',
      'slug',
      'position',
      'subcategoryCount',
      'liveCount',
      'productCount',
      'eventCount',
      'isThin',
      'publication',
      'updatedAt',
    ],
    shown: [
      { key: 'name', below: ['slug'] },
      'publication',
      { key: 'position', label: 'Place' },
      'subcategoryCount',
      'productCount',
      'eventCount',
      'isThin',
      'updatedAt',
    ],
    filters: ['publication', 'isThin', 'authorId', 'schemaType', 'cityIds', 'taxRate', 'publishAt'],
    search: ['name', 'slug'],
    sort: 'position',
  },
  form: {
    main: [
      { title: 'Category', fields: ['name', 'slug', 'icon', 'schemaType'] },
      { title: 'Where and how it is sold', fields: ['cityIds', 'taxRate'] },
      { title: 'Page', fields: ['description', 'seoTitle', 'seoDescription', 'authorId', 'reviewedOn'] },
    ],
    aside: [
      {
        title: 'In the menu',
        fields: ['position', 'subcategoryCount', 'liveCount', 'productCount', 'eventCount', 'isThin'],
      },
    ],
  },
  summary: 'Categories, the upper level of what everything on the site is sorted into.',
})
