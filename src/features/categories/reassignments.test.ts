import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'

interface Row {
  readonly id: number
  readonly name: string
}
let server: TestServer
let admin: Client
let records: Maker
let count = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'reassignments' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const db = () => server.database.kysely
async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
const author = () => made('authors', { name: `Author ${++count}` })
const category = (values: object = {}) => made('categories', { name: `Category ${++count}`, ...values })
const subcategory = (categoryId: number, values: object = {}) =>
  made('subcategories', { name: `Sub ${++count}`, categoryId, ...values })
const read = async (resource: string, id: number) => (await admin.get(`/rest/data/${resource}/${id}`)).body
const says = ({ status, body }: Reply) => [status, (body as { message?: string }).message]

const elsewhereId = () => records.make('cities', { name: `Elsewhere ${++count}` })

/** A user with only the given permissions, with `write` of some objects limited to one city. */
async function somebodyWho(
  may: Readonly<Record<string, readonly string[]>>,
  limited: Readonly<Record<string, number>> = {},
): Promise<Client> {
  await sql`delete from role_permissions where role_id = (select id from roles where name = 'no-access')`.execute(db())
  for (const [action, objects] of Object.entries(may)) {
    for (const object of objects) {
      const cities = action === 'write' && limited[object] !== undefined ? [limited[object]] : null
      await sql`insert into role_permissions (role_id, action, object, city_ids) select id, ${action}, ${object}, ${cities}::bigint[] from roles where name = 'no-access'`.execute(
        db(),
      )
    }
  }
  return await server.signIn('no-access')
}
const hidden =
  'Records that you can’t see refer to it. Ask a colleague who can change them, or leave those references as they are.'

describe('bylines', () => {
  it('go to another author only where every page that carries them is the caller’s to change', async () => {
    const [going, replacement] = [await author(), await author()]
    const [page, alias] = [
      await category({ authorId: going.id }),
      await records.make('aliases', { authorId: going.id, publication: 'draft' }),
    ]
    const path = `/rest/data/authors/${going.id}/reassign`
    expect(
      says(await (await somebodyWho({ ui: ['authors'], write: ['authors'] })).post(path, { toId: replacement.id })),
    ).toEqual([403, hidden])
    const looking = await somebodyWho({ ui: ['authors', 'categories'], write: ['authors', 'aliases'] })
    expect(says(await looking.post(path, { toId: replacement.id }))).toEqual([
      403,
      `The category ${page.name} refers to it, and you can’t change that. Ask a colleague who can, or leave the reference as it is.`,
    ])
    expect([await read('categories', page.id), await read('aliases', alias)]).toMatchObject([
      { authorId: going.id, version: 1 },
      { authorId: going.id },
    ])
    const cityId = ((await read('aliases', alias)) as { cityId: number }).cityId
    const all = ['authors', 'categories', 'aliases']
    const elsewhere = await somebodyWho({ ui: all, write: all }, { aliases: await elsewhereId() })
    expect((await elsewhere.post(path, { toId: replacement.id })).status).toBe(403)
    expect(await read('categories', page.id)).toMatchObject({ authorId: going.id, version: 1 })
    const here = await somebodyWho({ ui: all, write: all }, { aliases: cityId })
    expect((await here.post(path, { toId: replacement.id })).body).toEqual({ moved: 2 })
    expect([await read('categories', page.id), await read('aliases', alias)]).toMatchObject([
      { authorId: replacement.id, version: 2 },
      { authorId: replacement.id },
    ])
  })

  it('are shown as far as one can see the pages, the others counted', async () => {
    const signs = await author()
    const page = await category({ authorId: signs.id })
    await records.make('aliases', { authorId: signs.id, publication: 'draft' })
    const { body } = await (
      await somebodyWho({ ui: ['authors', 'categories'] })
    ).get(`/rest/data/authors/${signs.id}/pages`)
    expect(body).toMatchObject({ pages: [{ resource: 'categories', id: page.id }], hidden: 1 })
  })
})

describe('bylines of several authors', () => {
  const published = async () => {
    const one = await made('authors', { name: `Author ${++count}`, biography: 'Knows the city.' })
    expect((await admin.post(`/rest/data/authors/${one.id}/publish`, {})).status).toBe(200)
    return one
  }
  const signed = async (authorId: number) => {
    const page = await category({ authorId })
    await sql`update categories set publication = 'published' where id = ${page.id}`.execute(db())
    return page
  }
  const move = (who: Client, ids: readonly number[], toId: number, more: object = {}) =>
    who.post('/rest/data/authors/reassign', { ids, toId, ...more })

  it('go to one, who has to be published where they are public, or all of them stay', async () => {
    const [one, two, replacement, draft] = [await published(), await author(), await published(), await author()]
    const [page, alias] = [
      await signed(one.id),
      await records.make('aliases', { authorId: two.id, publication: 'draft' }),
    ]
    expect((await move(admin, [one.id, two.id], draft.id)).body).toMatchObject({
      fields: {
        toId: `Published pages carry their names, and ${draft.name} is not published. Publish that author first, or choose another one.`,
      },
    })
    expect((await move(admin, [one.id, replacement.id], replacement.id)).body).toMatchObject({
      fields: { toId: 'Choose an author who isn’t one of them.' },
    })
    expect([
      (await move(admin, [one.id], 999_999)).status,
      (await move(admin, [999_999], replacement.id)).status,
      (await move(admin, [], replacement.id)).status,
    ]).toEqual([422, 404, 422])
    const looking = await somebodyWho({ ui: ['authors', 'categories', 'aliases'], write: ['authors', 'categories'] })
    expect((await move(looking, [one.id, two.id], replacement.id)).status).toBe(403)
    expect([await read('categories', page.id), await read('aliases', alias)]).toMatchObject([
      { authorId: one.id, version: 1 },
      { authorId: two.id },
    ])
    expect((await move(admin, [one.id, two.id, one.id], replacement.id)).body).toEqual({
      moved: 2,
      takenDown: 0,
      archived: 0,
    })
    expect([
      await read('categories', page.id),
      await read('aliases', alias),
      await read('authors', one.id),
    ]).toMatchObject([
      { authorId: replacement.id, version: 2 },
      { authorId: replacement.id },
      { publication: 'published' },
    ])
  })

  it('leave unpublished authors behind, whose addresses then lead to the successor', async () => {
    const [one, draft, replacement] = [await published(), await author(), await published()]
    const page = await signed(one.id)
    const all = ['authors', 'categories']
    const editor = await somebodyWho({ ui: all, write: all })
    expect((await move(editor, [draft.id, one.id], replacement.id, { afterwards: 'take-down' })).status).toBe(403)
    expect([await read('categories', page.id), await read('authors', one.id)]).toMatchObject([
      { authorId: one.id },
      { publication: 'published' },
    ])
    expect((await move(admin, [draft.id, one.id], draft.id + 1_000, { afterwards: 'take-down' })).status).toBe(422)
    const publisher = await somebodyWho({ ui: all, write: all, publish: ['authors'] })
    expect((await move(publisher, [draft.id, one.id], replacement.id, { afterwards: 'take-down' })).body).toEqual({
      moved: 1,
      takenDown: 1,
      archived: 0,
    })
    expect([
      await read('categories', page.id),
      await read('authors', one.id),
      await read('authors', draft.id),
    ]).toMatchObject([{ authorId: replacement.id }, { publication: 'unpublished' }, { publication: 'draft' }])
    const { rows } =
      await sql`select reason, target_id from redirects where resource = 'authors' and record_id = ${one.id}`.execute(
        db(),
      )
    expect(rows).toContainEqual({ reason: 'replaced', target_id: replacement.id })
    // None of the remaining authors is public, so archiving them does not need permission to publish.
    expect((await move(editor, [draft.id, one.id], replacement.id, { afterwards: 'archive' })).body).toMatchObject({
      takenDown: 0,
      archived: 2,
    })
  })

  it('leave authors behind who are archived at once, with a trace of each step', async () => {
    const [one, replacement] = [await published(), await published()]
    await signed(one.id)
    expect((await move(admin, [one.id], replacement.id, { afterwards: 'archive' })).body).toEqual({
      moved: 1,
      takenDown: 1,
      archived: 1,
    })
    expect(await read('authors', one.id)).toMatchObject({ publication: 'archived', version: 4 })
    const { rows } = await sql<{
      action: string
    }>`select action from audit_log where object = 'authors' and record_id = ${String(one.id)} order by id`.execute(
      db(),
    )
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['unpublished', 'archived'])
    expect((await move(admin, [one.id], replacement.id, { afterwards: 'archive' })).body).toEqual({
      moved: 0,
      takenDown: 0,
      archived: 0,
    })
  })

  it('are an author’s own by default, and a thousand at most', async () => {
    const [one, two, replacement] = [await author(), await author(), await published()]
    await sql`insert into aliases select (jsonb_populate_record(null::aliases, to_jsonb(a) || jsonb_build_object('id', 5000000 + n, 'slug', 'many-' || n, 'author_id', case when n > 500 then ${two.id}::bigint else ${one.id}::bigint end, 'publication', 'draft'))).*
      from (select * from aliases order by id limit 1) a, generate_series(1, 1001) n`.execute(db())
    const refused = await move(admin, [one.id, two.id], replacement.id)
    expect(says(refused)).toEqual([
      409,
      'More than 1000 records refer to it, which is too many at once. Change them in their lists first.',
    ])
    expect((await move(admin, [one.id], replacement.id)).body).toMatchObject({ moved: 500 })
    await sql`delete from aliases where id > 5000000`.execute(db())
  })
})

describe('products and events', () => {
  it('of a subcategory go to another one only where each is the caller’s to change', async () => {
    const { id } = await category()
    const [from, to] = [await subcategory(id), await subcategory(id)]
    const product = await records.make('products', { subcategoryIds: [from.id] })
    const [path, before] = [
      `/rest/data/subcategories/${from.id}/reassign`,
      (await read('products', product)) as { cityId: number; version: number },
    ]
    expect(
      says(await (await somebodyWho({ ui: ['subcategories'], write: ['subcategories'] })).post(path, { toId: to.id })),
    ).toEqual([403, hidden])
    const both = ['subcategories', 'products']
    expect(
      (
        await (
          await somebodyWho({ ui: both, write: both }, { products: await elsewhereId() })
        ).post(path, { toId: to.id })
      ).status,
    ).toBe(403)
    expect(await read('products', product)).toMatchObject({ subcategoryIds: [from.id], version: before.version })
    expect(
      (await (await somebodyWho({ ui: both, write: both }, { products: before.cityId })).post(path, { toId: to.id }))
        .body,
    ).toEqual({ moved: 1 })
    expect(await read('products', product)).toMatchObject({ subcategoryIds: [to.id], version: before.version + 1 })
  })

  it('go along to another category only where each is the caller’s to change', async () => {
    const [from, to] = [await category(), await category()]
    const { id } = await subcategory(from.id)
    const event = await records.make('events', { categoryId: from.id, subcategoryId: id })
    const cityId = ((await read('events', event)) as { cityId: number }).cityId
    const sections = ['categories', 'subcategories']
    const moves = (who: Client) => [
      () => who.post('/rest/data/subcategories/order', { categoryId: to.id, ids: [id], was: [] }),
      () => who.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id }),
      () => who.patch(`/rest/data/subcategories/${id}`, { categoryId: to.id }),
    ]
    for (const who of [
      await somebodyWho({ ui: sections, write: sections }),
      await somebodyWho(
        { ui: [...sections, 'events'], write: [...sections, 'events'] },
        { events: await elsewhereId() },
      ),
    ])
      for (const move of moves(who)) expect((await move()).status).toBe(403)
    expect([await read('subcategories', id), await read('events', event)]).toMatchObject([
      { categoryId: from.id, version: 1 },
      { categoryId: from.id, version: 1 },
    ])
    const [order] = moves(
      await somebodyWho({ ui: [...sections, 'events'], write: [...sections, 'events'] }, { events: cityId }),
    )
    expect((await order?.())?.status).toBe(200)
    expect(await read('events', event)).toMatchObject({ categoryId: to.id, version: 2 })
  })
})
