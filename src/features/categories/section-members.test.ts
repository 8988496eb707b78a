import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { SectionMembers, YieldMatrix } from './section.endpoints.ts'

let server: TestServer
let admin: Client
let records: Maker
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'section-members' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const members = async (section: string, id: number, who = admin) =>
  ((await who.get(`/rest/data/${section}/${id}/members`)).body as SectionMembers).kinds
const countOf = (kinds: SectionMembers['kinds']) =>
  Object.fromEntries(kinds.map(({ resource, count }) => [resource, count]))

describe('what is in a section', () => {
  it('is counted by kind, the first named, and found again in the list that it leads to', async () => {
    const categoryId = await records.make('categories')
    const [one, other] = [
      await records.make('subcategories', { categoryId }),
      await records.make('subcategories', { categoryId }),
    ]
    const titles = ['Zoo', 'Aquarium', 'Museum', 'Bridge', 'Tower', 'Cave']
    const products: number[] = []
    for (const title of titles) products.push(await records.make('products', { title, subcategoryIds: [one] }))
    // In both, so it is one of the category all the same.
    await sql`update products set subcategory_ids = ${[one, other]}::bigint[] where id = ${products[0]}`.execute(db())
    const event = await records.make('events', { categoryId, subcategoryId: null })
    await records.make('events', { categoryId, subcategoryId: one })
    await records.make('aliases', { subcategoryIds: [other], publication: 'draft' })

    const kinds = await members('categories', categoryId)
    expect(countOf(kinds)).toEqual({ subcategories: 2, products: 6, events: 2, aliases: 1 })
    expect(kinds.find(({ resource }) => resource === 'products')).toMatchObject({
      ids: expect.arrayContaining([one, other]),
      first: ['Aquarium', 'Bridge', 'Cave', 'Museum', 'Tower'].map((title) => ({ title })),
    })
    expect(countOf(await members('subcategories', one))).toEqual({ products: 6, events: 1, aliases: 0 })
    expect(countOf(await members('subcategories', other))).toEqual({ products: 1, events: 0, aliases: 1 })

    const listed = async (list: string, filter: object) =>
      Number((await admin.get(`/rest/data/${list}`, { filter: JSON.stringify(filter) })).headers.get('x-total-count'))
    expect([
      await listed('products', { subcategoryIds: [one, other] }),
      await listed('events', { categoryId: [categoryId] }),
      await listed('aliases', { subcategoryIds: [one, other] }),
      await listed('subcategories', { categoryId: [categoryId] }),
    ]).toEqual([6, 2, 1, 2])
    expect((await admin.get(`/rest/data/events/${event}`)).status).toBe(200)
  })

  it('is shown only to people who can see it, and not for a section that does not exist', async () => {
    const categoryId = await records.make('categories')
    const id = await records.make('subcategories', { categoryId })
    await sql`delete from role_permissions where role_id = (select id from roles where name = 'no-access')`.execute(
      db(),
    )
    for (const object of ['subcategories', 'events'])
      await sql`insert into role_permissions (role_id, action, object) select id, 'ui', ${object} from roles where name = 'no-access'`.execute(
        db(),
      )
    const reader = await server.signIn('no-access')
    expect((await members('subcategories', id, reader)).map(({ resource }) => resource)).toEqual(['events'])
    expect((await reader.get(`/rest/data/categories/${categoryId}/members`)).status).toBe(403)
    expect([
      (await admin.get('/rest/data/subcategories/999999/members')).status,
      (await admin.get('/rest/data/categories/none/members')).status,
    ]).toEqual([404, 404])
  })
})

describe('the pages of one section', () => {
  it('are those cells of the whole matrix that it is about', async () => {
    const cityId = await records.make('cities')
    const categoryId = await records.make('categories')
    const [own, beside, elsewhere] = [
      await records.make('subcategories', { categoryId }),
      await records.make('subcategories', { categoryId }),
      await records.make('subcategories'),
    ]
    for (const subcategoryIds of [[own], [own, beside], [elsewhere]])
      await records.make('products', { cityId, subcategoryIds, status: 'live', suspendedBecause: null })
    const cells = async (query: Record<string, string>) =>
      (await admin.get('/rest/data/subcategories/page-yield', query)).body as YieldMatrix
    const whole = await cells({})
    const part = (matrix: YieldMatrix, ids: readonly number[]) =>
      matrix.cells
        .filter(({ subcategoryId }) => ids.includes(subcategoryId))
        .toSorted((a, b) => a.subcategoryId - b.subcategoryId)
    const [ofOne, ofCategory] = [
      await cells({ subcategoryId: String(own) }),
      await cells({ categoryId: String(categoryId) }),
    ]
    expect(ofOne).toMatchObject({
      cityCount: 1,
      cities: [{ id: cityId }],
      subcategories: [{ id: own }],
      cells: [{ cityId, subcategoryId: own, products: 2 }],
    })
    expect(ofOne.cells).toEqual(part(whole, [own]))
    expect(part(ofCategory, [own, beside, elsewhere])).toEqual(part(whole, [own, beside]))
    expect((await admin.get('/rest/data/subcategories/page-yield', { subcategoryId: 'all' })).status).toBe(422)
    expect(await cells({ subcategoryId: '999999' })).toMatchObject({ cityCount: 0, cities: [], cells: [] })
  })
})
