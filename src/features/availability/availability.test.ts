import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { keyWith } from '../discovery/testing/api-key.server.ts'
import { viatorServer } from '../supply/viator/viator.server.ts'
import type { FoundSubject } from './availability.endpoints.ts'
import {
  admin,
  alternative,
  answers,
  ask,
  checks,
  chosenId,
  db,
  goods,
  never,
  read,
  records,
  sell,
  serveAvailability,
  server,
  sourceOf,
  visit,
} from './testing/availability-stage.server.ts'

serveAvailability('availability')

describe('a performance', () => {
  it('is answered out of stock, at the price that an order would have', async () => {
    const check = await ask({ performanceId: goods.performanceId })
    expect(check).toMatchObject({ isUnderWay: false, sale: { stop: null, serviceFee: { name: 'Fee', value: 1000 } } })
    const [source] = check.sources
    expect(source).toMatchObject({ state: 'answered', how: 'stock', reason: null })
    const { key } = await keyWith(db(), ['orders'])
    const { body } = await server.anonymous.post(
      '/v1/quotes',
      { lines: [{ kind: 'event', listingId: goods.listingId, quantity: 1 }] },
      { authorization: `Bearer ${key}` },
    )
    const quoted = (body as { total: number }).total
    expect(source?.listings.map(({ code, price, hidden }) => [code, price.total, hidden])).toEqual([
      ['A', quoted, null],
      ['B', 6050, null],
    ])
    expect(check.sale?.from).toBe(quoted)
  })

  it('names the provider that is paused, which is not asked, and what is withheld of it', async () => {
    const [{ code } = { code: '' }] = (
      await sql<{ code: string }>`
        select s.code from events e join providers s on s.id = e.provider_id where e.id = ${goods.eventId}`.execute(
        db(),
      )
    ).rows
    await sql`update providers set kind = 'marketplace' where code = ${code}`.execute(db())
    await admin.post(`/rest/data/event-providers/${code}/pause`, { reason: 'Seats sold twice' })
    const check = await ask({ performanceId: goods.performanceId })
    expect(sourceOf(check, code)).toMatchObject({
      state: 'not_asked',
      reason: 'Paused, so it is not asked: Seats sold twice',
      listings: [{ hidden: 'provider_paused' }, { hidden: 'provider_paused' }],
    })
    expect(check.sale?.stop).toBe('provider')
    await admin.post(`/rest/data/event-providers/${code}/resume`)
  })

  it('says why nothing is sold, and that all of a listing is taken', async () => {
    await sql`update performances set status = 'offsale' where id = ${goods.performanceId}`.execute(db())
    const check = await ask({ performanceId: goods.performanceId })
    expect(check.sale?.stop).toBe('status')
    expect(check.sources[0]?.listings[0]?.hidden).toBe('performance')
    await sql`update performances set status = 'onsale' where id = ${goods.performanceId}`.execute(db())
    await sql`
      with s as (insert into house_stock (listing_id, capacity, taken) values (${goods.otherListingId}, 4, 4) returning id)
      insert into house_stock_holds (stock_id, key, quantity, held_until) select id, 'availability', 4, now() + interval '1 hour' from s`.execute(
      db(),
    )
    const after = await ask({ performanceId: goods.performanceId })
    expect(after.sources[0]?.listings.find(({ code }) => code === 'B')).toMatchObject({ quantity: 0, hidden: 'taken' })
  })

  it('says which listings the terms of their provider hold back, keep to some countries, or price', async () => {
    await sql`delete from house_stock_holds`.execute(db())
    const first = async () => (await ask({ performanceId: goods.performanceId })).sources[0]?.listings ?? []
    const before = await first()
    expect(before.map(({ hidden, onlyIn, price }) => [hidden, onlyIn, price.isFloor])).toEqual([
      [null, undefined, undefined],
      [null, undefined, undefined],
    ])
    await sql`
      insert into provider_terms (provider_id, market_ids, floor_share)
      select e.provider_id, array[c.country_id], 20000 from events e join cities c on c.id = e.city_id where e.id = ${goods.eventId}`.execute(
      db(),
    )
    const { rows: countries } = await sql<{ name: string }>`
      select n.name from events e join cities c on c.id = e.city_id join countries n on n.id = c.country_id where e.id = ${goods.eventId}`.execute(
      db(),
    )
    const bound = await first()
    expect(bound.map(({ onlyIn, price }) => [onlyIn, price.isFloor])).toEqual([
      [[countries[0]?.name], true],
      [[countries[0]?.name], true],
    ])
    expect(bound.map(({ price }) => price.price)).toEqual(before.map((one) => one.ask * 2))

    await sql`update provider_terms set delivery = '{paper}'`.execute(db())
    const { rows: moved } = await sql<{ days: number }>`
      update performances p set local_date = p.local_date - d.days, starts_at = p.starts_at - make_interval(days => d.days)
      from (select id, (starts_at::date - now()::date) - 3 as days from performances) d
      where p.id = ${goods.performanceId} and d.id = p.id returning d.days`.execute(db())
    expect((await first()).map(({ hidden }) => hidden)).toEqual(['delivery', 'delivery'])
    await sql`delete from provider_terms`.execute(db())
    await sql`
      update performances set local_date = local_date + ${moved[0]?.days ?? 0}::integer, starts_at = starts_at + make_interval(days => ${moved[0]?.days ?? 0}::integer)
      where id = ${goods.performanceId}`.execute(db())
    expect((await first()).map(({ hidden }) => hidden)).toEqual([null, null])
  })

  it('is priced and sold as in quotes, by the cheapest that is left of anyone’s', async () => {
    await sql`update countries set currency = 'EUR' where code = 'ZZ'`.execute(db())
    const other = await records.make('providers', { isEnabled: true, commission: 1_000 })
    const list = async (code: string, price: number, provider: number | null = null) => {
      const { rows } = await sql<{ id: number }>`
        insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
        select performance_id, coalesce(${provider}::bigint, provider_id), ${code}, 'Circle', 2, 'USD', ${price}
        from ticket_listings where id = ${goods.listingId} returning id`.execute(db())
      return rows[0]?.id ?? 0
    }
    const take = (id: number, until = '1 hour') =>
      sql`
        with s as (insert into house_stock (listing_id, capacity, taken) select id, quantity, quantity from ticket_listings where id = ${id}
          on conflict (listing_id) do update set taken = excluded.taken returning id, taken)
        insert into house_stock_holds (stock_id, key, quantity, held_until) select id, 'taken-' || id, taken, now() + ${until}::interval from s`.execute(
        db(),
      )
    const [cheap, dear, sold] = [
      await list('CHEAP', 5_000, other),
      await list('DEAR', 20_000),
      await list('SOLD', 4_000),
    ]
    await take(sold)
    await sql`
      insert into rules (name, type, markup, currency, price_from, is_enabled) values ('Dear', 'markup', 3000, 'USD', 10000, true)`.execute(
      db(),
    )
    const { key } = await keyWith(db(), ['orders'])
    const both = async () => {
      const { sources, sale } = await ask({ performanceId: goods.performanceId })
      const { body } = await server.anonymous.post(
        '/v1/quotes',
        { lines: [{ kind: 'event', listingId: dear, quantity: 1 }] },
        { authorization: `Bearer ${key}` },
      )
      const listing = sources.flatMap(({ listings }) => listings).find(({ code }) => code === 'DEAR')
      return [sale?.stop, listing?.price.total, (body as { total: number }).total]
    }
    expect(await both()).toEqual([null, 22_000, 22_000])
    await take(cheap)
    expect(await both()).toEqual([null, 28_600, 28_600])
    // What lapsed a moment ago can be bought, though it isn’t counted again yet.
    for (const id of [goods.listingId, goods.otherListingId, dear]) await take(id, '-1 second')
    expect(await both()).toEqual([null, 28_600, 28_600])
    await sql`delete from house_stock_holds`.execute(db())
    await sql`delete from house_stock where listing_id is not null`.execute(db())
    await sql`delete from ticket_listings where id in (${cheap}, ${dear}, ${sold})`.execute(db())
    await sql`delete from rules where name = 'Dear'`.execute(db())
  })

  it('is refused where it does not exist, with a sentence on its field', async () => {
    const none = await admin.post(checks, { performanceId: 999_999 })
    expect([none.status, none.body]).toMatchObject([422, { fields: { performanceId: 'Performance not found.' } }])
    const nothing = await admin.post(checks, {})
    expect([nothing.status, nothing.body]).toMatchObject([422, { fields: { performanceId: expect.any(String) } }])
    const noDay = await admin.post(checks, { productId: chosenId })
    expect([noDay.status, noDay.body]).toMatchObject([422, { fields: { date: 'Choose a day.' } }])
  })
})

describe('a check', () => {
  it('loses no one’s patience to a process that died: its answers count as late', async () => {
    answers(viatorServer, never)
    const { id } = await ask(visit())
    await sql`update availability_checks set asked_at = now() - interval '1 hour', ends_at = now() - interval '59 minutes' where id = ${id}`.execute(
      db(),
    )
    expect(await read(id)).toMatchObject({
      isUnderWay: false,
      sources: [{ state: 'failed', reason: 'No answer within 15 s.' }],
    })
    await admin.post(`${checks}/${id}/stop`)
    await sql`update availability_checks set asked_at = now() - interval '8 days' where id = ${id}`.execute(db())
    await server.runJob('forget-availability-checks')
    expect((await admin.get(`${checks}/${id}`)).status).toBe(404)
  })

  it('takes the same number of statements however many products and listings there are', async () => {
    answers(viatorServer, never)
    const cost = async (wanted: object): Promise<number> => {
      const spy = vi.spyOn(server.database.kysely, 'getExecutor')
      const { id } = await ask(wanted)
      const count = spy.mock.calls.length
      spy.mockRestore()
      await admin.post(`${checks}/${id}/stop`)
      return count
    }
    await cost(visit())
    const [performance, product] = [await cost({ performanceId: goods.performanceId }), await cost(visit())]
    expect(Math.min(performance, product)).toBeGreaterThan(3)
    await sql`
      insert into ticket_listings (performance_id, provider_id, code, section, quantity, currency, price)
      select performance_id, provider_id, 'N' || n, 'Stalls', 2, 'EUR', 9000 + n from ticket_listings, generate_series(1, 150) n where id = ${goods.listingId}`.execute(
      db(),
    )
    for (let n = 0; n < 4; n++) await alternative('house-tours', `H${n}`)
    const many = await ask({ performanceId: goods.performanceId })
    expect([many.sources[0]?.listings.length, many.sources[0]?.more]).toEqual([100, 52])
    // One more or less is of the session; 150 listings and four products would be far more.
    expect((await cost({ performanceId: goods.performanceId })) - performance).toBeLessThan(3)
    expect((await cost(visit())) - product).toBeLessThan(3)
  })
})

describe('the search', () => {
  const find = async (query: Readonly<Record<string, string>>) =>
    (await admin.get('/rest/data/availability-subjects', query)).body as FoundSubject[]

  it('finds a performance by event, city and day, and a product by its code', async () => {
    const [{ name, city } = { name: '', city: '' }] = (
      await sql<{ name: string; city: string }>`
        select e.name, c.name as city from events e join cities c on c.id = e.city_id where e.id = ${goods.eventId}`.execute(
        db(),
      )
    ).rows
    const ids = async (query: Readonly<Record<string, string>>) => (await find(query)).map(({ id }) => id)
    expect(await ids({ kind: 'performance', q: name, city, date: goods.date })).toEqual([goods.performanceId])
    expect(await ids({ kind: 'performance', q: name, date: '2099-07-07' })).toEqual([])
    const { rows } = await sql<{ code: string }>`
      select s.code from events e join providers s on s.id = e.provider_id where e.id = ${goods.eventId}`.execute(db())
    expect(await ids({ kind: 'performance', provider: rows[0]?.code ?? '', date: goods.date })).toEqual([
      goods.performanceId,
    ])
    expect(await ids({ kind: 'performance', provider: 'tiqets' })).toEqual([])
    expect(await ids({ kind: 'performance', id: String(goods.performanceId) })).toEqual([goods.performanceId])
    await sell(chosenId, 'viator', '77123P4')
    expect(await ids({ kind: 'product', q: '77123P4' })).toEqual([chosenId])
    expect(await ids({ kind: 'product', q: '%' })).toEqual([])
  })
})
