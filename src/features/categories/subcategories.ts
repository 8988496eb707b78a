import { msg } from '../../core/i18n/language.ts'
import { integer, ref, text } from '../../core/resource/fields.ts'
import { scopedPageFields } from '../../core/resource/page.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { schemaType, sectionScope, sectionSupply, sectionTexts } from './categories.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { categories } from './categories.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    subcategories: true
  }
}

/** The lower level: what products belong to. Each is in one category; there is no level below. */
export const subcategories = defineResource('subcategories', {
  label: ['Subcategory', 'Subcategories'],
  access: 'subcategories',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  // An event's subcategory is one of its category's.
  replacedWithin: 'categoryId',
  fields: {
    name: text({ required: true, max: 120, translatable: true }),
    categoryId: ref(nameOf<typeof categories>('categories'), { required: true }),
    schemaType,
    ...sectionScope,
    ...sectionTexts,
    position: integer({ required: true, readOnly: 'moving', min: 1, initial: 1, label: 'Place in its category' }),
    ...sectionSupply,
    cityCount: integer({ derived: true, required: true, label: 'Cities' }),
    ...scopedPageFields,
  },
  page: {
    path: '/{slug}/s-{id}',
    within: 'categoryId',
    needs: ['description'],
    wants: ['seoTitle', 'seoDescription', 'authorId'],
    checks: [
      {
        key: 'isThin',
        label: 'It has at least three live products and events',
        lack: msg('it has fewer than three live products and events'),
        isBlocking: false,
        mendAt: { list: 'products', by: 'subcategoryIds' },
        isMet: ({ isThin }) => isThin === false,
      },
    ],
  },
  list: {
    columns: [
      'name',
      'categoryId',
      'slug',
      'position',
      'productCount',
      'eventCount',
      'isThin',
      'cityCount',
      'publication',
      'updatedAt',
    ],
    shown: [
      { key: 'name', below: ['categoryId'] },
      'publication',
      { key: 'position', label: 'Place' },
      'productCount',
      'eventCount',
      'cityCount',
      'isThin',
      'updatedAt',
    ],
    filters: ['publication', 'isThin', 'categoryId', 'authorId', 'schemaType', 'cityIds', 'taxRate', 'publishAt'],
    search: ['name', 'slug'],
    sort: 'name',
  },
  form: {
    main: [
      { title: 'Subcategory', fields: ['name', 'categoryId', 'slug', 'schemaType'] },
      { title: 'Where and how it is sold', fields: ['cityIds', 'taxRate'] },
      { title: 'Page', fields: ['description', 'seoTitle', 'seoDescription', 'authorId', 'reviewedOn'] },
    ],
    aside: [{ title: 'In the menu', fields: ['position', 'productCount', 'eventCount', 'isThin', 'cityCount'] }],
  },
  summary: 'Subcategories, the lower level of what products are sorted into.',
})
