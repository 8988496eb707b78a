import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { makeMap } from '../../places/venues/testing/mapped-venue.server.ts'
import {
  db,
  events,
  goods,
  listings,
  ours,
  providerId,
  rowsOf,
  run,
  server,
  serveEventSync,
} from '../testing/event-stage.server.ts'
import { asked, provider, says, theirEvent, theirListing } from '../testing/scripted-feed.server.ts'

serveEventSync('event_sync')

const sync = async () => (await rowsOf(sql`select * from supplier_syncs where supplier = ${provider}`))[0]

describe('events of a provider', () => {
  it('are matched by name, place, day and time, and their listings are for sale', async () => {
    await run()
    expect(await events()).toMatchObject([
      {
        code: 'e1',
        state: 'matched',
        method: 'automatic',
        performance_id: goods.performanceId,
        listings: 2,
        problem: null,
      },
    ])
    expect(await rowsOf(sql`select provider_codes from performances where id = ${goods.performanceId}`)).toEqual([
      { provider_codes: [{ provider, code: 'e1' }] },
    ])
    expect(await listings()).toMatchObject([
      {
        code: 'a',
        section: 'Stalls',
        row_name: 'F',
        quantity: 4,
        price: 5_000,
        currency: 'USD',
        is_open: true,
        is_supplied: true,
      },
      { code: 'b', row_name: null, price: 7_000 },
    ])
  })

  it('at another hour are only suggested, and those of another night are not', async () => {
    says.pages.set('', {
      events: [{ ...ours, localTime: '15:00' }, theirEvent('e2'), { ...ours, code: 'e3', localDate: '2099-07-01' }],
      next: null,
    })
    await run()
    expect((await events()).map(({ code, state }) => [code, state])).toEqual([
      ['e1', 'suggested'],
      ['e2', 'unmatched'],
      ['e3', 'unmatched'],
    ])
    expect(await listings()).toEqual([])
  })

  it('come once, though pages list them twice, and the later word counts', async () => {
    says.pages = new Map([
      ['', { events: [theirEvent('e1', { name: 'Old name' }), theirEvent('e2')], next: '2' }],
      ['2', { events: [ours, ours], next: null }],
    ])
    await run()
    expect((await events()).map(({ code, name }) => [code, name])).toEqual([
      ['e1', ours.name],
      ['e2', 'Unknown gala'],
    ])
  })

  it('that a list lacks keep their listings until the provider says of each that it is gone', async () => {
    await run()
    says.pages.set('', { events: [theirEvent('e9')], next: null })
    await run()
    expect((await listings()).map(({ is_open: open }) => open)).toEqual([true, true])
    says.listings.delete('e1')
    await run()
    expect((await listings()).map(({ is_open: open }) => open)).toEqual([false, false])
    expect((await events())[0]).toMatchObject({ code: 'e1', gone_at: expect.anything() as unknown })
    expect((await events())[0]?.['problem']).toContain('no event with this id')
  })

  it('stay as they are where a page cannot be read, and where pages lead in a circle', async () => {
    await run()
    says.pages.set('', { events: [theirEvent('e2')], next: '2' })
    says.pages.set('2', { kind: 'invalid', detail: 'it is incomplete or damaged' })
    await run()
    expect((await sync())?.['problem']).toContain('incomplete or damaged')
    says.pages.set('2', { events: [], next: '2' })
    await run()
    expect((await sync())?.['problem']).toContain('again and again')
    expect((await events()).map(({ code, gone_at: gone }) => [code, gone])).toEqual([
      ['e1', null],
      ['e2', null],
    ])
  })

  it('follow the ids that people give to performances and take from them', async () => {
    const code = (codes: readonly object[]) =>
      sql`update performances set provider_codes = ${JSON.stringify(codes)}::jsonb where id = ${goods.performanceId}`.execute(
        db(),
      )
    says.pages.set('', { events: [theirEvent('e1')], next: null })
    await code([{ provider, code: 'e1' }])
    await run()
    expect(await events()).toMatchObject([{ state: 'matched', method: 'code', confidence: 10_000 }])
    expect(await listings()).toHaveLength(2)
    await code([])
    await run()
    expect(await events()).toMatchObject([{ state: 'unmatched', is_locked: true }])
    expect((await listings()).map(({ is_open: open }) => open)).toEqual([false, false])
  })
})

describe('listings', () => {
  it('that are the same again change nothing', async () => {
    await run()
    const state = () =>
      rowsOf(sql`select l.id, l.updated_at, l.placed_at, l.xmin::text as row, p.version, p.available, (select max(id) from audit_log) as audit
        from ticket_listings l join performances p on p.id = l.performance_id order by l.id`)
    const before = await state()
    await run()
    expect(asked).toEqual(['events ', 'listings e1'])
    expect(await state()).toEqual(before)
  })

  it('change, come and go with what the provider says, and another wording is placed again', async () => {
    await run()
    says.listings.set('e1', [
      theirListing('a', {
        section: 'Balcony',
        quantity: 2,
        splits: [2],
        note: 'OBSTRUCTED VIEW',
        inHandOn: '2099-05-20',
      }),
      theirListing('c', { leavesNoSingle: true, isInstant: false }),
    ])
    await run()
    expect(await listings()).toMatchObject([
      {
        code: 'a',
        section: 'Balcony',
        quantity: 2,
        splits: [2],
        note: 'OBSTRUCTED VIEW',
        in_hand_on: '2099-05-20',
        is_open: true,
      },
      { code: 'b', is_open: false },
      { code: 'c', leaves_no_single: true, is_instant: false, delivery: 'Eticket', is_open: true },
    ])
    expect(
      await rowsOf(
        sql`select code from ticket_listings where provider_id = ${providerId} and is_open and placed_at is null`,
      ),
    ).toEqual([])
    says.listings.set('e1', [theirListing('b')])
    await run()
    expect((await listings()).map(({ code, is_open: open }) => [code, open])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ])
  })

  it('and events are stored where a day or a time is none of the calendar, which is left out', async () => {
    says.pages.set('', {
      events: [
        ours,
        theirEvent('e2', { localDate: '2099-02-31', localTime: '25:99' }),
        theirEvent('e3', { localDate: '0000-05-20' }),
      ],
      next: null,
    })
    says.listings.set('e1', [
      theirListing('a', { inHandOn: '2099-02-31' }),
      theirListing('b', { inHandOn: '2099-05-20T10:00:00Z' }),
      theirListing('c', { inHandOn: '0000-05-20' }),
    ])
    await run()
    expect((await events()).slice(1).map(({ code, local_date: day }) => [code, day])).toEqual([
      ['e2', null],
      ['e3', null],
    ])
    expect((await events())[1]?.['local_time']).toBeNull()
    expect((await listings()).map(({ code, in_hand_on: day }) => [code, day])).toEqual([
      ['a', null],
      ['b', '2099-05-20'],
      ['c', null],
    ])
  })

  it('that come back are placed by the map and the rules of today, not where they were when they closed', async () => {
    const records = maker(db(), resources, examples)
    const [performance] = await rowsOf(sql`select venue_id from performances where id = ${goods.performanceId}`)
    const map = await makeMap({ db: db(), records }, ['Stalls', 'Balcony'], { venueId: performance?.['venue_id'] })
    await sql`update performances set venue_configuration_id = ${map} where id = ${goods.performanceId}`.execute(db())
    const placed = () =>
      rowsOf(
        sql`select code, placed_section as section from ticket_listings where is_open and provider_id = ${providerId} order by code`,
      )
    const rowless = theirListing('a', { section: 'Gods', row: null })
    const rule = (replacement: string) =>
      sql`
      insert into rewrite_rules (scope, venue_configuration_id, field, match, pattern, action, replacement, is_enabled)
      values ('configuration', ${map}, 'section', 'exact', 'Gods', 'replace', ${replacement}, true)`.execute(db())
    await rule('Stalls')
    says.listings.set('e1', [rowless])
    await run()
    expect(await placed()).toEqual([{ code: 'a', section: 'Stalls' }])
    says.listings.set('e1', [])
    await run()
    await sql`delete from rewrite_rules`.execute(db())
    await rule('Balcony')
    says.listings.set('e1', [rowless])
    await run()
    expect(await placed()).toEqual([{ code: 'a', section: 'Balcony' }])
    await sql`update performances set venue_configuration_id = null where id = ${goods.performanceId}`.execute(db())
  })

  it('without a price, of parking, or in a currency that we do not have are left out and counted', async () => {
    says.listings.set('e1', [
      theirListing('a'),
      theirListing('free', { ask: 0 }),
      theirListing('lot', { isParking: true }),
      theirListing('odd', { currency: 'XQX' }),
    ])
    await run()
    expect((await listings()).map(({ code }) => code)).toEqual(['a'])
    expect(await events()).toMatchObject([{ listings: 1, left_out: 3 }])
  })

  it('stay where the answer cannot be read or the provider is busy, which is asked for no more until it said', async () => {
    await run()
    says.listings.set('e1', { kind: 'invalid', detail: 'it is incomplete or damaged' })
    await run()
    expect(await listings()).toMatchObject([{ is_open: true }, { is_open: true }])
    expect((await events())[0]?.['problem']).toContain('incomplete or damaged')
    says.listings.set('e1', { kind: 'rate_limited', retryAfter: 400_000 })
    await run()
    const [waits] = await rowsOf(sql`
      select due_at > now() + interval '390 seconds' as "isLater", problem from provider_events`)
    expect(waits).toMatchObject({ isLater: true, problem: expect.stringContaining('slow down') as unknown })
    asked.length = 0
    await server.runJob(`sync-${provider}`)
    expect(asked).toEqual([])
    expect(await listings()).toMatchObject([{ is_open: true }, { is_open: true }])
  })

  it('that their provider has not confirmed for a day are off sale until it does', async () => {
    await run()
    says.listings.set('e1', { kind: 'unavailable' })
    await sql`update provider_events set listings_at = now() - interval '25 hours'`.execute(db())
    await run()
    expect(await listings()).toMatchObject([{ is_open: false }, { is_open: false }])
    says.listings.set('e1', [theirListing('a')])
    await run()
    expect(await listings()).toMatchObject([
      { code: 'a', is_open: true },
      { code: 'b', is_open: false },
    ])
  })

  it('of a provider that is paused are not asked for', async () => {
    await sql`update providers set is_enabled = false where id = ${providerId}`.execute(db())
    await run()
    expect(asked).toEqual([])
    await sql`update providers set is_enabled = true where id = ${providerId}`.execute(db())
  })
})
