import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { callerOf } from '../../core/testing/http-caller.server.ts'
import { follow, newTab, eventFor } from './testing/live.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('changes as they happen, through two instances', () => {
  let one: TestServer
  let other: Awaited<ReturnType<TestServer['another']>>
  let admin: Client
  let reader: Client
  let last = 0

  beforeAll(async () => {
    one = await startTestServer({ postgresUrl, name: 'live instances' })
    other = await one.another()
    admin = await one.signIn('admin')
    reader = await one.signIn('read-only')
  })
  afterAll(async () => {
    await other?.stop()
    await one?.stop()
  })

  async function create(): Promise<number> {
    const reply = await admin.post('/rest/data/coupons', {
      code: `TWO-${++last}`,
      name: 'Two',
      percent: 500,
      status: 'active',
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return (reply.body as { id: number }).id
  }
  /** The backends that listen, by the name they give themselves. */
  const listeners = async () =>
    (
      await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'marquee live' and datname = current_database()`.execute(
        one.database.kysely,
      )
    ).rows

  it('reach the streams of the other, within half a second', async () => {
    const stream = await follow(other.url, reader.token, 'coupons')
    const id = await create()
    expect(await eventFor(stream, id, 'create', 500)).toMatchObject({ version: 1, by: 'Ingrid Solheim' })
    await admin.patch(`/rest/data/coupons/${id}`, { name: 'Changed' })
    expect(await eventFor(stream, id, 'update', 1_500)).toMatchObject({ version: 2 })
    stream.close()
  })

  it('say on both who is on a record, and that they have gone', async () => {
    const id = await create()
    const [adminTab, readerTab] = [newTab(), newTab()]
    const [here, there] = [
      await follow(one.url, admin.token, 'coupons', adminTab),
      await follow(other.url, reader.token, 'coupons', readerTab),
    ]
    const elsewhere = callerOf(other.url, reader.token)
    const people = (data: unknown) => (data as { people: { name: string; state: string }[] }).people
    await admin.post('/rest/data/presence', { tab: adminTab, resource: 'coupons', id, state: 'editing' })
    await elsewhere.post('/rest/data/presence', { tab: readerTab, resource: 'coupons', id, state: 'looking' })
    await there.next(
      'presence',
      (data) => people(data)[0]?.name === 'Ingrid Solheim' && people(data)[0]?.state === 'editing',
    )
    await here.next('presence', (data) => people(data)[0]?.name === 'Leïla Haddad')
    // The tab's stream ends on one instance, and the other one is notified.
    here.close()
    await there.next('presence', (data) => people(data).length === 0, 12_000)
    there.close()
  })

  it('show an instance that starts later who is where', async () => {
    const id = await create()
    const [adminTab, readerTab] = [newTab(), newTab()]
    const here = await follow(one.url, admin.token, 'coupons', adminTab)
    await admin.post('/rest/data/presence', { tab: adminTab, resource: 'coupons', id, state: 'editing' })
    const third = await one.another()
    const there = await follow(third.url, reader.token, 'coupons', readerTab)
    await callerOf(third.url, reader.token).post('/rest/data/presence', {
      tab: readerTab,
      resource: 'coupons',
      id,
      state: 'looking',
    })
    await there.next(
      'presence',
      (data) => (data as { people: { name: string }[] }).people[0]?.name === 'Ingrid Solheim',
    )
    here.close()
    there.close()
    await third.stop()
  })

  it('end the streams of a session on every instance', async () => {
    const person = await one.signIn('finance')
    const stream = await follow(other.url, person.token, 'coupons')
    await person.post('/user/logout')
    expect(await stream.next('end', undefined, 1_500)).toEqual({ error: 'SessionExpired' })
    await stream.ended
  })

  it('are heard again after the listening connection was cut, and readers reload', async () => {
    const streams = [await follow(one.url, admin.token, 'coupons'), await follow(other.url, reader.token, 'coupons')]
    const before = await listeners()
    expect(before).toHaveLength(2)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'marquee live' and datname = current_database()`.execute(
      one.database.kysely,
    )
    for (const stream of streams) await stream.next('missed', undefined, 5_000)
    await expect.poll(async () => (await listeners()).length).toBe(2)
    expect((await listeners()).some(({ pid }) => before.some((old) => old.pid === pid))).toBe(false)
    const id = await create()
    for (const stream of streams) {
      await eventFor(stream, id, 'create')
      stream.close()
    }
  })

  it('cost the database nothing per stream: 40 of them are one connection, and no statement while nothing happens', async () => {
    const statements = async () =>
      (
        await sql<{ calls: number }>`
      select xact_commit::int as calls from pg_stat_database where datname = current_database()`.execute(
          one.database.kysely,
        )
      ).rows[0]?.calls ?? 0
    const flushed = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(other.database.kysely)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      return await statements()
    }
    // The servers' own jobs look for work now and then, and many begin at the turn of a minute: the quietest of some windows counts.
    const fewestIn = async (windows: number, enough = 0) => {
      let fewest = Infinity
      for (let n = 0; n < windows && fewest > enough; n++) {
        const before = await flushed()
        await new Promise((resolve) => setTimeout(resolve, 4_000))
        fewest = Math.min(fewest, (await flushed()) - before)
      }
      return fewest
    }
    const alone = await fewestIn(2)
    const people = [admin, reader]
    const streams = await Promise.all(
      Array.from({ length: 38 }, (_, n) => follow(other.url, people[n % 2]?.token ?? '', 'coupons')),
    )
    expect((await listeners()).length).toBe(2)
    // Less than one for each of them, where asking every second would make more than a hundred and fifty.
    expect(await fewestIn(5, alone + 37)).toBeLessThan(alone + 38)
    for (const stream of streams) stream.close()
  })
})
