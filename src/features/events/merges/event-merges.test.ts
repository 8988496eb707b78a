import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { done } from '../../../platform/merges/testing/merges.server.ts'
import {
  admin,
  event,
  idOf,
  merge,
  next,
  performance,
  performanceOf,
  preview,
  read,
  records,
  rowsOf,
  run,
  sale,
  serveEvents,
  server,
  twoHamlets,
  undo,
} from './testing/merged-events.server.ts'

serveEvents()

/** What goes on with the performance that is kept. */
const goesOn = ['ticket_listings', 'provider_events', 'rewrite_rules'].map((table) => `${table}.performance_id`)

describe('a merge of two events', () => {
  it('keeps a performance that both have once, and what the provider calls the other one; and gives all of it back', async () => {
    const venueId = await records.make('venues')
    const [into, from] = [
      await event('Hamlet', { providerCode: `in-${next()}` }),
      await event('Hamlet (Old Hall)', { providerCode: `out-${next()}`, minAge: 12 }),
    ]
    const shared = [await performance(into, venueId, '2036-05-01'), await performance(from, venueId, '2036-05-01')]
    const own = await performance(from, venueId, '2036-05-02')
    const codes = [
      { provider: 'palco-directo', code: `PD-${next()}` },
      { provider: 'seat-harbour', code: `SH-${next()}` },
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
      await admin.post('/rest/data/lineups', { name: `Pins ${next()}`, type: 'curated', pinnedEventIds: [from, into] })
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

  it('moves listings, our own stock, matches and rewrite rules to the performance that is kept, and back', async () => {
    const { into, from, twin, going, listing, match, provider } = await twoHamlets()
    await run(
      sql`update performances set currency = case when id = ${twin} then 'USD' else 'GBP' end where id in (${twin}, ${going})`,
    )
    const ours = await listing(going, await records.make('providers'), false)
    const stock = await idOf(sql`insert into house_stock (listing_id, capacity) values (${ours}, 4) returning id`)
    const theirs = await listing(going, provider)
    const matched = await match(going, provider)
    const rule = await idOf(sql`insert into rewrite_rules (scope, performance_id, field, match, pattern, action)
      values ('performance', ${going}, 'section', 'exact', 'A', 'refuse') returning id`)
    await run(sql`update ticket_listings set placed_at = now() where id in (${ours}, ${theirs})`)
    const places = async () => [
      await performanceOf('ticket_listings', ours),
      await performanceOf('ticket_listings', theirs),
      await performanceOf('provider_events', matched),
      await performanceOf('rewrite_rules', rule),
    ]
    const figures = async (id: number) =>
      (await run(sql`select currency, min_price, max_price, available from performances where id = ${id}`)).rows[0]
    const before = await figures(going)

    expect((await preview(into, from)).moves.map(({ label, count }) => [label, count])).toEqual([
      ['Performances', 1],
      ['Listings', 2],
      ['Provider matches', 1],
      ['Rewrite rules', 1],
    ])
    const made = done(await merge(into, from))
    expect(await places()).toEqual([twin, twin, twin, twin])
    expect((await run(sql`select id from house_stock where id = ${stock}`)).rows).toHaveLength(1)
    expect(await figures(twin)).toEqual({ currency: 'GBP', min_price: 5000, max_price: 5000, available: 8 })
    // The rule reaches them there too, so they are placed again.
    expect(
      (await run(sql`select id from ticket_listings where id in (${ours}, ${theirs}) and placed_at is null`)).rows,
    ).toHaveLength(2)
    // What the provider has added since is of the event that goes back.
    const since = await listing(twin, provider)

    done(await undo(into, made))
    expect(await places()).toEqual([going, going, going, going])
    expect(await performanceOf('ticket_listings', since)).toBe(going)
    expect((await run(sql`select id from house_stock where id = ${stock}`)).rows).toHaveLength(1)
    expect(await figures(twin)).toEqual({ currency: 'USD', min_price: 100, max_price: 900, available: 7 })
    expect(await figures(going)).toEqual({ ...(before as object), available: 12 })
  })

  it('leaves a performance on sale that gets only listings which are sold or gone', async () => {
    const { into, from, twin, going, listing, provider } = await twoHamlets()
    await run(sql`update ticket_listings set is_open = false where id = ${await listing(going, provider)}`)
    const before = await rowsOf('performances', [twin, going])
    const made = done(await merge(into, from))
    expect((await rowsOf('performances', [twin]))[0]).toBe(before[0])
    done(await undo(into, made))
    expect(await rowsOf('performances', [twin, going])).toEqual(before)
  })

  it('ends the match that a provider has with both, takes its listings off sale, and matches it again with the undo', async () => {
    const { into, from, twin, going, listing, match, provider } = await twoHamlets()
    const kept = await match(twin, provider)
    const matched = await match(going, provider)
    const theirs = await listing(going, provider)
    const { collapsedRows, moves } = await preview(into, from)
    expect(collapsedRows).toEqual([
      { label: 'Performances', count: 1 },
      { label: 'Provider matches', count: 1 },
    ])
    // What is taken off sale is not said to move.
    expect(moves.map(({ label }) => label)).toEqual(['Performances'])
    const made = done(await merge(into, from))
    const state = async () =>
      (
        await run(
          sql`select state, performance_id, method, is_locked, decided_by, due_at <= now() as is_due from provider_events where id = ${matched}`,
        )
      ).rows[0]
    expect(await state()).toMatchObject({ state: 'unmatched', performance_id: null, method: null, is_locked: true })
    expect((await run(sql`select performance_id, is_open from ticket_listings where id = ${theirs}`)).rows).toEqual([
      { performance_id: twin, is_open: false },
    ])
    done(await undo(into, made))
    expect(await state()).toEqual({
      state: 'matched',
      performance_id: going,
      method: 'manual',
      is_locked: true,
      decided_by: 'Ann',
      is_due: true,
    })
    expect(await performanceOf('provider_events', kept)).toBe(twin)
    expect(await performanceOf('ticket_listings', theirs)).toBe(going)
  })

  it('knows each column that refers to a performance', async () => {
    const { rows } = await run(
      sql<{
        name: string
      }>`select table_name || '.' || column_name as name from references_to('performances'::regclass)`,
    )
    expect(rows.map(({ name }) => name).filter((name) => !goesOn.includes(name))).toEqual(
      [
        // Kept with the merge, or calculated again.
        'performance_prices.performance_id',
        'provider_times.performance_id',
        // Answers that are deleted after seven days.
        'availability_checks.performance_id',
        // Only of what is sold, and that is never folded.
        'e_tickets.performance_id',
        'oversells.performance_id',
        'purchases.performance_id',
        'schedule_changes.performance_id',
      ].toSorted(),
    )
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
