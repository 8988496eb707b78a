import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { system } from '../../core/access/access.ts'
import { verifyAudit } from '../../core/audit/chain.server.ts'
import {
  type Entry,
  admin,
  append,
  coupon,
  entriesOf,
  finance,
  find,
  path,
  serveAudit,
  server,
} from './testing/audited-calls.server.ts'

serveAudit()

describe('the audit', () => {
  it('shows who created, changed and deleted a record, newest first, with the fields that differ', async () => {
    const { id, code } = await coupon({ status: 'draft' })
    await admin.patch(`/rest/data/coupons/${id}`, { percent: 750, name: 'Dearer' })
    await admin.delete(`/rest/data/coupons/${id}`)
    const [deleted, changed, created, ...others] = await find({ object: 'coupons', recordId: String(id) })
    expect(others).toEqual([])
    expect([deleted?.action, changed?.action, created?.action]).toEqual(['delete', 'update', 'create'])
    expect(changed).toMatchObject({
      outcome: 'done',
      actorName: 'Ingrid Solheim',
      actorRole: 'admin',
      title: code,
      address: '127.0.0.1',
      realActorName: null,
      elevatedFrom: null,
      changes: [
        { key: 'name', before: '"Audited"', after: '"Dearer"' },
        { key: 'percent', before: '500', after: '750' },
      ],
    })
    expect(created?.changes.find(({ key }) => key === 'percent')).toEqual({
      key: 'percent',
      before: null,
      after: '500',
    })
    expect(deleted?.changes.find(({ key }) => key === 'percent')).toEqual({
      key: 'percent',
      before: '750',
      after: null,
    })
  })

  it('narrows to a person, an object, a record, an action, a stretch of time, an address and a request', async () => {
    const { id } = await coupon()
    const [made] = await find({ object: 'coupons', recordId: String(id) })
    expect(made).toBeDefined()
    const one = made as Entry & { at: string; personId: number; requestId: string; address: string }
    for (const filter of [
      { personId: one.personId },
      { object: 'coupons' },
      { action: 'create' },
      { at: { gte: one.at, lte: one.at } },
      { address: one.address },
      { outcome: 'done' },
    ]) {
      const found = await find(filter)
      expect([filter, found.some((entry) => entry.id === one.id)]).toEqual([filter, true])
    }
    expect((await find({ requestId: one.requestId })).map((entry) => entry.id)).toEqual([one.id])
    expect(await find({ object: 'coupons', recordId: String(id), at: { lt: one.at } })).toEqual([])
    expect(await find({ object: 'coupons', recordId: String(id), outcome: 'refused' })).toEqual([])
    expect(entriesOf(await admin.get(path, { q: one.title ?? '' })).map((entry) => entry.id)).toEqual([one.id])
  })

  it('has what was refused, marked: calls without a grant and sign-ins that failed', async () => {
    const stranger = await server.signIn('no-access')
    const refused = await stranger.get('/rest/data/coupons')
    expect(refused.status).toBe(403)
    expect(await find({ outcome: 'refused', object: 'coupons' })).toMatchObject([
      {
        action: 'refused',
        outcome: 'refused',
        actorName: 'Tomasz Zieliński',
        title: 'GET /rest/data/coupons',
        changes: [],
        reason: 'You need the permission “Coupons · See” for this. Ask your access manager.',
        requestId: (refused.body as { requestId: string }).requestId,
      },
    ])
    expect((await server.anonymous.post('/user/login', { googleToken: 'a.b.c' })).status).toBe(401)
    expect(await find({ action: 'sign-in-refused' })).toMatchObject([
      { outcome: 'refused', actorKind: 'system', reason: 'The ID token could not be confirmed.' },
    ])
  })

  it('names the real actor of what was done as another person, and finds it by that person', async () => {
    const id = await append(
      { action: 'update', object: 'coupons' },
      {
        actor: { ...system('Customer 7'), behind: { id: 4711, name: 'Really Her', email: 'her@example.com' } },
      },
    )
    expect(await find({ personId: 4711 })).toMatchObject([
      {
        id,
        actorName: 'Customer 7',
        realActorId: 4711,
        realActorName: 'Really Her',
        realActorEmail: 'her@example.com',
        personId: 4711,
      },
    ])
    expect((await verifyAudit(server.database.kysely)).broken).toBeNull()
  })

  it('says what the base role was during temporary access', async () => {
    const actor = {
      kind: 'staff',
      id: 99,
      name: 'Lent',
      email: 'lent@example.com',
      role: 'read-only',
      elevation: { from: 'read-only', to: ['finance'], reason: 'Covers for Hiroshi', until: '2099-01-01T00:00:00Z' },
      grants: { isSuperUser: false, objects: {} },
    } as const
    const id = await append({ action: 'update', object: 'coupons' }, { actor })
    expect(await find({ personId: 99 })).toMatchObject([{ id, elevatedFrom: 'read-only', actorRole: 'finance' }])
  })

  it('covers by the chain who was really behind something: a changed name shows', async () => {
    const db = server.database.kysely
    const id = await append(
      { action: 'update', object: 'coupons' },
      { actor: { ...system('x'), behind: { id: 1, name: 'Who', email: 'who@example.com' } } },
    )
    await expect.poll(async () => (await verifyAudit(db)).unsealed.count, { timeout: 5_000 }).toBe(0)
    const verdict = await db
      .transaction()
      .execute(async (transaction) => {
        await sql`alter table audit_log disable trigger all`.execute(transaction)
        await sql`update audit_log set real_actor_name = 'Somebody else' where id = ${id}`.execute(transaction)
        const found = await verifyAudit(transaction)
        throw Object.assign(new Error('undo'), { found })
      })
      .catch((error: { found: Awaited<ReturnType<typeof verifyAudit>> }) => error.found)
    expect(verdict.broken).toMatchObject({ id })
  })

  it('is closed without its permission, and always open to admins', async () => {
    const sales = await server.signIn('sales-agent')
    for (const call of ['', '/1', '/choices', '/chain', '/chain/check', '/export', '/1/names']) {
      expect([call, (await sales.get(path + call)).status]).toEqual([call, 403])
      expect([call, (await admin.get(path + call)).status]).toEqual([call, 200])
    }
    // Seeing is not taking out.
    expect((await finance.get(path)).status).toBe(200)
    expect((await finance.get(`${path}/export`)).status).toBe(403)
  })

  it('cannot be written to', async () => {
    for (const call of [
      admin.post(path, {}),
      admin.put(`${path}/1`, {}),
      admin.patch(`${path}/1`, {}),
      admin.delete(`${path}/1`),
    ]) {
      expect([404, 405]).toContain((await call).status)
    }
    const db = server.database.kysely
    await expect(sql`update audit set title = 'x' where id = 1`.execute(db)).rejects.toMatchObject({
      message: 'audit_log is append-only',
    })
    await expect(sql`delete from audit where id = 1`.execute(db)).rejects.toMatchObject({
      message: 'audit_log is append-only',
    })
    // What is put into the view comes to stand at the end of the chain.
    await sql`insert into audit (actor_kind, actor_name, action, object) values ('system', 'somebody', 'x', 'y')`.execute(
      db,
    )
    expect((await verifyAudit(db)).broken).toBeNull()
  })
})

describe('choices', () => {
  it('are the people, objects and actions that occur', async () => {
    const { body } = await admin.get(`${path}/choices`)
    const { people, objects, actions } = body as {
      people: { name: string; email: string }[]
      objects: string[]
      actions: string[]
    }
    expect(people).toContainEqual(
      expect.objectContaining({ name: 'Ingrid Solheim', email: 'ingrid.solheim@demo.marquee.example' }),
    )
    expect(people.map(({ name }) => name)).toContain('Really Her')
    expect(objects).toEqual(expect.arrayContaining(['coupons', 'sessions']))
    expect(actions).toEqual(expect.arrayContaining(['create', 'sign-in', 'refused']))
    expect([objects, actions]).toEqual([[...new Set(objects)].toSorted(), [...new Set(actions)].toSorted()])
  })
})

describe('the names of what an entry refers to', () => {
  it('are shown to people who can see the records, and to no one else', async () => {
    const db = server.database.kysely
    const {
      rows: [continent],
    } = await sql<{
      id: number
    }>`insert into continents (name, code) values ('Europe', 'EU') on conflict (code) do update set name = excluded.name returning id`.execute(
      db,
    )
    const id = await append({
      action: 'update',
      object: 'countries',
      before: { continentId: null },
      after: { continentId: continent?.id ?? 0 },
    })
    expect((await admin.get(`${path}/${id}/names`)).body).toEqual({ continents: { [String(continent?.id)]: 'Europe' } })
    await sql`delete from role_permissions where object = 'places' and role_id = (select id from roles where name = 'finance')`.execute(
      db,
    )
    expect((await finance.get(`${path}/${id}/names`)).body).toEqual({})
    expect((await admin.get(`${path}/0/names`)).status).toBe(404)
  })
})
