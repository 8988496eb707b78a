import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, Reply, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue, makePurchases } from '../../features/coupons/testing/coupons.server.ts'

interface Coupon {
  readonly id: number
  readonly version: number
  readonly code: string
  readonly [key: string]: unknown
}
interface History {
  versions: {
    entry: number
    action: string
    actorName: string
    reason: string | null
    changes: { key: string; before: string | null; after: string | null }[]
  }[]
  hasMore: boolean
  titles: Record<string, Record<string, string>>
}

const path = '/rest/data/coupons'
let server: TestServer
let admin: Client
let agent: Client
let reader: Client
let cityId: number
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'record history' })
  admin = await server.signIn('admin')
  agent = await server.signIn('sales-agent')
  reader = await server.signIn('read-only')
  cityId = (await makeCatalogue(server.database.kysely)).cityId
})
afterAll(() => server.stop())

async function create(draft: object = {}): Promise<Coupon> {
  const reply = await admin.post(path, {
    code: `CARE-${++last}`,
    name: 'First',
    percent: 500,
    status: 'active',
    ...draft,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Coupon
}
const at = ({ id }: { id: number }) => `${path}/${id}`
const read = async (coupon: Coupon) => (await admin.get(at(coupon))).body as Coupon
const historyOf = async (coupon: { id: number }, who: Client = admin) =>
  (await who.get(`${at(coupon)}/history`)).body as History
const restore = (coupon: Coupon, entry: number, more: object = {}, who: Client = admin) =>
  who.post(`${at(coupon)}/restore`, { entry, ...more }, { 'if-match': `"${coupon.version}"` })
const undo = (coupon: { id: number }, action: string, who: Client = admin) => who.post(`${at(coupon)}/undo`, { action })
const says = ({ status, body }: Reply) => [status, (body as { message?: string }).message]
async function makeCustomer(name: string): Promise<number> {
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into customers (email, first_name, last_name, locale) values (${`${name}-${++last}@example.com`}, 'Very', 'Private', 'es') returning id`.execute(
    server.database.kysely,
  )
  return made?.id ?? 0
}
const lastTrace = async (coupon: Coupon) =>
  (
    await sql<Record<string, unknown>>`
  select action, reason, before, after, actor_name from audit_log where object = 'coupons' and record_id = ${String(coupon.id)} order by id desc limit 1`.execute(
      server.database.kysely,
    )
  ).rows[0]

describe('the history of a record', () => {
  it('shows who changed what, newest first, with the titles of referenced records', async () => {
    const coupon = await create()
    await agent.patch(at(coupon), { name: 'Second', cityIds: [cityId] })
    const history = await historyOf(coupon)
    expect(history.versions.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['update', expect.any(String)],
      ['create', 'Ingrid Solheim'],
    ])
    expect(history.versions[0]?.changes).toEqual([
      { key: 'name', before: '"First"', after: '"Second"' },
      { key: 'cityIds', before: '[]', after: `[${cityId}]` },
    ])
    expect(history.titles).toMatchObject({ cities: { [cityId]: 'Rome' } })
    expect([history.hasMore, JSON.stringify(history)]).toEqual([false, expect.not.stringContaining('@')])
  })

  it('is open to people who can read the record, without the audit, and to no one else', async () => {
    const coupon = await create()
    expect((await reader.get('/rest/data/audit')).status).toBe(403)
    expect((await historyOf(coupon, reader)).versions).toHaveLength(1)
    const stranger = await server.signIn('no-access')
    for (const call of ['history', `history/${(await historyOf(coupon)).versions[0]?.entry}`, 'used-by']) {
      expect([call, (await stranger.get(`${at(coupon)}/${call}`)).status]).toEqual([call, 403])
      expect([call, (await server.anonymous.get(`${at(coupon)}/${call}`)).status]).toEqual([call, 403])
    }
  })

  it('goes on where a page of it ends, and has no versions of what changed nothing', async () => {
    const coupon = await create()
    for (let n = 1; n <= 24; n++) await admin.patch(at(coupon), { name: `Name ${n}` })
    await server.database.kysely.transaction().execute((db) =>
      sql`select audit_append(${JSON.stringify([
        {
          actor_kind: 'system',
          actor_name: 'a test',
          action: 'reveal',
          object: 'coupons',
          record_id: String(coupon.id),
          after: { revealed: ['email'] },
        },
      ])}::jsonb)`.execute(db),
    )
    const first = await historyOf(coupon)
    expect([first.versions.length, first.hasMore, first.versions[0]?.action]).toEqual([20, true, 'update'])
    const rest = (await admin.get(`${at(coupon)}/history`, { after: String(first.versions.at(-1)?.entry) }))
      .body as History
    expect([rest.versions.length, rest.hasMore, rest.versions.at(-1)?.action]).toEqual([5, false, 'create'])
    expect((await admin.get(`${at(coupon)}/history`, { after: 'abc' })).status).toBe(422)
  })

  it('is there for what has been deleted, and not for what never was', async () => {
    const coupon = await create()
    await admin.delete(at(coupon))
    expect((await historyOf(coupon)).versions.map(({ action }) => action)).toEqual(['delete', 'create'])
    expect((await admin.get(`${path}/999999999/history`)).status).toBe(404)
  })

  it('says in a line who made a record and who changed it last, to people who can read it', async () => {
    const coupon = await create()
    const authors = async (id: number, who: Client = reader) => (await who.get(`${path}/${id}/authorship`)).body
    const made = {
      created: { actorKind: 'staff', actorName: 'Ingrid Solheim', reason: null, at: expect.any(String) as string },
    }
    expect(await authors(coupon.id)).toEqual({ ...made, changed: null })
    await admin.patch(at(coupon), { name: 'Second' })
    await agent.patch(at(coupon), { name: 'Third' })
    expect(await authors(coupon.id)).toEqual({ ...made, changed: { ...made.created, actorName: 'Amara Okonkwo' } })
    expect((await (await server.signIn('no-access')).get(`${at(coupon)}/authorship`)).status).toBe(403)
    expect((await admin.get(`${path}/999999999/authorship`)).status).toBe(404)
  })

  it('names no one for what came in by itself', async () => {
    const at = `/rest/data/users/user/${await makeCustomer('came.in')}`
    expect((await admin.get(`${at}/authorship`)).body).toEqual({ created: null, changed: null })
    await admin.patch(at, { tags: ['vip'] })
    expect((await admin.get(`${at}/authorship`)).body).toMatchObject({
      created: null,
      changed: { actorName: 'Ingrid Solheim' },
    })
  })

  it('shows no personal data that the record itself does not show', async () => {
    const customer = await makeCustomer('very.private')
    const other = `quite.other-${customer}@example.com`
    const at = `/rest/data/users/user/${customer}`
    expect((await admin.patch(at, { email: other, tags: ['vip'] })).status).toBe(200)
    const history = (await admin.get(`${at}/history`)).body as History
    expect(JSON.stringify(history)).not.toMatch(/very\.private|quite\.other/)
    const entry = history.versions[0]?.entry ?? 0
    const preview = (await admin.get(`${at}/history/${entry}`, { side: 'before' })).body as {
      values: object
      kept: unknown
    }
    expect(preview).toMatchObject({ values: { tags: [] }, kept: [{ key: 'email', because: 'personal' }] })
    const restored = await admin.post(`${at}/restore`, { entry, side: 'before' })
    expect([restored.status, (restored.body as { email: string; tags: unknown }).tags]).toEqual([200, []])
    const {
      rows: [stored],
    } = await sql<{ email: string }>`select email from customers where id = ${customer}`.execute(server.database.kysely)
    expect(stored?.email).toBe(other)
  })
})

describe('restoring a version', () => {
  it('says beforehand what would change, and writes it as an update that names the version', async () => {
    const coupon = await create({ campaign: 'Spring' })
    await admin.patch(at(coupon), { name: 'Second', totalLimit: 10 })
    await admin.post(`${path}/pause`, { ids: [coupon.id] })
    const now = await read(coupon)
    const [paused, changed, created] = (await historyOf(coupon)).versions
    const preview = await admin.get(`${at(coupon)}/history/${changed?.entry}`)
    expect(preview.body).toMatchObject({
      values: { status: 'active' },
      changes: [{ key: 'status', before: '"paused"', after: '"active"' }],
      kept: [],
    })
    const reply = await restore(now, created?.entry ?? 0)
    expect(reply.body, JSON.stringify(reply.body)).toMatchObject({
      name: 'First',
      totalLimit: null,
      status: 'active',
      campaign: 'Spring',
      version: now.version + 1,
    })
    expect(reply.headers.get('etag')).toBe(`"${now.version + 1}"`)
    expect(await lastTrace(coupon)).toMatchObject({
      action: 'restore',
      reason: expect.stringMatching(
        new RegExp(`^To how it was after .* UTC \\(entry ${created?.entry}\\)$`),
      ) as unknown,
      before: { name: 'Second', status: 'paused' },
      after: { name: 'First', status: 'active' },
    })
    expect(await read(coupon)).toEqual(reply.body)
    const before = await restore(reply.body as Coupon, paused?.entry ?? 0, { side: 'before' })
    expect(before.body).toMatchObject({ name: 'Second', totalLimit: 10, status: 'active' })
  })

  it('leaves alone what only the server writes', async () => {
    const coupon = await create()
    await sql`update coupons set times_used = 3 where id = ${coupon.id}`.execute(server.database.kysely)
    await admin.patch(at(coupon), { name: 'Second' })
    const reply = await restore(await read(coupon), (await historyOf(coupon)).versions[1]?.entry ?? 0)
    expect(reply.body).toMatchObject({ name: 'First', timesUsed: 3 })
  })

  it('is refused with the present record to those who look at an older one', async () => {
    const coupon = await create()
    await admin.patch(at(coupon), { name: 'Second' })
    const { versions } = await historyOf(coupon)
    await agent.patch(at(coupon), { name: 'Third' })
    const reply = await restore(coupon, versions[1]?.entry ?? 0)
    expect([reply.status, (reply.body as { current: Coupon }).current.name]).toEqual([412, 'Third'])
    expect((await read(coupon))['name']).toBe('Third')
  })

  it('names each field that prevents it', async () => {
    const coupon = await create()
    await admin.patch(at(coupon), { percent: 750 })
    await sql`update coupons set times_used = 1 where id = ${coupon.id}`.execute(server.database.kysely)
    const reply = await restore(await read(coupon), (await historyOf(coupon)).versions[1]?.entry ?? 0)
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([409, ['percent']])
    expect((await read(coupon))['percent']).toBe(750)
  })

  it('is refused to people who cannot change the record, and for versions of other records', async () => {
    const [coupon, other] = [await create(), await create()]
    const entry = (await historyOf(coupon)).versions[0]?.entry ?? 0
    expect((await restore(coupon, entry, {}, reader)).status).toBe(403)
    expect(says(await restore(other, entry))).toEqual([404, 'This coupon has no such version.'])
    expect(says(await restore(coupon, entry, { side: 'before' }))).toEqual([
      409,
      'There was no such coupon before this.',
    ])
    expect((await restore(coupon, entry, { side: 'beside' })).status).toBe(422)
    expect((await admin.get(`${at(coupon)}/history/abc`)).status).toBe(404)
  })

  it('to what it is already changes nothing', async () => {
    const coupon = await create()
    const reply = await restore(coupon, (await historyOf(coupon)).versions[0]?.entry ?? 0)
    expect([reply.status, reply.body]).toEqual([200, coupon])
    expect(await lastTrace(coupon)).toMatchObject({ action: 'create' })
  })
})

describe('undoing', () => {
  it('a deletion brings the record back as what it was, with its id and its creation', async () => {
    const coupon = await create({ locales: ['es'], minSpends: [{ currency: 'EUR', amount: 500 }] })
    await admin.post(`${path}/pause`, { ids: [coupon.id] })
    const was = await read(coupon)
    await admin.delete(at(coupon))
    const reply = await undo(coupon, 'delete')
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toEqual({ ...was, version: was.version + 1, updatedAt: expect.any(String) as unknown })
    expect(await read(coupon)).toEqual(reply.body)
    expect((await historyOf(coupon)).versions.map(({ action }) => action)).toEqual([
      'undelete',
      'delete',
      'pause',
      'create',
    ])
    // A client that still has the old version open gets a conflict.
    expect((await admin.patch(at(coupon), { name: 'Old' }, { 'if-match': `"${was.version}"` })).status).toBe(412)
    const fresh = await create()
    expect(fresh.id).toBeGreaterThan(coupon.id)
  })

  it('twice is refused in words, also at the same moment', async () => {
    const coupon = await create()
    await admin.delete(at(coupon))
    const replies = await Promise.all([undo(coupon, 'delete'), undo(coupon, 'delete')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(says(await undo(coupon, 'delete'))).toEqual([409, 'This has been undone already: the coupon is back.'])
  })

  it('a deletion is refused by field when its code is taken by then', async () => {
    const coupon = await create()
    await admin.delete(at(coupon))
    await create({ code: coupon.code })
    const reply = await undo(coupon, 'delete')
    expect([...says(reply), (reply.body as { fields: object }).fields]).toEqual([
      409,
      'Code is in use by another coupon.',
      { code: 'Code is in use by another coupon.' },
    ])
  })

  it('is for the person who did it, while it is fresh, and only of the last thing that happened', async () => {
    const coupon = await create()
    expect(says(await undo(coupon, 'archive'))).toEqual([
      409,
      'Something else has been done to this coupon since. Its history leads back to every version.',
    ])
    await admin.delete(at(coupon))
    expect((await undo(coupon, 'delete', reader)).status).toBe(403)
    expect(says(await undo(coupon, 'delete', agent))).toEqual([
      403,
      'Ingrid Solheim did this, so only they can undo it.',
    ])
    expect((await undo({ id: 999_999_999 }, 'delete')).status).toBe(404)
    expect((await admin.post(`${at(coupon)}/undo`, {})).status).toBe(422)
    const old = await create()
    await server.database.kysely.transaction().execute(async (db) => {
      await sql`delete from coupons where id = ${old.id}`.execute(db)
      await sql`insert into audit_log (id, at, actor_kind, actor_id, actor_name, action, object, record_id, title, before)
        select nextval('audit_log_ids'), now() - interval '11 minutes', 'staff', s.id, s.name, 'delete', 'coupons', ${String(old.id)}, 'x', ${JSON.stringify({ code: old.code })}::jsonb
        from staff s where s.name = 'Ingrid Solheim'`.execute(db)
      // The row lies in the past, so what came after it has to go for it to be the last.
      await sql`alter table audit_log disable trigger audit_log_is_append_only`.execute(db)
      await sql`delete from audit_log where object = 'coupons' and record_id = ${String(old.id)} and action = 'create'`.execute(
        db,
      )
      await sql`alter table audit_log enable trigger audit_log_is_append_only`.execute(db)
    })
    expect(says(await undo(old, 'delete'))).toEqual([
      409,
      'Only the last 10 minutes can be undone. Its history leads back to every version.',
    ])
  })

  it('an archiving puts the coupon back to what it was, on sale or not', async () => {
    for (const status of ['active', 'draft'] as const) {
      const coupon = await create({ status })
      await admin.post(`${path}/archive`, { ids: [coupon.id] })
      // The ordinary way back is longer: what was archived can only be set to paused.
      expect((await admin.patch(at(coupon), { status })).status).toBe(409)
      const reply = await undo(coupon, 'archive')
      expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status, version: coupon.version + 2 })
      expect(await lastTrace(coupon)).toMatchObject({
        action: 'undo',
        before: { status: 'archived' },
        after: { status },
      })
      expect((await undo(coupon, 'archive')).status).toBe(409)
    }
  })

  it('an archiving is refused once the record has changed since', async () => {
    const coupon = await create()
    await admin.post(`${path}/archive`, { ids: [coupon.id] })
    await agent.patch(at(coupon), { name: 'Of the archive' })
    expect((await undo(coupon, 'archive')).status).toBe(409)
    expect(await read(coupon)).toMatchObject({ status: 'archived', name: 'Of the archive' })
  })

  it('a change of personal data is refused: the audit has only a mask of what it was', async () => {
    const customer = await makeCustomer('gone')
    await admin.patch(`/rest/data/users/user/${customer}`, { email: `gone.by-${customer}@example.com` })
    expect(says(await admin.post(`/rest/data/users/user/${customer}/undo`, { action: 'update' }))).toEqual([
      409,
      'This cannot be undone. The history of the customer says what it was.',
    ])
  })
})

describe('what uses a record', () => {
  it('is counted by resource and field, and says that the record cannot be deleted, and why', async () => {
    const coupon = await create()
    const free = await create()
    const ids = await makePurchases(server.database.kysely, 3)
    await sql`update purchases set coupon_id = ${coupon.id} where id = any(${ids})`.execute(server.database.kysely)
    expect((await admin.get(`${at(coupon)}/used-by`)).body).toEqual({
      uses: [{ resource: 'purchases', key: 'couponId', count: 3, isCapped: false, isReassigned: false }],
      links: [],
      hasMoreLinks: false,
      hasOthers: false,
      asksSuccessor: false,
    })
    const preview = async (record: { id: number }) =>
      (await admin.post(`${at(record)}/deletion-preview`, { successorId: null })).body
    expect(await preview(coupon)).toEqual({
      isPossible: false,
      why: 'Purchases point at this coupon, so it has to stay: archive it.',
    })
    expect((await admin.get(`${at(free)}/used-by`)).body).toEqual({
      uses: [],
      links: [],
      hasMoreLinks: false,
      hasOthers: false,
      asksSuccessor: false,
    })
    expect(await preview(free)).toEqual({ isPossible: true, why: null })
    // Looking has deleted nothing.
    expect((await admin.get(at(free))).body).toEqual(free)
    expect(
      (await admin.get('/rest/data/purchases', { filter: { couponId: coupon.id } })).headers.get('x-total-count'),
    ).toBe('3')
  })

  it('is counted up to a thousand, so that it costs little whatever there is', async () => {
    const coupon = await create()
    const ids = await makePurchases(server.database.kysely, 1_001)
    await sql`update purchases set coupon_id = ${coupon.id} where id = any(${ids})`.execute(server.database.kysely)
    expect((await admin.get(`${at(coupon)}/used-by`)).body).toMatchObject({
      uses: [{ resource: 'purchases', key: 'couponId', count: 1_000, isCapped: true }],
    })
  })

  it('is shown to people as far as they can list it', async () => {
    const coupon = await create()
    const ids = await makePurchases(server.database.kysely, 1)
    await sql`update purchases set coupon_id = ${coupon.id} where id = any(${ids})`.execute(server.database.kysely)
    await sql`insert into role_permissions (role_id, action, object) select id, 'ui', 'coupons' from roles where name = 'no-access' on conflict do nothing`.execute(
      server.database.kysely,
    )
    const narrow = await server.signIn('no-access')
    expect((await narrow.get(`${at(coupon)}/used-by`)).body).toEqual({
      uses: [],
      links: [],
      hasMoreLinks: false,
      hasOthers: true,
      asksSuccessor: false,
    })
    expect((await narrow.post(`${at(coupon)}/deletion-preview`, {})).status).toBe(403)
  })
})
