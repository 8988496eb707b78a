import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { eventTypes } from '../events/event/event-labels.ts'
import { performanceStatuses } from '../events/performance/performances.ts'
import { hiddenBy, pricingOf, refusalOf } from './rule-offers.ts'
import { priceOf } from './rule-pricing.ts'
import { eventPage, inForce, loadRules } from './rule-store.server.ts'
import type { PriceWorld } from './testing/price-world.server.ts'
import { makePriceWorld, storeRules, within } from './testing/price-world.server.ts'

const day = 86_400_000
let server: TestServer
let world: PriceWorld
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'price parity' })
  world = await makePriceWorld(db())
})
afterAll(() => server.stop())

describe('the price of a ticket', () => {
  it('is the same in the database as in the program, however large, whatever rules say of it', async () => {
    const asks = fc.oneof(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: 0, max: 999_999_999_999 }),
    )
    const orNull = (max: number, min = 0) => fc.option(fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, 0)))
    const cases = fc.sample(
      fc.record({
        ask: asks,
        commission: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 3_333, 10_000)),
        markup: orNull(100_000, -5_000),
        minMargin: orNull(9_000),
        serviceFee: orNull(5_000),
        floor: orNull(100_000),
      }),
      2_000,
    )
    const { rows } = await sql<{ price: number; fee: number; total: number }>`
      select o.price, o.fee, o.total from jsonb_to_recordset(${JSON.stringify(cases.map((one, place) => ({ ...one, place })))}::jsonb)
        as g (place integer, ask bigint, commission integer, markup integer, "minMargin" integer, "serviceFee" integer, floor integer)
      cross join lateral ticket_price(g.ask, g.commission, g.markup, g."minMargin", g."serviceFee", g.floor) o order by g.place`.execute(
      db(),
    )
    expect(rows).toEqual(
      cases.map(({ ask, commission, floor, ...rules }) => {
        const { price, fee, total } = priceOf(ask, commission, rules, floor)
        return { price, fee, total }
      }),
    )
  })
})

/** A rule with any conditions, about what there is. `at` is the moment that its windows lie around. */
function anyRule(at: number) {
  const some = (ids: readonly number[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.subarray([...ids], { minLength: 1 }) },
    )
  const moment = fc.option(
    fc.constantFrom(-day, -1, 0, 1, day).map((from) => new Date(at + from).toISOString()),
    { freq: 4 },
  )
  return fc
    .record({
      type: fc.constantFrom('markup', 'service_fee', 'min_margin', 'hide_provider'),
      markup: fc.integer({ min: -5_000, max: 30_000 }),
      service_fee: fc.integer({ min: 0, max: 5_000 }),
      min_margin: fc.integer({ min: 0, max: 9_000 }),
      hidden_provider_ids: fc.subarray([...world.named.providers], { minLength: 1 }),
      event_ids: some(world.named.events),
      performer_ids: some(world.named.performers),
      venue_ids: some(world.named.venues),
      country_ids: some(world.named.countries),
      subcategory_ids: some(world.named.subcategories),
      category_ids: some(world.named.categories),
      provider_ids: some(world.named.providers),
      event_types: fc.oneof(fc.constant([]), fc.subarray([...eventTypes], { minLength: 1 })),
      competition: fc.option(fc.constantFrom('La Liga', ' LA LIGA ', 'Copa'), { freq: 2 }),
      days: fc.oneof(
        fc.constant([null, null]),
        fc.tuple(fc.option(fc.integer({ min: 0, max: 2 })), fc.option(fc.integer({ min: 2, max: 4 }))),
      ),
      band: fc.option(
        fc.record({
          currency: fc.constantFrom('EUR', 'JPY'),
          price_from: fc.option(fc.integer({ min: 0, max: 6_000 })),
          price_to: fc.integer({ min: 6_000, max: 20_000 }),
        }),
        { freq: 3 },
      ),
      priority: fc.constantFrom(10, 50),
      is_enabled: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      valid_from: moment,
      valid_until: moment,
      created_at: fc.constantFrom(-2 * day, -day).map((ago) => new Date(at + ago).toISOString()),
    })
    .map(({ days: [days_from, days_to], band, ...one }) => ({
      ...one,
      ...band,
      days_from,
      days_to,
      name: 'Generated',
      valid_until:
        one.valid_from !== null && one.valid_until !== null && one.valid_until <= one.valid_from
          ? null
          : one.valid_until,
    }))
}

/** Rules, and a performance that they meet. */
function anyWorld(at: number) {
  return fc.record({
    rules: fc.array(anyRule(at), { maxLength: 12 }),
    ask: fc.option(fc.integer({ min: 1, max: 20_000 }), { freq: 6 }),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    // A millisecond beside the turn of a day that a condition counts from, and on it.
    startsIn: fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 9), fc.constantFrom(-1, 0, 1))
      .map(([days, beside]) => days * day + beside),
    category: fc.boolean(),
    isMatch: fc.boolean(),
    commission: fc.constantFrom(0, 1_250, 10_000),
    hasParity: fc.boolean(),
    floorShare: fc.constantFrom(null, 0, 9_500, 12_000),
    delivery: fc.constantFrom([], ['paper'], ['guest_list', 'paper'], ['paper', 'mobile']),
    status: fc.constantFrom(...performanceStatuses),
    isDateTbd: fc.boolean(),
    wasMoved: fc.boolean(),
    available: fc.constantFrom(0, 1, 50),
    isOpen: fc.boolean(),
    isProviderEnabled: fc.boolean(),
    onSale: fc.constantFrom(null, -day, day),
    schedule: fc.constantFrom('scheduled', 'cancelled', 'postponed'),
  })
}

type AnyWorld = ReturnType<typeof anyWorld> extends fc.Arbitrary<infer W> ? W : never

/** Makes the event, its performance and the rules be as generated. */
async function arrange(trx: Db, one: AnyWorld, startsAt: string): Promise<void> {
  await storeRules(trx, one.rules)
  await sql`update providers set commission = ${one.commission}, is_enabled = ${one.isProviderEnabled} where id = ${world.named.providers[0]}`.execute(
    trx,
  )
  await sql`
    insert into provider_terms (provider_id, has_parity, floor_share, delivery)
    values (${world.named.providers[0]}, ${one.hasParity}, ${one.floorShare}, ${one.delivery}::text[])
    on conflict (provider_id) do update set has_parity = excluded.has_parity, floor_share = excluded.floor_share, delivery = excluded.delivery`.execute(
    trx,
  )
  await sql`update events set category_id = ${one.category ? world.named.categories[0] : null}, subcategory_id = ${one.category ? world.named.subcategories[0] : null},
      on_sale_at = now() + make_interval(secs => ${one.onSale === null ? null : one.onSale / 1000}::double precision), schedule = ${one.schedule} where id = ${world.eventId}`.execute(
    trx,
  )
  await sql`update cities set is_market_open = ${one.isOpen} where id = (select city_id from events where id = ${world.eventId})`.execute(
    trx,
  )
  if (one.isMatch)
    await sql`insert into matches (name, competition, season, home_performer_id, away_performer_id, local_date, local_time, time_zone, starts_at, event_id)
        values ('x', 'la liga', '2026', ${world.named.performers[0]}, ${world.named.performers[1]}, '2099-01-01', '12:00', 'UTC', '2099-01-01T12:00:00Z', ${world.eventId})`.execute(
      trx,
    )
  await sql`update performances set min_price = ${one.ask}, max_price = ${one.ask === null ? null : one.ask + 777}, currency = ${one.currency}, starts_at = ${startsAt},
      local_date = ${startsAt.slice(0, 10)}, local_time = ${startsAt.slice(11, 19)}::time, status = ${one.status}, is_date_tbd = ${one.isDateTbd},
      rescheduled_from = case when ${one.wasMoved}::boolean then '2020-01-01'::date end, available = ${one.available} where id = ${world.performanceId}`.execute(
    trx,
  )
}

describe('what rules make of a performance', () => {
  it('is the same to the database as to explanations and trials, whichever rules meet', async () => {
    const at = Math.floor(Date.now() / 1_000) * 1_000
    for (const one of fc.sample(anyWorld(at), 150)) {
      await within(db(), async (trx) => {
        const startsAt = new Date(at + one.startsIn).toISOString()
        await arrange(trx, one, startsAt)
        const rules = await loadRules(trx, sql`true`)
        const [event] = await eventPage(trx, { condition: sql`e.id = ${world.eventId}`, after: 0, limit: 1 })
        if (!event) throw new Error('The event is there.')
        const offer = { startsAt, currency: one.currency, ask: one.ask }
        const { price } = pricingOf(rules, event, offer, at)
        const dearest = pricingOf(rules, event, offer, at)
        const {
          rows: [told],
        } = await sql`
          select x.price, x.fee, x.total, x.to_total as "toTotal", x.is_hidden as "isHidden" from performances p cross join lateral price_performance(p, ${new Date(at).toISOString()}::timestamptz) x where p.id = ${world.performanceId}`.execute(
          trx,
        )
        expect(told, JSON.stringify(one)).toEqual({
          price: price?.price ?? null,
          fee: price?.fee ?? null,
          total: price?.total ?? null,
          toTotal:
            one.ask === null
              ? null
              : priceOf(
                  one.ask + 777,
                  event.commission,
                  {
                    markup: dearest.markup?.markup ?? null,
                    minMargin: dearest.minMargin?.minMargin ?? null,
                    serviceFee: dearest.serviceFee?.serviceFee ?? null,
                  },
                  event.floor,
                ).total,
          isHidden: hiddenBy(rules, event, offer, at) !== null,
        })

        const {
          rows: [now],
        } = await sql<{ ms: number; refusal: string | null; total: number | null }>`
          select extract(epoch from now())::float8 * 1000 as ms, o.refusal, o.total from performances p cross join lateral performance_offer(p) o where p.id = ${world.performanceId}`.execute(
          trx,
        )
        const active = await loadRules(trx, inForce)
        const refusal = refusalOf(
          active,
          event,
          offer,
          {
            isMarketOpen: one.isOpen,
            isProviderEnabled: one.isProviderEnabled,
            schedule: one.schedule,
            noticeHours: event.offers[0]?.noticeHours ?? 0,
            status: one.status,
            isPostponed: one.wasMoved ? one.isDateTbd : one.schedule === 'postponed' && one.status !== 'rescheduled',
            available: one.available,
            onSaleAt: one.onSale === null ? null : new Date((now?.ms ?? 0) + one.onSale).toISOString(),
            offSaleAt: null,
          },
          now?.ms ?? 0,
        )
        expect({ refusal: now?.refusal, total: now?.total }, JSON.stringify(one)).toEqual({
          refusal,
          total: refusal === null ? (pricingOf(active, event, offer, now?.ms ?? 0).price?.total ?? null) : null,
        })
      })
    }
  }, 120_000)
})
