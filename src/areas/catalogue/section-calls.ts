import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

const ids = z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Give the ids in their order.') })
  .check(z.maxLength(1_000, { error: () => t('At most 1,000 have a place.') }))
/** The order that a new one was made on, so that nobody's is lost to who has not seen it. */
const was = z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Give the ids in the order that you have changed.') })
  .check(z.maxLength(1_000, { error: () => t('At most 1,000 have a place.') }))
const moved = z.object({ moved: z.int() })
const params = z.object({ id: z.string() })
const toId = z.int({ error: () => t('Say to which, by its id.') })

const node = z.object({
  id: z.int(), name: z.string(), publication: z.string(), productCount: z.int(), eventCount: z.int(), isThin: z.boolean(),
})
const tree = z.object({ categories: z.array(z.object({ ...node.shape, subcategories: z.array(node) })) })
export type SectionTree = z.output<typeof tree>
export type SectionNode = z.output<typeof node>

export const readSectionTree = defineEndpoint('GET /rest/data/categories/tree', {
  summary: 'Read both levels of the tree in the order of the menu, with what each page has to show',
  access: ['categories', 'ui'], also: [['subcategories', 'ui']], output: tree, tag: 'Categories',
})

export const orderCategories = defineEndpoint('POST /rest/data/categories/order', {
  summary: 'Put the categories into the order of the menu; `was` is the order that this was made on',
  access: ['categories', 'write'], tag: 'Categories', input: z.strictObject({ ids, was }), output: moved,
})

export const orderSubcategories = defineEndpoint('POST /rest/data/subcategories/order', {
  summary: 'Put the subcategories of a category into an order, made on the one that `was`; those of another category move into it with their events',
  access: ['subcategories', 'write'], tag: 'Subcategories', output: moved,
  input: z.strictObject({ categoryId: z.int({ error: () => t('Say in which category.') }), ids, was }),
})

export const reassignSubcategories = defineEndpoint('POST /rest/data/categories/:id/reassign', {
  summary: 'Move every subcategory of a category to another one',
  access: ['categories', 'write'], also: [['subcategories', 'write']], tag: 'Categories', params, input: z.strictObject({ toId }), output: moved,
})

export const reassignProducts = defineEndpoint('POST /rest/data/subcategories/:id/reassign', {
  summary: 'Move every product of a subcategory to another one',
  access: ['subcategories', 'write'], tag: 'Subcategories', params, input: z.strictObject({ toId }), output: moved,
})

export const reassignBylines = defineEndpoint('POST /rest/data/authors/:id/reassign', {
  summary: 'Put another author under every text of an author',
  access: ['authors', 'write'], tag: 'Authors', params, input: z.strictObject({ toId }), output: moved,
})

/** Authors whose bylines are moved by one call. */
export const mostMoved = 100
/** What becomes of the authors whose bylines were moved. */
const afterwards = ['stay', 'take-down', 'archive'] as const
export type Afterwards = (typeof afterwards)[number]

export const moveBylines = defineEndpoint('POST /rest/data/authors/reassign', {
  summary: 'Put one author under every text of several, and take these down or archive them where that is asked for, all of it or nothing',
  access: ['authors', 'write'], tag: 'Authors',
  input: z.strictObject({
    ids: z.array(z.int({ error: () => t('Every id is a whole number.') }), { error: () => t('Name the authors by their ids.') })
      .check(z.minLength(1, { error: () => t('Choose one author at least.') }), z.maxLength(mostMoved, { error: () => t('At most {most} at once.', { most: mostMoved }) })),
    toId,
    /** Left out, they stay as they are. */
    afterwards: z.optional(z.enum(afterwards, { error: () => t('Say what becomes of them: stay, take-down or archive.') })),
  }),
  output: z.object({ moved: z.int(), takenDown: z.int(), archived: z.int() }),
})

/** Pages that carry the name of an author. */
export const signedResources = ['categories', 'subcategories', 'aliases', 'lineups'] as const
const page = z.object({
  resource: z.enum(signedResources), id: z.int(), title: z.string(), publication: z.string(),
  /** The day on which its text was last known to be right. */
  freshOn: z.nullable(z.string()),
  /** Days over what the author promises; below 0 while it is fresh. */
  daysOver: z.nullable(z.int()),
})
export type AuthorPage = z.output<typeof page>

export const readAuthorPages = defineEndpoint('GET /rest/data/authors/:id/pages', {
  summary: 'Read which pages an author has signed and which are due to be looked at again',
  access: ['authors', 'ui'], tag: 'Authors', params, 
  output: z.object({ pages: z.array(page), /** How many there are that the caller may not see. */ hidden: z.int() }),
})

const oneId = z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Name one by its id.') })))
const place = z.object({ id: z.int(), name: z.string() })
/** What a page of a city and a subcategory has to show, what people buy there, and whether it is public. */
const cell = z.object({
  cityId: z.int(), subcategoryId: z.int(), products: z.int(), events: z.int(), orders: z.int(),
  /** Published aliases of both: `aliasId` is one of them. */
  pages: z.int(), aliasId: z.nullable(z.int()), coverage: z.enum(['live', 'thin', 'missing']),
  /** Higher: writing it next earns more. 0 where there is nothing to write. */
  priority: z.int(),
})
export type YieldCell = z.output<typeof cell>
const matrix = z.object({
  days: z.int(),
  /** The cities in which the most is to be had; `cityCount` says of how many. */
  cities: z.array(z.object({ ...place.shape, country: z.string() })), cityCount: z.int(),
  subcategories: z.array(z.object({ ...place.shape, categoryName: z.string() })), cells: z.array(cell),
})
export type YieldMatrix = z.output<typeof matrix>

export const readPageYield = defineEndpoint('GET /rest/data/subcategories/page-yield', {
  summary: 'Read inventory, demand and coverage of every page of a city and a subcategory, for what to write next; of a category or a subcategory alone where one is named',
  access: ['subcategories', 'ui'], tag: 'Subcategories', output: matrix, query: z.object({ categoryId: oneId, subcategoryId: oneId }),
})

/** What belongs to a section, by kind. */
const members = z.object({
  kinds: z.array(z.object({
    resource: z.enum(['subcategories', 'products', 'events', 'aliases']), count: z.int(),
    /** The first ones by name. */
    first: z.array(z.object({ id: z.int(), title: z.string() })),
    /** The sections that a list of them is narrowed to. */
    ids: z.array(z.int()),
  })),
})
export type SectionMembers = z.output<typeof members>

export const readCategoryMembers = defineEndpoint('GET /rest/data/categories/:id/members', {
  summary: 'Count what is in a category and its subcategories, of every kind that the caller may see, and name the first ones',
  access: ['categories', 'ui'], tag: 'Categories', params, output: members,
})

export const readSubcategoryMembers = defineEndpoint('GET /rest/data/subcategories/:id/members', {
  summary: 'Count what is in a subcategory, of every kind that the caller may see, and name the first ones',
  access: ['subcategories', 'ui'], tag: 'Subcategories', params, output: members,
})
