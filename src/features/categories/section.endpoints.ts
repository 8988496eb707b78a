import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'

const ids = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the ids in order.'),
  })
  .check(z.maxLength(1_000, { error: () => t('Send at most 1,000 ids.') }))
/** The order that the new one is based on, so that no one else's change is overwritten unseen. */
const was = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the ids in the order before.'),
  })
  .check(z.maxLength(1_000, { error: () => t('Send at most 1,000 ids.') }))
const moved = z.object({ moved: z.int() })
const toId = z.int({ error: () => t('Send the id of the target.') })

const node = z.object({
  id: z.int(),
  name: z.string(),
  publication: z.string(),
  productCount: z.int(),
  eventCount: z.int(),
  isThin: z.boolean(),
})
const tree = z.object({ categories: z.array(z.object({ ...node.shape, subcategories: z.array(node) })) })
export type SectionTree = z.output<typeof tree>
export type SectionNode = z.output<typeof node>

export const readSectionTree = defineEndpoint('GET /rest/data/categories/tree', {
  summary: 'Read both levels of the tree in the order of the menu, with what each page has to show',
  access: ['categories', 'ui'],
  also: [['subcategories', 'ui']],
  output: tree,
  tag: 'Categories',
})

export const orderCategories = defineEndpoint('POST /rest/data/categories/order', {
  summary: 'Put the categories into the order of the menu; `was` is the order that this was made on',
  access: ['categories', 'write'],
  tag: 'Categories',
  input: z.strictObject({ ids, was }),
  output: moved,
})

export const orderSubcategories = defineEndpoint('POST /rest/data/subcategories/order', {
  summary: 'Order the subcategories of a category; those of another category move into it with their events',
  access: ['subcategories', 'write'],
  tag: 'Subcategories',
  output: moved,
  input: z.strictObject({ categoryId: z.int({ error: () => t('Choose a category.') }), ids, was }),
})

export const reassignSubcategories = defineEndpoint('POST /rest/data/categories/:id/reassign', {
  summary: 'Move every subcategory of a category to another one',
  access: ['categories', 'write'],
  also: [['subcategories', 'write']],
  tag: 'Categories',
  params: idParams,
  input: z.strictObject({ toId }),
  output: moved,
})

const oneId = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Send its id.') })))
const place = z.object({ id: z.int(), name: z.string() })
/** A page's supply for a city and a subcategory, its demand, and whether it is public. */
const cell = z.object({
  cityId: z.int(),
  subcategoryId: z.int(),
  products: z.int(),
  events: z.int(),
  orders: z.int(),
  /** Published aliases of both: `aliasId` is one of them. */
  pages: z.int(),
  aliasId: z.nullable(z.int()),
  coverage: z.enum(['live', 'thin', 'missing']),
  /** Higher means that writing it next earns more. 0 if there is nothing to write. */
  priority: z.int(),
})
export type YieldCell = z.output<typeof cell>
const matrix = z.object({
  days: z.int(),
  /** The cities with the largest supply; `cityCount` is the total. */
  cities: z.array(z.object({ ...place.shape, country: z.string() })),
  cityCount: z.int(),
  subcategories: z.array(z.object({ ...place.shape, categoryName: z.string() })),
  cells: z.array(cell),
})
export type YieldMatrix = z.output<typeof matrix>

export const readPageYield = defineEndpoint('GET /rest/data/subcategories/page-yield', {
  summary: 'Read inventory, demand and coverage of each page of a city and a subcategory',
  access: ['subcategories', 'ui'],
  tag: 'Subcategories',
  output: matrix,
  query: z.object({ categoryId: oneId, subcategoryId: oneId }),
})

/** The contents of a section, by kind. */
const members = z
  .object({
    kinds: z.array(
      z.object({
        resource: z.enum(['subcategories', 'products', 'events', 'aliases']),
        count: z.int(),
        /** The first ones by name. */
        first: z.array(z.object({ id: z.int(), title: z.string() })),
        /** The sections that a list of them is narrowed to. */
        ids: z.array(z.int()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'SectionMembers' })
export type SectionMembers = z.output<typeof members>

export const readCategoryMembers = defineEndpoint('GET /rest/data/categories/:id/members', {
  summary:
    'Count what is in a category and its subcategories, of every kind that the caller can see, and name the first ones',
  access: ['categories', 'ui'],
  tag: 'Categories',
  params: idParams,
  output: members,
})

export const readSubcategoryMembers = defineEndpoint('GET /rest/data/subcategories/:id/members', {
  summary: 'Count what is in a subcategory, of every kind that the caller can see, and name the first ones',
  access: ['subcategories', 'ui'],
  tag: 'Subcategories',
  params: idParams,
  output: members,
})
