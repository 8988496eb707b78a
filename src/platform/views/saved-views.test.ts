import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { DefaultView, SavedView } from '../../core/list/saved-views.ts'
import { savedViewsPath as path, viewText } from '../../core/list/saved-views.ts'
import { auditLength, tracesOf } from '../../core/testing/audit-trail.server.ts'
import type { Reply } from '../../core/testing/test-context.server.ts'

let server: TestServer
let admin: Client
let agent: Client
let finance: Client
let editor: Client
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'saved views' })
  ;[admin, agent, finance, editor] = await Promise.all([
    server.signIn('admin'),
    server.signIn('sales-agent'),
    server.signIn('finance'),
    server.signIn('catalogue-editor'),
  ])
})
afterAll(() => server?.stop())

const coupons = { resource: 'coupons', list: 'coupons/list' }
const paused = viewText({ filter: '{"state":["paused"]}', sort: '-timesUsed', size: '100' })
const newName = () => `View ${++last}`
const answer = ({ status, body }: Reply) => `${status} ${(body as { error?: string }).error ?? ''}`.trim()
const fields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})
const match = ({ version }: SavedView) => ({ 'If-Match': `"${version}"` })

async function make(caller: Client, draft: object = {}): Promise<SavedView> {
  const reply = await caller.post(path, { ...coupons, name: newName(), query: paused, ...draft })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as SavedView
}
const idsFor = async (caller: Client, filter: object = coupons) =>
  ((await caller.get(path, { filter })).body as SavedView[]).map(({ id }) => id)
const defaultFor = async (caller: Client, list = coupons.list, headers = {}) =>
  ((await caller.get(`${path}/defaults`, undefined, headers)).body as DefaultView[]).find(
    (choice) => choice.list === list,
  )

describe('the counts of a list’s views', () => {
  const countsFor = async (caller: Client, query: Readonly<Record<string, unknown>> = coupons) =>
    (await caller.get(`${path}/counts`, query)).body as { id: number; count: number; isMore: boolean }[]

  it('say how many rows each shows to the caller, and nothing of those that search', async () => {
    const one = await make(admin, { query: 'filter={"code":"COUNTED-1"}' })
    const searching = await make(admin, { query: 'q=somebody' })
    const before = await countsFor(admin)
    expect(before.find(({ id }) => id === one.id)).toEqual({ id: one.id, count: 0, isMore: false })
    expect(before.some(({ id }) => id === searching.id)).toBe(false)
    const rows = ((await admin.get('/rest/data/coupons', { range: [0, 0] })).body as object[]).length
    const everything = await make(admin, { query: '' })
    const after = await countsFor(admin)
    expect(after.find(({ id }) => id === everything.id)?.count).toBeGreaterThanOrEqual(rows)
    expect(await countsFor(finance)).not.toContainEqual(expect.objectContaining({ id: one.id }))
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

describe('sharing', () => {
  it('shows a view to each person who can see its list, and a personal one to no one else, admins included', async () => {
    const [shared, personal] = [await make(agent, { isShared: true }), await make(agent)]
    expect(await idsFor(finance)).toEqual(expect.arrayContaining([shared.id]))
    for (const caller of [finance, admin]) {
      expect(await idsFor(caller)).not.toContain(personal.id)
      expect((await caller.get(`${path}/${personal.id}`)).status).toBe(404)
      expect((await caller.patch(`${path}/${personal.id}`, { name: newName() })).status).toBe(404)
    }
    // The catalogue's editors see no coupons, and so none of their views, by whatever way they ask.
    for (const filter of [coupons, {}, { id: shared.id }]) expect(await idsFor(editor, filter)).not.toContain(shared.id)
    expect([
      (await editor.get(`${path}/${shared.id}`)).status,
      (await editor.delete(`${path}/${shared.id}`)).status,
    ]).toEqual([404, 404])
    expect(fields(await editor.post(path, { ...coupons, name: newName(), query: '' }))).toEqual(['resource'])
  })

  it('lets its maker and people who manage roles change a view, and other people save a copy', async () => {
    const view = await make(agent, { isShared: true })
    expect((await finance.get(`${path}/${view.id}`)).body).toMatchObject({ isMine: false, mayChange: false })
    const refused = [
      await finance.patch(`${path}/${view.id}`, { name: newName() }),
      await finance.delete(`${path}/${view.id}`),
    ]
    expect(refused.map(answer)).toEqual(['403 Forbidden', '403 Forbidden'])
    expect(refused[0]?.body).toMatchObject({ message: expect.stringContaining('Amara Okonkwo') as string })
    await make(finance, { name: view.name, query: view.query })
    expect((await admin.patch(`${path}/${view.id}`, { query: '' })).body).toMatchObject({
      isMine: false,
      mayChange: true,
      query: '',
      owner: { name: 'Amara Okonkwo' },
    })
    expect((await agent.patch(`${path}/${view.id}`, { isShared: false })).body).toMatchObject({ isShared: false })
    expect((await admin.get(`${path}/${view.id}`)).status).toBe(404)
  })

  it('takes a permission on what is in the list: those who only look keep their views to themselves', async () => {
    const reader = await server.signIn('read-only')
    const draft = { ...coupons, name: newName(), query: '' }
    const refused = await reader.post(path, { ...draft, isShared: true })
    expect([answer(refused), JSON.stringify(refused.body)]).toEqual(['403 Forbidden', expect.stringContaining('share')])
    const own = await reader.post(path, draft)
    expect(own.status).toBe(201)
    const { id } = own.body as { id: number }
    expect(answer(await reader.patch(`${path}/${id}`, { isShared: true }))).toBe('403 Forbidden')
    expect((await reader.patch(`${path}/${id}`, { name: newName() })).status).toBe(200)
    // Its owner has lost the permission since: they can stop sharing it, but no longer change it.
    await sql`update saved_views set is_shared = true where id = ${id}`.execute(server.database.kysely)
    expect(answer(await reader.patch(`${path}/${id}`, { name: newName() }))).toBe('403 Forbidden')
    expect((await reader.patch(`${path}/${id}`, { isShared: false })).status).toBe(200)
  })

  it('ends with the list’s own permission', async () => {
    const view = await make(agent, { isShared: true })
    await sql`delete from role_permissions where action = 'ui' and object = 'coupons' and role_id = (select id from roles where name = 'read-only')`.execute(
      server.database.kysely,
    )
    const reader = await server.signIn('read-only')
    expect(await idsFor(reader, {})).not.toContain(view.id)
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'coupons' from roles where name = 'read-only'`.execute(
      server.database.kysely,
    )
    expect(await idsFor(reader, {})).toContain(view.id)
  })

  it('outlives its maker, whose personal views go with them', async () => {
    const {
      rows: [left],
    } = await sql<{ id: number }>`
      insert into staff (email, role_id) select 'leaver@example.com', id from roles where name = 'finance' returning id`.execute(
      server.database.kysely,
    )
    await sql`
      insert into saved_views (resource, list, owner_id, name, query, is_shared)
      values ('coupons', 'coupons/list', ${left?.id}, 'Left behind', '', true), ('coupons', 'coupons/list', ${left?.id}, 'Own', '', false)`.execute(
      server.database.kysely,
    )
    await sql`delete from staff where id = ${left?.id}`.execute(server.database.kysely)
    const { body } = await admin.get(path, { filter: { name: ['Left behind', 'Own'] } })
    expect(body).toMatchObject([{ name: 'Left behind', owner: null, mayChange: true }])
    const [view] = body as SavedView[]
    expect(answer(await admin.patch(`${path}/${view?.id}`, { isShared: false }))).toBe('409 Conflict')
    expect(answer(await finance.patch(`${path}/${view?.id}`, { name: 'Mine' }))).toBe('403 Forbidden')
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

describe('what a list opens with', () => {
  const put = (caller: Client, id: number, roles: string[], headers = {}) =>
    caller.put(`${path}/${id}/roles`, { roles }, headers)
  const choose = (caller: Client, view: number | string | null, list = coupons.list) =>
    caller.put(`${path}/own-default`, { ...coupons, list, view })

  it('is the view of one’s role, unless one has chosen another or none at all', async () => {
    const [ofRole, own] = [await make(agent, { isShared: true }), await make(finance)]
    expect(await defaultFor(finance)).toBeUndefined()
    const given = await put(admin, ofRole.id, ['finance', 'read-only'])
    expect(given.body).toMatchObject({ defaultOfRoles: ['finance', 'read-only'], version: 2 })
    expect(await tracesOf(server.database.kysely, given)).toMatchObject([
      {
        action: 'update',
        object: 'saved-views',
        before: { defaultOfRoles: [] },
        after: { defaultOfRoles: ['finance', 'read-only'] },
      },
    ])
    expect(await defaultFor(finance)).toMatchObject({ origin: 'role', view: { id: ofRole.id, query: paused } })
    expect(await defaultFor(agent)).toBeUndefined()
    const chosen = await choose(finance, own.id)
    expect(await defaultFor(finance)).toMatchObject({ origin: 'own', view: { id: own.id } })
    expect(await tracesOf(server.database.kysely, chosen)).toMatchObject([
      { action: 'choose-default', object: 'saved-views', record_id: String(own.id), after: { ownDefault: own.name } },
    ])
    await choose(finance, 'all')
    expect(await defaultFor(finance)).toMatchObject({ origin: 'own', view: null })
    await choose(finance, null)
    expect(await defaultFor(finance)).toMatchObject({ origin: 'role' })
    expect((await put(admin, ofRole.id, [])).body).toMatchObject({ defaultOfRoles: [] })
    expect(await defaultFor(finance)).toBeUndefined()
  })

  it('is one view for a role and a list, and the audit names the one that it replaces', async () => {
    const [first, second] = [await make(admin, { isShared: true }), await make(admin, { isShared: true })]
    await put(admin, first.id, ['finance', 'sales-agent'])
    const given = await put(admin, second.id, ['finance'])
    expect((await admin.get(`${path}/${first.id}`)).body).toMatchObject({ defaultOfRoles: ['sales-agent'] })
    expect(await tracesOf(server.database.kysely, given)).toMatchObject([
      {
        record_id: String(first.id),
        before: { defaultOfRoles: ['finance', 'sales-agent'] },
        after: { defaultOfRoles: ['sales-agent'] },
      },
      { record_id: String(second.id) },
    ])
    const roles = (await admin.get(`${path}/${second.id}/roles`)).body as { role: string }[]
    expect(roles.find(({ role }) => role === 'finance')).toMatchObject({ view: { id: second.id } })
    expect(roles.find(({ role }) => role === 'sales-agent')).toMatchObject({ view: { id: first.id } })
    // They could not open the list at all.
    expect(roles.map(({ role }) => role)).not.toContain('catalogue-editor')
    await Promise.all([first, second].map(({ id }) => admin.delete(`${path}/${id}`)))
    expect(await defaultFor(finance)).toBeUndefined()
  })

  it('is set for roles by people who manage roles alone, and with shared views of known roles alone', async () => {
    const [shared, personal] = [await make(agent, { isShared: true }), await make(admin)]
    expect(answer(await put(agent, shared.id, ['finance']))).toBe('403 Forbidden')
    expect(answer(await agent.get(`${path}/${shared.id}/roles`))).toBe('403 Forbidden')
    expect(answer(await put(admin, personal.id, ['finance']))).toBe('409 Conflict')
    expect(fields(await put(admin, shared.id, ['nobody']))).toEqual(['roles'])
    expect(answer(await put(admin, shared.id, ['finance'], { 'If-Match': '"9"' }))).toBe('412 StaleVersion')
  })

  it('ends for other people when the view is no longer shared', async () => {
    const view = await make(agent, { isShared: true })
    await put(admin, view.id, ['sales-agent', 'finance'])
    await choose(agent, view.id)
    expect(await defaultFor(finance)).toMatchObject({ view: { id: view.id } })
    const taken = await agent.patch(`${path}/${view.id}`, { isShared: false })
    expect(await tracesOf(server.database.kysely, taken)).toMatchObject([
      {
        before: { defaultOfRoles: ['finance', 'sales-agent'], isShared: true },
        after: { defaultOfRoles: [], isShared: false },
      },
    ])
    expect(await defaultFor(finance)).toBeUndefined()
    expect(await defaultFor(agent)).toMatchObject({ origin: 'own', view: { id: view.id } })
    await agent.delete(`${path}/${view.id}`)
    expect(await defaultFor(agent)).toBeUndefined()
  })

  it('is never a view of another list, a personal view of someone else, or of a list that the person cannot see', async () => {
    const view = await make(agent)
    expect((await choose(finance, view.id)).status).toBe(404)
    expect(fields(await choose(agent, view.id, 'coupons/archive'))).toEqual(['view'])
    expect(fields(await editor.put(`${path}/own-default`, { ...coupons, view: 'all' }))).toEqual(['resource'])
  })

  it('is, while you view the console as a role, what the role opens with', async () => {
    const view = await make(agent, { isShared: true })
    await put(admin, view.id, ['finance'])
    await choose(admin, 'all')
    expect(await defaultFor(admin, coupons.list, { 'X-View-As': 'finance' })).toMatchObject({
      origin: 'role',
      view: { id: view.id },
    })
    expect(await defaultFor(admin)).toMatchObject({ origin: 'own', view: null })
    await choose(admin, null)
    await admin.delete(`${path}/${view.id}`)
  })
})
