import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { makeCatalogue, makePurchases } from '../../coupons/testing/coupons.server.ts'
import { done, mergesAt, rowsOf as rowsIn } from '../../../platform/merges/testing/merges.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const at = '/rest/data/events'
const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'event merges' })
  admin = await server.signIn('admin')
  await makeCatalogue(server.database.kysely)
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

async function event(name: string, values: object = {}): Promise<number> {
  return await records.make('events', {
    name,
    slug: `event-${++last}`,
    publication: 'draft',
    publishedAt: null,
    performerIds: [],
    tagIds: [],
    imageIds: [],
    superEventId: null,
    providerCode: null,
    otherCodes: [],
    ...values,
  })
}
async function performance(eventId: number, venueId: number, localDate: string, values: object = {}): Promise<number> {
  return await records.make('performances', {
    eventId,
    venueId,
    timeZone: 'UTC',
    localDate,
    localTime: '20:00',
    isTimeTba: false,
    isDateTbd: false,
    doorsTime: null,
    startsAt: `${localDate}T20:00:00.000Z`,
    venueConfigurationId: null,
    ...values,
  })
}
const { read, preview, merge, undo } = mergesAt(at, {
  get: (...call) => admin.get(...call),
  post: (...call) => admin.post(...call),
})
const rowsOf = (table: string, ids: readonly number[]) => rowsIn(server, table, ids)

describe('a merge of two events', () => {
  it('keeps a performance that both have once, and what the provider calls the other one; and gives all of it back', async () => {
    const venueId = await records.make('venues')
    const [into, from] = [
      await event('Hamlet', { providerCode: `in-${++last}` }),
      await event('Hamlet (Old Hall)', { providerCode: `out-${++last}`, minAge: 12 }),
    ]
    const shared = [await performance(into, venueId, '2036-05-01'), await performance(from, venueId, '2036-05-01')]
    const own = await performance(from, venueId, '2036-05-02')
    const codes = [
      { provider: 'palco-directo', code: `PD-${++last}` },
      { provider: 'seat-harbour', code: `SH-${++last}` },
    ]
    await run(
      sql`update performances set provider_codes = ${JSON.stringify(codes.slice(0, 1))}::jsonb where id = ${shared[0]}`,
    )
    await run(
      sql`update performances set provider_codes = ${JSON.stringify(codes.slice(1))}::jsonb where id = ${shared[1]}`,
    )
    const said = await records.make('providers')
    await run(
      sql`insert into provider_times (performance_id, provider_id, local_date, local_time) values (${shared[1]}, ${said}, '2036-05-01', '19:30')`,
    )
    const lineup = (
      await admin.post('/rest/data/lineups', { name: `Pins ${++last}`, type: 'curated', pinnedEventIds: [from, into] })
    ).body as { id: number }
    const all = [...shared, own]
    const whole = async () => [
      await rowsOf('events', [into, from]),
      await rowsOf('performances', all),
      await rowsOf('lineups', [lineup.id]),
      (
        await run(
          sql`select performance_id, provider_id, local_date, local_time, seen_at from provider_times where performance_id = any(${all}::bigint[])`,
        )
      ).rows,
    ]
    const before = await whole()

    const told = await preview(into, from)
    expect(told).toMatchObject({ obstacles: [], collapsedRows: [{ label: 'Performances', count: 1 }] })
    expect(told.choices.map(({ key }) => key)).toContain('name')
    const {
      rows: [provider],
    } = await run(
      sql<{
        code: string
        own: string
      }>`select p.code, e.provider_code as own from events e join providers p on p.id = e.provider_id where e.id = ${from}`,
    )
    const made = done(await merge(into, from, ['minAge']))
    expect(await read(into)).toMatchObject({
      name: 'Hamlet',
      minAge: 12,
      performanceCount: 2,
      otherCodes: [{ provider: provider?.code, code: provider?.own }],
    })
    expect(((await read(from)) as { id: number }).id).toBe(into)
    expect(
      ((await admin.get(`/rest/data/lineups/${lineup.id}`)).body as { pinnedEventIds: number[] }).pinnedEventIds,
    ).toEqual([into])
    expect((await admin.get(`/rest/data/performances/${own}`)).body).toMatchObject({ eventId: into })
    // Updates for the merged performance's id now reach its twin.
    expect((await admin.get(`/rest/data/performances/${shared[0]}`)).body).toMatchObject({ providerCodes: codes })

    done(await undo(into, made))
    expect(await whole()).toEqual(before)
  })

  it('takes purchases along with what they are of, and is refused where that would change', async () => {
    const purchase = await sale()
    const into = await event('Same show')
    const before = await rowsOf('purchases', [purchase.id])
    const {
      rows: [sold],
    } = await run(sql<{
      venueId: number
      localDate: string
      localTime: string | null
      startsAt: string
      timeZone: string
      currency: string
    }>`
      select venue_id as "venueId", local_date as "localDate", local_time as "localTime", starts_at as "startsAt", time_zone as "timeZone", currency from performances where id = ${purchase.performanceId}`)
    if (!sold) throw new Error('There is a performance.')
    const twin = await records.make('performances', {
      eventId: into,
      ...sold,
      isTimeTba: sold.localTime === null,
      isDateTbd: false,
      doorsTime: null,
      venueConfigurationId: null,
    })
    expect((await preview(into, purchase.eventId)).obstacles).toEqual([
      expect.stringMatching(/purchases stay with what was sold, so merge the other way round\.$/) as string,
    ])
    expect((await merge(into, purchase.eventId)).status).toBe(409)
    // The other way round the one that is not sold goes.
    expect(await preview(purchase.eventId, into)).toMatchObject({ obstacles: [], collapsedRows: [{ count: 1 }] })
    await run(sql`delete from performances where id = ${twin}`)
    const made = done(await merge(into, purchase.eventId))
    await server.runJob('move-merges')
    const {
      rows: [moved],
    } = await run(sql`select event_id, performance_id from purchases where id = ${purchase.id}`)
    expect(moved).toEqual({ event_id: into, performance_id: purchase.performanceId })
    done(await undo(into, made))
    await server.runJob('move-merges')
    expect(await rowsOf('purchases', [purchase.id])).toEqual(before)
  })

  it('is refused for a festival and what is part of it, and for a public page into one that is not', async () => {
    const whole = await event('Festival')
    const part = await event('A night of it', { superEventId: whole })
    expect((await preview(whole, part)).obstacles).toEqual(['One is part of the other.'])
    expect((await preview(part, whole)).obstacles).toEqual(['One is part of the other.'])
    const [draft, live] = [
      await event('Draft'),
      await event('Live', { publication: 'published', publishedAt: '2026-01-01T00:00:00.000Z' }),
    ]
    expect((await preview(draft, live)).obstacles).toEqual([
      'The other one is published and this one isn’t. Publish this one first, or merge the other way round.',
    ])
    const { slug } = (await read(live)) as { slug: string }
    const stays = await event('Stays', { publication: 'published', publishedAt: '2026-01-01T00:00:00.000Z' })
    done(await merge(stays, live))
    expect(
      (await run(sql`select reason, target_id from redirects where path = ${`/${slug}/ev-${live}`}`)).rows,
    ).toEqual([{ reason: 'replaced', target_id: stays }])
  })

  it('is done once when two ask at once', async () => {
    const [one, two, from] = [await event('One'), await event('Two'), await event('From')]
    const replies = await Promise.all([merge(one, from), merge(two, from)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })
})

/** A purchase of tickets for a performance of an event. */
async function sale(): Promise<{ id: number; eventId: number; performanceId: number }> {
  const eventId = await event('Sold show')
  const performanceId = await performance(eventId, await records.make('venues'), '2036-07-01')
  await makePurchases(server.database.kysely, 1)
  const {
    rows: [found],
  } = await run(sql<{ id: number }>`
    update purchases set kind = 'event', event_id = ${eventId}, performance_id = ${performanceId}, product_id = null, product_option_id = null
    where id = (select max(id) from purchases) returning id`)
  return { id: found?.id ?? 0, eventId, performanceId }
}
