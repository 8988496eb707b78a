import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type SavedView, type ViewCount, savedViewsPath as path, viewText } from '../../core/list/saved-views.ts'
import type { Client } from '../../app/testing/start.server.ts'
import { auditLength, tracesOf } from '../../core/testing/audit-trail.server.ts'
import {
  admin,
  agent,
  answer,
  coupons,
  fields,
  finance,
  make,
  newName,
  paused,
  serveViews,
  server,
} from './testing/coupon-views.server.ts'

serveViews()

const match = ({ version }: SavedView) => ({ 'If-Match': `"${version}"` })

describe('the counts of a list’s views', () => {
  const countsFor = async (caller: Client, query: Readonly<Record<string, unknown>> = coupons) =>
    (await caller.get(`${path}/counts`, query)).body as ViewCount[]

  it('say how many rows each shows to the caller, and nothing of those that search', async () => {
    const one = await make(admin, { query: 'filter={"code":"COUNTED-1"}' })
    const searching = await Promise.all(
      ['q=ana', 'filter={"q":"ana"}', 'filter={"code":{"contains":"AN"}}'].map((query) => make(admin, { query })),
    )
    const before = await countsFor(admin)
    expect(before.find(({ id }) => id === one.id)).toEqual({ id: one.id, question: null, count: 0, isMore: false })
    expect(before.filter((view) => searching.some(({ id }) => id === view.id))).toEqual([])
    const questions = JSON.stringify([{ q: 'ana' }, { code: { startsWith: 'AN' } }, {}])
    const asked = await countsFor(admin, { ...coupons, questions })
    expect(asked.flatMap(({ question }) => question ?? [])).toEqual([2])
    const rows = ((await admin.get('/rest/data/coupons', { range: [0, 0] })).body as object[]).length
    const everything = await make(admin, { query: '' })
    const after = await countsFor(admin)
    expect(after.find(({ id }) => id === everything.id)?.count).toBeGreaterThanOrEqual(rows)
    expect(await countsFor(finance)).not.toContainEqual(expect.objectContaining({ id: one.id }))
  })

  it('count the questions of the list beside them, within what the list is narrowed to', async () => {
    await admin.post('/rest/data/coupons', {
      code: 'ASKED-1',
      name: 'Asked',
      kind: 'percentage',
      percent: 1_000,
      timeZone: 'Europe/Madrid',
    })
    const rows = async (filter: object) =>
      ((await admin.get('/rest/data/coupons', { range: [0, 999], filter })).body as object[]).length
    const questions = [{ code: 'NO-SUCH-CODE' }, { status: 'draft' }, { nothing: 1 }]
    const counts = await countsFor(admin, { ...coupons, questions: JSON.stringify(questions) })
    expect(counts.filter(({ id }) => id === null)).toEqual([
      { id: null, question: 0, count: 0, isMore: false },
      { id: null, question: 1, count: await rows({ status: 'draft' }), isMore: false },
    ])
    const within = { ...coupons, questions: JSON.stringify([{ status: 'draft' }]), filter: '{"code":"NO-SUCH-CODE"}' }
    expect((await countsFor(admin, within)).find(({ question }) => question === 0)?.count).toBe(0)
    const tooMany = JSON.stringify(Array.from({ length: 9 }, () => ({})))
    for (const questions of ['nonsense', '{}', tooMany, '[1]', '[null]', '[[]]'])
      expect(answer(await admin.get(`${path}/counts`, { ...coupons, questions }))).toBe('422 InvalidInput')
  })

  it('refuse to be narrowed by what is no filter, and leave out a stored view that is none', async () => {
    for (const filter of ['[', '1', 'null', '"x"', '[]', '{"nothing":1}'])
      expect([filter, answer(await admin.get(`${path}/counts`, { ...coupons, filter }))]).toEqual([
        filter,
        '422 InvalidInput',
      ])
    const [broken, whole] = [await make(admin), await make(admin, { query: '' })]
    await sql`update saved_views set query = 'filter=[' where id = ${broken.id}`.execute(server.database.kysely)
    const ids = (await countsFor(admin)).map(({ id }) => id)
    expect([ids.includes(broken.id), ids.includes(whole.id)]).toEqual([false, true])
  })

  it('refuse a list that the caller cannot see or that does not exist', async () => {
    expect(answer(await admin.get(`${path}/counts`, { resource: 'nothing', list: 'nothing/list' }))).toBe(
      '422 InvalidInput',
    )
  })
})

describe('a view', () => {
  it('is made, read, changed and deleted by the person whose it is, each with an audit row', async () => {
    const made = await admin.post(path, { ...coupons, name: '  Paused  ', query: paused })
    const view = made.body as SavedView
    expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([
      201,
      '"1"',
      `${path}/${view.id}`,
    ])
    expect(view).toMatchObject({
      name: 'Paused',
      isShared: false,
      isMine: true,
      mayChange: true,
      isMyDefault: false,
      defaultOfRoles: [],
      owner: { name: 'Ingrid Solheim' },
    })
    expect((await admin.get(`${path}/${view.id}`)).body).toEqual(view)
    const changed = await admin.patch(`${path}/${view.id}`, { name: 'Resting', query: '' }, match(view))
    expect(changed.body).toMatchObject({ name: 'Resting', query: '', version: 2 })
    const gone = await admin.delete(`${path}/${view.id}`, match(changed.body as SavedView))
    expect([gone.status, (await admin.get(`${path}/${view.id}`)).status]).toEqual([200, 404])
    const traces = await Promise.all([made, changed, gone].map((reply) => tracesOf(server.database.kysely, reply)))
    expect(traces.flat()).toMatchObject([
      {
        action: 'create',
        object: 'saved-views',
        record_id: String(view.id),
        title: 'Paused',
        before: null,
        after: { list: 'coupons/list', isShared: false },
      },
      {
        action: 'update',
        title: 'Resting',
        before: { name: 'Paused', query: 'filter={"state":["paused"]}&sort=-timesUsed&size=100' },
        after: { name: 'Resting', query: '' },
      },
      { action: 'delete', title: 'Resting', before: { name: 'Resting' }, after: null },
    ])
    expect(await auditLength(server.database.kysely)).toBeGreaterThan(0)
  })

  it('takes the whole record back, and refuses a read-only or unknown key that differs', async () => {
    const view = await make(admin)
    expect(await admin.put(`${path}/${view.id}`, { ...view, name: newName() })).toMatchObject({
      status: 200,
      body: { version: 2 },
    })
    for (const stranger of [{ resource: 'purchases' }, { owner: null }, { isMine: false }, { colour: 'red' }]) {
      const reply = await admin.patch(`${path}/${view.id}`, stranger)
      expect([answer(reply), fields(reply)]).toEqual(['422 InvalidInput', Object.keys(stranger)])
    }
  })

  it('is not overwritten by a person who has seen an older version', async () => {
    const view = await make(admin)
    await admin.patch(`${path}/${view.id}`, { name: newName() })
    for (const reply of [
      await admin.patch(`${path}/${view.id}`, { query: '' }, match(view)),
      await admin.delete(`${path}/${view.id}`, match(view)),
    ]) {
      expect([answer(reply), (reply.body as { current: SavedView }).current.version]).toEqual(['412 StaleVersion', 2])
    }
  })

  it.each([
    ['a page', 'page=2', 'page'],
    ['another view', 'view=3', 'view'],
    ['two searches', 'q=a&q=b', 'q'],
    ['a filter by no field', 'filter=%7B%22colour%22%3A1%7D', 'colour'],
    ['a filter that its field does not know', 'filter=%7B%22state%22%3A%7B%22gt%22%3A1%7D%7D', 'gt'],
    ['a filter that is not JSON', 'filter=nonsense', 'filter'],
    ['an order that the list cannot have', 'sort=channels', 'channels'],
    ['another page size than the list’s', 'size=37', 'size'],
    ['a column that is no field', 'columns=code,weight', 'weight'],
    ['a column twice', 'columns=code,code', 'columns'],
    ['what is too long', `q=${'x'.repeat(8_000)}`, '8000'],
  ])('does not keep %s, and says so', async (_, query, named) => {
    const reply = await admin.post(path, { ...coupons, name: newName(), query })
    expect([answer(reply), fields(reply)]).toEqual(['422 InvalidInput', ['query']])
    expect((reply.body as { message: string }).message).toContain(named)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: '\u202eevil' }, 'name'],
    [{ list: '../x' }, 'list'],
    [{ resource: 'nothing' }, 'resource'],
    [{ query: 7 }, 'query'],
    [{ isShared: 'yes' }, 'isShared'],
    [{ colour: 1 }, 'colour'],
  ])('is refused with %j', async (wrong, field) => {
    const reply = await admin.post(path, { ...coupons, name: newName(), query: '', ...wrong })
    expect([answer(reply), fields(reply)]).toEqual(['422 InvalidInput', [field]])
  })

  it('leaves no personal data in the audit', async () => {
    const reply = await admin.post(path, {
      resource: 'purchases',
      list: 'purchases/list',
      name: newName(),
      query: viewText({ q: 'ana@example.com' }),
    })
    expect(reply.status).toBe(201)
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([{ after: { query: 'q=•••' } }])
  })
})

describe('names', () => {
  it('are one’s own once per list in any letter case, and free for other people', async () => {
    const { id, name } = await make(admin)
    const again = await admin.post(path, { ...coupons, name: name.toUpperCase(), query: '' })
    expect([answer(again), fields(again)]).toEqual(['409 Conflict', ['name']])
    const other = await make(admin)
    expect(answer(await admin.patch(`${path}/${other.id}`, { name: name.toLowerCase() }))).toBe('409 Conflict')
    await make(admin, { name, list: 'coupons/archive' })
    await make(agent, { name })
    expect((await admin.patch(`${path}/${id}`, { name: name.toUpperCase() })).body).toMatchObject({
      name: name.toUpperCase(),
    })
  })

  it('are taken once by 10 requests at the same time', async () => {
    const name = newName()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admin.post(path, { ...coupons, name, query: '' })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('are at most 50 for a person and a list, also when two ask for the last at once', async () => {
    const list = 'coupons/full'
    await sql`
      insert into saved_views (resource, list, owner_id, name, query) select 'coupons', ${list}, s.id, 'Old ' || n, ''
      from staff s, generate_series(1, 49) n where s.email like 'leila.%'`.execute(server.database.kysely)
    const reader = await server.signIn('read-only')
    const replies = await Promise.all(
      [1, 2, 3].map((n) => reader.post(path, { ...coupons, list, name: `New ${n}`, query: '' })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('the list of views', () => {
  it('is filtered, sorted and paged by the conventions of every list', async () => {
    const list = 'coupons/paging'
    for (const name of ['b', 'A', 'c']) await make(admin, { list, name, isShared: name === 'c' })
    const page = await admin.get(path, { filter: { list }, range: [0, 1] })
    expect([
      (page.body as SavedView[]).map(({ name }) => name),
      page.headers.get('content-range'),
      page.headers.get('x-total-count'),
    ]).toEqual([['A', 'b'], 'saved-views 0-1/3', '3'])
    expect((await admin.get(path, { filter: { list, isShared: true } })).body).toMatchObject([{ name: 'c' }])
    expect(
      ((await admin.get(path, { filter: { list }, sort: ['id', 'DESC'] })).body as SavedView[]).map(({ name }) => name),
    ).toEqual(['c', 'A', 'b'])
  })

  it.each([
    'filter={"colour":1}',
    'filter=x',
    'filter=[]',
    'filter={"id":"1"}',
    'filter={"list":"%00"}',
    'sort=["query","ASC"]',
    'sort=name',
    'range=[5,1]',
    'range=[0,900]',
    'q=a',
  ])('refuses %s', async (query) => {
    expect(answer(await admin.get(`${path}?${query}`))).toBe('422 InvalidInput')
  })
})
