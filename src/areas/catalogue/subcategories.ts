import { integer, ref, text } from '../../kit/fields.ts'
import { scopedPageFields } from '../../kit/page.ts'
import { defineResource } from '../../kit/resource.ts'
import { schemaType, sectionScope, sectionSupply, sectionTexts } from './categories.ts'

/** The lower level: what products belong to. Each is in one category; there is no level below. */
export const subcategories = defineResource('subcategories', {
  label: ['Subcategory', 'Subcategories'],
  access: 'subcategories',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120, translatable: true }),
    categoryId: ref('categories', { required: true }),
    schemaType,
    ...sectionScope,
    ...sectionTexts,
    position: integer({ required: true, readOnly: true, min: 1, initial: 1, label: 'Place in its category' }),
    ...sectionSupply,
    cityCount: integer({ derived: true, required: true, label: 'Cities' }),
    ...scopedPageFields,
  },
  page: { path: '/{slug}/s-{id}', within: 'categoryId', needs: ['description'], wants: ['seoTitle', 'seoDescription', 'authorId'], checks: [
    { key: 'isThin', label: 'It has at least three live products and events', isBlocking: false, isMet: ({ isThin }) => isThin === false },
  ] },
  list: {
    columns: ['name', 'categoryId', 'slug', 'position', 'productCount', 'eventCount', 'isThin', 'cityCount', 'publication', 'updatedAt'],
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
