import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Told, eventFor, newTab } from './testing/live.server.ts'
import { admin, create, engines, heard, listen, next, serveLive, server } from './testing/live-coupons.server.ts'

describe.each(engines)('changes as they happen, on %s', (_, databaseUrl) => {
  serveLive(databaseUrl)

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

  it('are named at once where they came between reading and following', async () => {
    const hello = async (ago: string, resources = 'coupons,coupon-batches') => {
      const { events } = await listen(admin, resources, newTab(), { 'x-read-ago': ago })
      return events.find(({ event }) => event === 'hello')?.data
    }
    await create()
    expect(await hello('60000')).toEqual({ resources: ['coupons', 'coupon-batches'], changed: ['coupons'] })
    expect(await hello('60000', 'coupon-batches')).toEqual({ resources: ['coupon-batches'] })
    // What was there when the caller read is no news.
    await sleep(50)
    expect(await hello('1')).toEqual({ resources: ['coupons', 'coupon-batches'] })
    expect(await hello('soon')).toEqual({ resources: ['coupons', 'coupon-batches'] })
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
      const role = `watchers-${next()}`
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
})
