import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { makePurchases } from '../../features/coupons/testing/coupons.server.ts'
import {
  type History,
  admin,
  agent,
  at,
  cityId,
  create,
  historyOf,
  makeCustomer,
  path,
  reader,
  serveHistory,
  server,
} from './testing/changed-coupons.server.ts'

serveHistory()

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
      why: 'Purchases use this coupon, so it can’t be deleted. Archive it instead.',
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
