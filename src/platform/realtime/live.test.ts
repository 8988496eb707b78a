import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { EventReader, Told } from './testing/live.server.ts'
import { follow, newTab, eventFor } from './testing/live.server.ts'

const postgresUrl = inject('postgresUrl')

// Embedded first: its one connection hears what it does itself.
describe.each([
  ['the embedded engine', null],
  ...(postgresUrl === null ? [] : [['PostgreSQL', postgresUrl] as const]),
] as const)('changes as they happen, on %s', (_, databaseUrl) => {
  let server: TestServer
  let admin: Client
  let last = 0
  const open: EventReader[] = []

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: databaseUrl, name: 'live' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server?.stop())
  afterEach(() => {
    for (const reader of open.splice(0)) reader.close()
  })

  async function listen(client: Client, resources = 'coupons', tab = newTab()): Promise<EventReader> {
    const reader = await follow(server.url, client.token, resources, tab)
    open.push(reader)
    return reader
  }
  async function create(client = admin, headers = {}): Promise<{ id: number; version: number }> {
    const reply = await client.post(
      '/rest/data/coupons',
      { code: `LIVE-${++last}`, name: 'Live', percent: 500, status: 'active' },
      headers,
    )
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body as { id: number; version: number }
  }
  const heard = (reader: EventReader) => reader.events.map(({ event }) => event).filter((event) => event !== 'hello')

  it('reach people who follow the resource, within half a second and with the name of who did it', async () => {
    const reader = await listen(await server.signIn('read-only'))
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reader.headers.get('cache-control')).toContain('no-store')
    expect(reader.text()).toMatch(/^retry: \d+\n\n/)
    const { id } = await create()
    expect(await eventFor(reader, id, 'create', 500)).toEqual({
      id,
      version: 1,
      action: 'create',
      by: 'Ingrid Solheim',
    })
  })

  it('carry neither values nor titles', async () => {
    const reader = await listen(admin)
    const reply = await admin.post('/rest/data/coupons', {
      code: 'SECRET-CODE',
      name: 'Whispered',
      percent: 500,
      status: 'active',
    })
    await eventFor(reader, (reply.body as { id: number }).id, 'create')
    expect(reader.text()).not.toMatch(/SECRET-CODE|Whispered/)
    expect(reader.text()).not.toContain(admin.token)
  })

  it('do not hear of what was rolled back', async () => {
    const reader = await listen(admin)
    const refused = await admin.post('/rest/data/coupons', {
      code: 'TOO-MUCH',
      name: 'Refused',
      percent: 500,
      status: 'active',
      kind: 'nonsense',
    })
    expect(refused.status).toBe(422)
    await server.database.kysely
      .transaction()
      .execute(async (transaction) => {
        await sql`select audit_append(${JSON.stringify([{ actor_kind: 'system', actor_name: 'test', action: 'update', object: 'coupons', record_id: '7' }])}::jsonb)`.execute(
          transaction,
        )
        throw new Error('rolled back')
      })
      .catch(() => {})
    const { id } = await create()
    await eventFor(reader, id, 'create')
    expect(reader.text()).not.toContain('"id":7,')
  })

  it('of others only are sent to a tab, which tracks its own', async () => {
    const tab = newTab()
    const [own, other] = [await listen(admin, 'coupons', tab), await listen(admin)]
    const { id } = await create(admin, { 'x-tab': tab })
    await eventFor(other, id, 'create')
    const { id: next } = await create()
    await eventFor(own, next, 'create')
    expect(own.text()).not.toContain(`"id":${id},`)
  })

  it('get one notice if a command makes thousands', async () => {
    const reader = await listen(admin, 'coupons,coupon-batches')
    const reply = await admin.post('/rest/data/coupons/generate', {
      count: 2_000,
      prefix: 'MANY-',
      template: { name: 'Many', percent: 500 },
    })
    expect(reply.status).toBe(201)
    await reader.next('changes', (data) =>
      (data as Told[]).some(({ resource, records }) => resource === 'coupons' && records === null),
    )
    await sleep(1_500)
    const ofCoupons = reader.events.filter(
      ({ event, data }) => event === 'changes' && (data as Told[]).some(({ resource }) => resource === 'coupons'),
    )
    expect(ofCoupons.length).toBeGreaterThan(0)
    // At most one per second for as long as it took, and one more for the last change.
    expect(ofCoupons.length).toBeLessThanOrEqual(6)
  })

  it('of many records at once are sent without naming them', async () => {
    const reader = await listen(admin)
    const entries = Array.from({ length: 60 }, (_unused, n) => ({
      actor_kind: 'system',
      actor_name: 'test',
      action: 'update',
      object: 'coupons',
      record_id: String(n + 1),
    }))
    await server.database.kysely
      .transaction()
      .execute((transaction) => sql`select audit_append(${JSON.stringify(entries)}::jsonb)`.execute(transaction))
    const told = (await reader.next('changes')) as Told[]
    expect(told).toEqual([{ resource: 'coupons', at: expect.any(String) as unknown, records: null }])
  })

  it('that 200 transactions a second make reach a follower about once a second', async () => {
    const reader = await listen(admin)
    const notice = (n: number) =>
      JSON.stringify({
        kind: 'change',
        object: 'coupons',
        count: 1,
        at: new Date().toISOString(),
        records: [{ id: String(n), version: 2, action: 'update', kind: 'staff', who: 1, name: 'Busy' }],
      })
    const began = performance.now()
    for (let n = 0; n < 400; n++) {
      await sql`select pg_notify('marquee_live', ${notice(n)})`.execute(server.database.kysely)
      await sleep(Math.max(0, began + n * 5 - performance.now()))
    }
    const seconds = (performance.now() - began) / 1_000
    await sleep(1_300)
    expect(heard(reader).length).toBeGreaterThan(0)
    expect(heard(reader).length).toBeLessThanOrEqual(Math.ceil(seconds) + 2)
  })

  describe('and what a person can know of them', () => {
    it('nothing about a resource they cannot see, nor that it exists', async () => {
      const stranger = await listen(await server.signIn('no-access'), 'coupons,audit,admin-users')
      const reader = await listen(admin)
      const { id } = await create()
      await eventFor(reader, id, 'create')
      expect(heard(stranger)).toEqual([])
    })

    it('nothing from the moment on in which it is taken from them', async () => {
      const role = `watchers-${++last}`
      const grants = ['coupons', 'purchases'].map((object) => ({ action: 'ui', object }))
      expect((await admin.post('/rest/data/rbac/roles', { name: role, permissions: grants })).status).toBe(201)
      await sql`update staff set role_id = (select id from roles where name = ${role}) where email like 'hiroshi%'`.execute(
        server.database.kysely,
      )
      const person = await listen(await server.signIn('finance'))
      const first = await create()
      await eventFor(person, first.id, 'create')
      await admin.put('/rest/data/rbac/permissions', { role, permissions: grants.slice(1) })
      const watcher = await listen(admin)
      const second = await create()
      await eventFor(watcher, second.id, 'create')
      await person.next('permissions')
      expect(person.text()).not.toContain(`"id":${second.id},`)
      await sql`update staff set role_id = (select id from roles where name = 'finance') where email like 'hiroshi%'`.execute(
        server.database.kysely,
      )
    })

    it('no names for people who can see no personal data', async () => {
      const person = await server.signIn('sales-agent')
      const {
        rows: [limited],
      } = await sql<{ id: number }>`
        select r.id from staff p join roles r on r.id = p.role_id where p.email like 'amara%'`.execute(
        server.database.kysely,
      )
      await sql`delete from role_permissions where role_id = ${limited?.id} and object = 'coupons'`.execute(
        server.database.kysely,
      )
      await sql`insert into role_permissions (role_id, action, object, personal_data) values (${limited?.id}, 'ui', 'coupons', false)`.execute(
        server.database.kysely,
      )
      const reader = await listen(person)
      const { id } = await create()
      expect(await eventFor(reader, id, 'create')).toEqual({ id, version: 1, action: 'create', by: null })
      expect(reader.text()).not.toContain('Ingrid')
    })
  })

  describe('as a stream', () => {
    it('needs a session, and the token in its header', async () => {
      for (const [address, token] of [
        ['coupons', ''],
        [`coupons?token=${admin.token}&X-Token=${admin.token}`, ''],
      ] as const) {
        const reader = await follow(server.url, token, address)
        expect(reader.status).toBe(403)
      }
      const byCookie = await fetch(`${server.url}/rest/data/live/coupons`, {
        headers: { cookie: `token=${admin.token}` },
      })
      expect(byCookie.status).toBe(403)
    })

    it('is not there for unknown resources, and HEAD opens none', async () => {
      expect((await admin.get('/rest/data/live/nonsense')).status).toBe(404)
      const head = await fetch(`${server.url}/rest/data/live/coupons`, {
        method: 'HEAD',
        headers: { 'x-token': admin.token },
      })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    })

    it('ends when the person signs out', async () => {
      const client = await server.signIn('admin')
      const reader = await listen(client)
      await client.post('/user/logout')
      expect(await reader.next('end', undefined, 1_500)).toEqual({ error: 'SessionExpired' })
      await reader.ended
    })

    it('ends when the session is ended, the person suspended, or their address taken from the list', async () => {
      const {
        rows: [staff],
      } = await sql<{ id: number }>`select id from staff where email like 'leila%'`.execute(server.database.kysely)
      const first = await listen(await server.signIn('read-only'))
      expect(
        (await admin.post('/rest/data/users/admins/suspend', { ids: [staff?.id], reason: 'A test of streams' })).status,
      ).toBe(200)
      await first.next('end', undefined, 1_500)
      await first.ended
      await admin.post('/rest/data/users/admins/reactivate', { ids: [staff?.id], reason: 'It is over' })

      const second = await listen(await server.signIn('read-only'))
      await sql`insert into ip_ranges (range, label, owner) values ('192.0.2.0/24', 'Elsewhere', 'No one')`.execute(
        server.database.kysely,
      )
      await server.database.kysely.transaction().execute((transaction) =>
        sql`
        select audit_append(${JSON.stringify([{ actor_kind: 'system', actor_name: 'test', action: 'create', object: 'ip-ranges', record_id: '1' }])}::jsonb)`.execute(
          transaction,
        ),
      )
      const told = await second
        .next('end', undefined, 4_000)
        .finally(() => sql`delete from ip_ranges`.execute(server.database.kysely))
      expect(told).toEqual({ error: 'UnverifiedIP' })
      await sleep(1_200)
    })

    it('is one of 20 that a person can have open, and leaves its place when it goes', async () => {
      const client = await server.signIn('catalogue-editor')
      const all = await Promise.all(Array.from({ length: 20 }, () => listen(client)))
      const refused = await listen(client)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      all[0]?.close()
      await expect.poll(async () => (await listen(client)).status).toBe(200)
    })

    it('counts as no use of the session', async () => {
      const client = await server.signIn('read-only')
      const seen = async () =>
        (
          await sql<{
            at: string
          }>`select max(last_seen_at) as at from sessions where ended_at is null and staff_id = (select id from staff where email like 'leila%')`.execute(
            server.database.kysely,
          )
        ).rows[0]?.at
      await sql`update sessions set last_seen_at = now() - interval '10 minutes' where staff_id = (select id from staff where email like 'leila%')`.execute(
        server.database.kysely,
      )
      const before = await seen()
      await listen(client)
      expect(await seen()).toBe(before)
    })
  })

  describe('and who is on a record', () => {
    const attend = (client: Client, tab: string, id: number, state: string) =>
      client.post('/rest/data/presence', { tab, resource: 'coupons', id, state })
    const people = (data: unknown) =>
      (data as { people: { name: string | null; isYou: boolean; state: string }[] }).people

    it('is sent to others on the same record, as it changes, and to no one else', async () => {
      const { id } = await create()
      const reader = await server.signIn('read-only')
      const [adminTab, readerTab] = [newTab(), newTab()]
      const [one, other, elsewhere] = [
        await listen(admin, 'coupons', adminTab),
        await listen(reader, 'coupons', readerTab),
        await listen(reader),
      ]
      expect((await attend(admin, adminTab, id, 'looking')).status).toBe(200)
      expect((await attend(reader, readerTab, id, 'looking')).status).toBe(200)
      await other.next(
        'presence',
        (data) => people(data)[0]?.name === 'Ingrid Solheim' && people(data)[0]?.state === 'looking',
      )
      await one.next('presence', (data) => people(data)[0]?.name === 'Leïla Haddad')
      await attend(admin, adminTab, id, 'editing')
      await other.next('presence', (data) => people(data)[0]?.state === 'editing')
      await attend(admin, adminTab, id, 'gone')
      await other.next('presence', (data) => people(data).length === 0)
      expect(heard(elsewhere).filter((event) => event === 'presence')).toEqual([])
    })

    it('names one’s own other tab as oneself, and forgets a tab whose stream has ended', async () => {
      const { id } = await create()
      const [first, second] = [newTab(), newTab()]
      const [one, other] = [await listen(admin, 'coupons', first), await listen(admin, 'coupons', second)]
      await attend(admin, first, id, 'editing')
      await attend(admin, second, id, 'looking')
      await other.next('presence', (data) => people(data)[0]?.isYou === true && people(data)[0]?.state === 'editing')
      one.close()
      await other.next('presence', (data) => people(data).length === 0, 12_000)
    })

    it('is refused to people who cannot see the record, whatever they send', async () => {
      const stranger = await server.signIn('no-access')
      expect((await attend(stranger, newTab(), 1, 'editing')).status).toBe(403)
      expect(
        (await admin.post('/rest/data/presence', { tab: newTab(), resource: 'nonsense', id: 1, state: 'looking' }))
          .status,
      ).toBe(422)
      expect(
        (await admin.post('/rest/data/presence', { tab: '../x', resource: 'coupons', id: 1, state: 'looking' })).status,
      ).toBe(422)
    })

    it('cannot be said of another person’s tab', async () => {
      const { id } = await create()
      const reader = await server.signIn('read-only')
      const [tab, own] = [newTab(), newTab()]
      const [one] = [await listen(admin, 'coupons', tab), await listen(reader, 'coupons', own)]
      await attend(admin, tab, id, 'editing')
      await attend(reader, tab, id, 'gone')
      await attend(reader, own, id, 'looking')
      await one.next('presence', (data) => people(data)[0]?.name === 'Leïla Haddad')
      expect((await attend(reader, own, id, 'editing')).status).toBe(200)
      await one.next('presence', (data) => people(data)[0]?.state === 'editing')
    })
  })

  // The last, as there is nothing to follow afterwards.
  it('end within a second when the server closes, even while they are read', async () => {
    const readers = await Promise.all(Array.from({ length: 5 }, () => follow(server.url, admin.token, 'coupons')))
    const began = performance.now()
    await server.server.close()
    expect(performance.now() - began).toBeLessThan(1_000)
    await Promise.all(readers.map(({ ended }) => ended))
    expect(readers.map(({ events }) => events.at(-1)?.event)).toEqual(readers.map(() => 'bye'))
  })
})
