import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { SectionTree, YieldMatrix } from './section.endpoints.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly name: string }
let server: TestServer
let admin: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'sections' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

async function made(resource: string, values: object): Promise<Row> {
  const reply = await admin.post(`/rest/data/${resource}`, values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
let count = 0
const category = (values: object = {}) => made('categories', { name: `Category ${++count}`, ...values })
const subcategory = (categoryId: number, values: object = {}) =>
  made('subcategories', { name: `Sub ${++count}`, categoryId, ...values })
const treeOf = async () => (await admin.get('/rest/data/categories/tree')).body as SectionTree
const below = async (id: number) =>
  (await treeOf()).categories.find((node) => node.id === id)?.subcategories.map((node) => node.id)
const db = () => server.database.kysely
const products = (subcategoryIds: number[], values: object = {}) =>
  records.make('products', { status: 'live', suspendedBecause: null, subcategoryIds, ...values })

describe('the tree', () => {
  it('has new ones at the end and takes another order, which every reader sees', async () => {
    const [one, two, three] = [await category(), await category(), await category()]
    const before = (await treeOf()).categories.map(({ id }) => id)
    expect(before.slice(-3)).toEqual([one.id, two.id, three.id])
    const ids = [...before.slice(0, -3), three.id, one.id, two.id]
    expect((await admin.post('/rest/data/categories/order', { ids, was: before })).body).toEqual({ moved: 3 })
    expect((await treeOf()).categories.map(({ id }) => id)).toEqual(ids)
    expect((await admin.post('/rest/data/categories/order', { ids, was: ids })).body).toEqual({ moved: 0 })
    expect((await admin.get(`/rest/data/categories/${ids[0]}`)).body).toMatchObject({ position: 1 })
    expect((await subcategory(one.id))['position']).toBe(1)
  })

  it('refuses an order made on a tree that is no more, one with strangers in it, and one that says a place twice', async () => {
    const all = (await treeOf()).categories.map(({ id }) => id)
    const added = await category()
    const refused = await admin.post('/rest/data/categories/order', { ids: all, was: all })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      `${added.name} is not in this order: the tree changed. Check it again.`,
    ])
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [...all, added.id, 999_999], was: [...all, added.id] }))
        .status,
    ).toBe(422)
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [...all, added.id, added.id], was: [...all, added.id] }))
        .status,
    ).toBe(422)
  })

  it('keeps the order that a colleague has made in the meantime', async () => {
    const home = await category()
    const [one, two, three] = [await subcategory(home.id), await subcategory(home.id), await subcategory(home.id)]
    const [top, was] = [(await treeOf()).categories.map(({ id }) => id), [one.id, two.id, three.id]]
    const order = (ids: number[], from = was) =>
      admin.post('/rest/data/subcategories/order', { categoryId: home.id, ids, was: from })
    expect((await order([three.id, one.id, two.id])).status).toBe(200)
    const stale = await order([two.id, one.id, three.id])
    expect([stale.status, (stale.body as { message: string }).message]).toEqual([
      409,
      'The order changed. Check it, and move your items again.',
    ])
    expect(await below(home.id)).toEqual([three.id, one.id, two.id])
    expect((await order([two.id, one.id, three.id], [three.id, one.id, two.id])).status).toBe(200)
    const [last, ...rest] = top.toReversed()
    expect(
      (await admin.post('/rest/data/categories/order', { ids: [last, ...rest.toReversed()], was: top })).status,
    ).toBe(200)
    expect((await admin.post('/rest/data/categories/order', { ids: top, was: top })).status).toBe(409)
    const {
      rows: [trace],
    } =
      await sql`select before, after from audit_log where action = 'reordered' and record_id = ${String(home.id)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({
      before: { order: [three.name, one.name, two.name] },
      after: { order: [two.name, one.name, three.name] },
    })
  })

  it('moves a subcategory into another category with its slugs in every language, unless one is in the way', async () => {
    const [from, to] = [await category(), await category()]
    const [moving, there] = [await subcategory(from.id, { slug: 'moving-on' }), await subcategory(to.id)]
    await admin.put(`/rest/data/subcategories/${moving.id}/translations/es`, { texts: { slug: { text: 'mudanza' } } })
    const order = { categoryId: to.id, ids: [moving.id, there.id], was: [there.id] }
    expect((await admin.post('/rest/data/subcategories/order', order)).status).toBe(200)
    expect([await below(from.id), await below(to.id)]).toEqual([[], [moving.id, there.id]])
    const { rows } =
      await sql`select scope from translations where resource = 'subcategories' and record_id = ${moving.id}`.execute(
        db(),
      )
    expect(rows).toEqual([{ scope: to.id }])
    const same = await subcategory(from.id, { slug: 'moving-on' })
    const refused = await admin.post('/rest/data/subcategories/order', {
      categoryId: to.id,
      ids: [moving.id, there.id, same.id],
      was: [moving.id, there.id],
    })
    expect(refused.status).toBe(409)
    expect(await below(from.id)).toEqual([same.id])
    const trail = (await admin.get(`/rest/data/subcategories/${moving.id}/history`)).body as {
      versions: { action: string }[]
    }
    expect(trail.versions[0]?.action).toBe('moved')
  })

  it('says which slug in which language is in the way where it goes', async () => {
    const [from, to] = [await category(), await category()]
    const [moving, there] = [await subcategory(from.id), await subcategory(to.id)]
    for (const { id } of [moving, there])
      await admin.put(`/rest/data/subcategories/${id}/translations/es`, { texts: { slug: { text: 'misma' } } })
    const message = `The slug misma of ${moving.name} in Spanish is taken there: it is that of ${there.name} in Spanish. Change one of them first.`
    for (const [reply, key] of [
      [
        await admin.post('/rest/data/subcategories/order', {
          categoryId: to.id,
          ids: [there.id, moving.id],
          was: [there.id],
        }),
        'categoryId',
      ],
      [await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id }), 'toId'],
      [await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id }), 'categoryId'],
      [
        await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id, slug: 'another-one' }),
        'categoryId',
      ],
    ] as const)
      expect([reply.status, reply.body]).toMatchObject([409, { message, fields: { [key]: message } }])
    // A page without a Spanish slug uses its own slug there.
    await admin.put(`/rest/data/subcategories/${moving.id}/translations/es`, {
      texts: { slug: { text: String(there['slug']) } },
    })
    expect((await admin.patch(`/rest/data/subcategories/${moving.id}`, { categoryId: to.id })).body).toMatchObject({
      message: `The slug ${String(there['slug'])} of ${moving.name} in Spanish is taken there: it is that of ${there.name}. Change one of them first.`,
    })
    expect(await below(from.id)).toEqual([moving.id])
  })

  it('takes the events of a subcategory along, each with its trace, however it is moved and when that is undone', async () => {
    const [from, to] = [await category(), await category()]
    const { id } = await subcategory(from.id)
    const event = await records.make('events', { categoryId: from.id, subcategoryId: id })
    const read = async () => (await admin.get(`/rest/data/events/${event}`)).body as Row
    const last = async () =>
      (
        await sql`select action, before, after from audit_log where object = 'events' and record_id = ${String(event)} order by id desc limit 1`.execute(
          db(),
        )
      ).rows[0]
    expect((await admin.patch(`/rest/data/subcategories/${id}`, { categoryId: to.id })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([
      { categoryId: to.id, version: 2 },
      { action: 'moved', before: { categoryId: from.id }, after: { categoryId: to.id } },
    ])
    await admin.put(`/rest/data/subcategories/${id}/translations/es`, { texts: { slug: { text: 'de-vuelta' } } })
    await admin.patch(`/rest/data/subcategories/${id}`, { categoryId: from.id })
    expect((await admin.post(`/rest/data/subcategories/${id}/undo`, { action: 'update' })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([
      { categoryId: to.id, version: 4 },
      { action: 'moved', before: { categoryId: from.id }, after: { categoryId: to.id } },
    ])
    const { rows } =
      await sql`select scope from translations where resource = 'subcategories' and record_id = ${id}`.execute(db())
    expect(rows).toEqual([{ scope: to.id }])
    expect(
      (await admin.post('/rest/data/subcategories/order', { categoryId: from.id, ids: [id], was: [] })).status,
    ).toBe(200)
    expect([await read(), await last()]).toMatchObject([{ categoryId: from.id, version: 5 }, { action: 'moved' }])
    expect((await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id })).status).toBe(200)
    expect([await read(), await last()]).toMatchObject([{ categoryId: to.id, version: 6 }, { action: 'moved' }])
  })

  it('can be put in order only with write', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.get('/rest/data/categories/tree')).status).toBe(200)
    expect((await reader.post('/rest/data/categories/order', { ids: [], was: [] })).status).toBe(403)
    expect((await reader.post('/rest/data/subcategories/order', { categoryId: 1, ids: [], was: [] })).status).toBe(403)
  })
})

describe('what belongs to a section', () => {
  it('goes to another one before it is deleted', async () => {
    const [from, to] = [await category(), await category()]
    const [sub, other] = [await subcategory(from.id), await subcategory(to.id)]
    const product = await products([sub.id, other.id])
    expect((await admin.delete(`/rest/data/categories/${from.id}`)).body).toMatchObject({
      message: 'A subcategory is in this category. Move them to another one first.',
    })
    expect((await admin.delete(`/rest/data/subcategories/${sub.id}`)).body).toMatchObject({
      message: 'A product is in this subcategory. Move them to another one first.',
    })
    expect((await admin.post(`/rest/data/subcategories/${sub.id}/reassign`, { toId: sub.id })).status).toBe(422)
    expect((await admin.post(`/rest/data/subcategories/${sub.id}/reassign`, { toId: other.id })).body).toEqual({
      moved: 1,
    })
    // It was in both, and is in the one that is left once.
    expect((await admin.get(`/rest/data/products/${product}`)).body).toMatchObject({
      subcategoryIds: [other.id],
      version: 2,
    })
    const trail = (await admin.get(`/rest/data/products/${product}/history`)).body as {
      versions: { action: string; changes: unknown }[]
    }
    expect(trail.versions[0]?.action).toBe('given-a-successor')
    const {
      rows: [trace],
    } =
      await sql`select before, after from audit_log where object = 'products' and record_id = ${String(product)} order by id desc limit 1`.execute(
        db(),
      )
    expect(trace).toEqual({ before: { subcategoryIds: [sub.id, other.id] }, after: { subcategoryIds: [other.id] } })
    expect((await admin.post(`/rest/data/categories/${from.id}/reassign`, { toId: to.id })).body).toEqual({ moved: 1 })
    expect(await below(to.id)).toEqual([other.id, sub.id])
    for (const path of [`subcategories/${sub.id}`, `categories/${from.id}`])
      expect((await admin.delete(`/rest/data/${path}`)).status).toBe(200)
  })

  it('is weighed by city: what is on sale, what is bought, and whether the page is public', async () => {
    const { id: categoryId } = await category()
    const { id: subcategoryId } = await subcategory(categoryId)
    const cityId = await records.make('cities', { publication: 'draft' })
    await products([subcategoryId], { cityId })
    await products([subcategoryId], { cityId })
    await products([subcategoryId], { cityId, status: 'retired' })
    const read = async () =>
      ((await admin.get('/rest/data/subcategories/page-yield')).body as YieldMatrix).cells.find(
        (cell) => cell.subcategoryId === subcategoryId,
      )
    expect(await read()).toEqual({
      cityId,
      subcategoryId,
      products: 2,
      events: 0,
      orders: 0,
      pages: 0,
      aliasId: null,
      coverage: 'missing',
      priority: 2,
    })
    await sql`update subcategories set publication = 'published' where id = ${subcategoryId}`.execute(db())
    await sql`update cities set publication = 'published' where id = ${cityId}`.execute(db())
    expect(await read()).toMatchObject({ coverage: 'thin' })
    await products([subcategoryId], { cityId })
    expect(await read()).toMatchObject({ products: 3, coverage: 'live', priority: 0 })
    // An alias is a page too, whatever the city is.
    await sql`update cities set publication = 'unpublished' where id = ${cityId}`.execute(db())
    expect(await read()).toMatchObject({ coverage: 'missing' })
    const aliasId = await records.make('aliases', { cityId, subcategoryIds: [subcategoryId], publication: 'published' })
    expect(await read()).toMatchObject({ pages: 1, aliasId, coverage: 'live', priority: 0 })
  })

  it('counts events as long as they are published and to come, in the tree, the lists and the matrix', async () => {
    const { id: categoryId } = await category()
    const { id } = await subcategory(categoryId)
    const event = await records.make('events', {
      categoryId,
      subcategoryId: id,
      publication: 'published',
      isHidden: false,
      schedule: 'scheduled',
    })
    const without = await records.make('events', {
      categoryId,
      subcategoryId: null,
      publication: 'published',
      isHidden: false,
      schedule: 'scheduled',
    })
    const shown = async () => {
      const [of, above] = [
        (await admin.get(`/rest/data/subcategories/${id}`)).body as Row,
        (await admin.get(`/rest/data/categories/${categoryId}`)).body as Row,
      ]
      const node = (await treeOf()).categories.find((one) => one.id === categoryId)
      expect([node?.eventCount, node?.isThin, node?.subcategories[0]?.eventCount]).toEqual([
        above['eventCount'],
        above['isThin'],
        of['eventCount'],
      ])
      return [of['eventCount'], above['eventCount'], of['cityCount']]
    }
    expect(await shown()).toEqual([0, 0, 0])
    const to = (value: string) => sql`update performances set status = ${value} where event_id = ${event}`.execute(db())
    for (const eventId of [event, event, without]) {
      await records.make('performances', { eventId, status: 'onsale', isDateTbd: false })
    }
    expect(await shown()).toEqual([1, 2, 1])
    await to('cancelled')
    expect(await shown()).toEqual([0, 1, 0])
    await to('postponed')
    for (const [off, on] of [
      ['is_hidden = true', 'is_hidden = false'],
      [`publication = 'unpublished'`, `publication = 'published'`],
      ['subcategory_id = null', `subcategory_id = ${id}`],
    ] as const) {
      await sql`update events set ${sql.raw(off)} where id = ${event}`.execute(db())
      expect((await shown())[0]).toBe(0)
      await sql`update events set ${sql.raw(on)} where id = ${event}`.execute(db())
      expect((await shown())[0]).toBe(1)
    }
    await products([id])
    await products([id])
    const { body } = await admin.get('/rest/data/subcategories', {
      filter: JSON.stringify({ categoryId, isThin: false }),
    })
    expect(body).toMatchObject([{ id, productCount: 2, eventCount: 1, isThin: false }])
    const past =
      await sql`update live_events set live_until = now() - interval '1 hour' where event_id = ${event}`.execute(db())
    expect([past.numAffectedRows, await shown()]).toEqual([1n, [0, 1, 2]])
    await sql`delete from performances where event_id = ${without}`.execute(db())
    expect((await shown())[1]).toBe(0)
  })
})

describe('links and languages of an author', () => {
  const links = [
    'javascript:alert(1)',
    'http://example.com/ana',
    'https://',
    'https://bank.example@evil.example',
    'data:text/html,x',
    ' https://a b.c',
    'HTTPS//x.y',
  ]
  it.each(links)('%s is no profile', async (link) => {
    const refused = await admin.post('/rest/data/authors', {
      name: 'Links',
      profiles: ['https://example.com/ana', link],
    })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { profiles: `${link.trim()} is not a web address that begins with https://.` },
    ])
    await expect(
      sql`insert into authors (name, slug, profiles) values ('Links', 'links', array[${link}])`.execute(db()),
    ).rejects.toThrow('authors_profiles_check')
  })
  it.each(['klingonese!!', 'english', 'pt_BR', 'EN', 'pt-br'])('%s is no language', async (tag) => {
    const refused = await admin.post('/rest/data/authors', { name: 'Speaks', languages: ['en', tag] })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { languages: `${tag} is not a BCP 47 tag, such as es or pt-BR.` },
    ])
    await expect(
      sql`insert into authors (name, slug, languages) values ('Speaks', 'speaks', array[${tag}])`.execute(db()),
    ).rejects.toThrow('authors_languages_check')
  })
  it('are taken as they should be', async () => {
    const values = {
      profiles: ['https://video.example/@ana', 'https://example.org/p?q=1#x'],
      languages: ['es', 'pt-BR', 'zh-Hant', 'es-419'],
    }
    expect(await made('authors', { name: 'Fine', ...values })).toMatchObject(values)
  })
})

describe('an author', () => {
  const published = async (name: string) => {
    const author = await made('authors', { name, reviewDays: 30, biography: 'Knows the city.' })
    expect((await admin.post(`/rest/data/authors/${author.id}/publish`, {})).status).toBe(200)
    return author
  }

  it('has pages that become due, and is archived only once another author signs them', async () => {
    const author = await published('Signs a lot')
    const replacement = await made('authors', { name: 'Takes over' })
    const [old, fresh] = [
      await category({ authorId: author.id, reviewedOn: '2020-01-01' }),
      await category({ authorId: author.id }),
    ]
    await sql`update categories set publication = 'published' where id = ${old.id}`.execute(db())
    expect((await admin.get(`/rest/data/authors/${author.id}`)).body).toMatchObject({ pageCount: 2, dueCount: 1 })
    const { pages } = (await admin.get(`/rest/data/authors/${author.id}/pages`)).body as {
      pages: { id: number; daysOver: number | null }[]
    }
    expect(pages.map(({ id }) => id)).toEqual([old.id, fresh.id])
    expect(pages[0]?.daysOver).toBeGreaterThan(1_000)
    const refused = await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      409,
      'A published page carries this name. Choose a successor who signs what refers to this author from now on, or move the bylines to another author first.',
    ])
    await expect(
      sql`update authors set publication = 'unpublished' where id = ${author.id}`.execute(db()),
    ).rejects.toThrow('published pages are signed')
    expect((await admin.post(`/rest/data/authors/${author.id}/reassign`, { toId: replacement.id })).status).toBe(422)
    await sql`update authors set publication = 'published', biography = 'Knows more.' where id = ${replacement.id}`.execute(
      db(),
    )
    expect((await admin.post(`/rest/data/authors/${author.id}/reassign`, { toId: replacement.id })).body).toEqual({
      moved: 2,
    })
    expect((await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null })).status).toBe(200)
    expect((await admin.post(`/rest/data/authors/${author.id}/review`, { to: 'archived' })).status).toBe(200)
    expect((await admin.get(`/rest/data/categories/${old.id}`)).body).toMatchObject({
      authorId: replacement.id,
      version: 2,
    })
    expect((await admin.get('/rest/data/authors/999999/pages')).status).toBe(404)
  })

  it('has to be published before a page is that they sign, and before they sign one that is', async () => {
    const draft = await made('authors', { name: 'Nobody’s page yet' })
    const page = await category({ authorId: draft.id, description: 'What is in it.' })
    await admin.put(`/rest/data/categories/${page.id}/translations/es`, {
      texts: { name: { text: `Firmado ${page.id}`, status: 'approved' } },
    })
    const refused = await admin.post(`/rest/data/categories/${page.id}/publish`, {})
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { authorId: 'It cannot be published yet: its author is not published.' },
    ])
    expect(
      (await admin.patch(`/rest/data/categories/${page.id}`, { authorId: (await published('Has a page')).id })).status,
    ).toBe(200)
    expect((await admin.post(`/rest/data/categories/${page.id}/publish`, {})).status).toBe(200)
    const changed = await admin.patch(`/rest/data/categories/${page.id}`, { authorId: draft.id })
    expect([changed.status, Object.keys((changed.body as { fields: object }).fields)]).toEqual([409, ['authorId']])
    await expect(
      sql`update categories set author_id = ${draft.id} where id = ${page.id}`.execute(db()),
    ).rejects.toThrow('is not published')
  })

  it('who is unpublished gives what refers to them to a successor, each page with its trace', async () => {
    const [author, replacement] = [await published('Goes'), await published('Stays')]
    const page = await category({ authorId: author.id })
    expect(
      (await admin.post(`/rest/data/authors/${author.id}/unpublish`, { successorId: null, reassignReferences: true }))
        .status,
    ).toBe(422)
    expect(
      (
        await admin.post(`/rest/data/authors/${author.id}/unpublish`, {
          successorId: replacement.id,
          reassignReferences: true,
        })
      ).status,
    ).toBe(200)
    expect((await admin.get(`/rest/data/categories/${page.id}`)).body).toMatchObject({
      authorId: replacement.id,
      version: 2,
    })
    const { rows } =
      await sql`select action from audit_log where object = 'categories' and record_id = ${String(page.id)} and action = 'given-a-successor'`.execute(
        db(),
      )
    expect(rows).toHaveLength(1)
  })

  it('that is unpublished is no longer named by link markers where its successor takes over what refers to it', async () => {
    const [going, replacement] = [await published('Stays put'), await published('Takes over')]
    const [page, other] = [
      await category({ authorId: going.id, description: 'What is in it.' }),
      await category({ authorId: replacement.id, description: 'What is in it.' }),
    ]
    for (const { id } of [page, other]) {
      await admin.put(`/rest/data/categories/${id}/translations/es`, {
        texts: { name: { text: `Página ${id}`, status: 'approved' } },
      })
      expect((await admin.post(`/rest/data/categories/${id}/publish`, {})).status).toBe(200)
    }
    const marker = (id: number) => `<p>See :::link|text=this|element=ca-${id}:::</p>`
    const city = await records.make('cities', { description: marker(page.id) })
    const description = async () =>
      ((await admin.get(`/rest/data/cities/${city}`)).body as { description: string }).description
    expect((await admin.post(`/rest/data/categories/${page.id}/unpublish`, { successorId: other.id })).status).toBe(200)
    expect(await description()).toBe(marker(page.id))
    expect((await admin.post(`/rest/data/categories/${page.id}/publish`, {})).status).toBe(200)
    expect(
      (
        await admin.post(`/rest/data/categories/${page.id}/unpublish`, {
          successorId: other.id,
          reassignReferences: true,
        })
      ).status,
    ).toBe(200)
    expect(await description()).toBe(marker(other.id))
  })
})
