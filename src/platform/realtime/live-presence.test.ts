import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { follow, newTab } from './testing/live.server.ts'
import type { Client } from '../../app/testing/start.server.ts'
import { admin, create, engines, heard, listen, serveLive, server } from './testing/live-coupons.server.ts'

describe.each(engines)('changes as they happen, on %s', (_, databaseUrl) => {
  serveLive(databaseUrl)

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
