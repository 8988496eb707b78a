import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { keepPrices } from './price-keeping.server.ts'
import type { PriceWorld } from './testing/price-world.server.ts'
import { makePriceWorld, storeRules, within } from './testing/price-world.server.ts'

let server: TestServer
let world: PriceWorld
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'stored prices' })
  world = await makePriceWorld(db())
})
afterAll(() => server.stop())

/** Upcoming performances whose stored price is invalid without being marked so: filters by price would miss them. */
async function unnoted(trx: Db) {
  const {
    rows: [row],
  } = await sql<{ gaps: number; unnoted: number }>`
    select (select count(*) from price_gaps) as gaps, count(*) as unnoted
    from performances p join events e on e.id = p.event_id cross join pricing_epoch x
      left join performance_prices k on k.performance_id = p.id
    where p.starts_at > now() and not exists (select from price_gaps g where g.performance_id = p.id)
      and (k.epoch, k.pricing_stamp, k.event_id, k.ask, k.max_ask, k.currency, k.starts_at)
        is distinct from (x.epoch, e.pricing_stamp, p.event_id, p.min_price, p.max_price, p.currency, p.starts_at)
      and (k.epoch is null or k.epoch >= x.epoch and k.valid_until > now())`.execute(trx)
  return row
}

describe('a stored price', () => {
  const told = async (trx: Db) => {
    const {
      rows: [row],
    } = await sql<{ kept: unknown; fresh: unknown; isKept: boolean }>`
      select jsonb_build_array(o.price, o.fee, o.total, o.to_total) as kept, jsonb_build_array(x.price, x.fee, x.total, x.to_total) as fresh,
        exists (select from performance_prices k, pricing_epoch e where k.performance_id = p.id and k.epoch = e.epoch) as "isKept"
      from performances p cross join lateral performance_offer(p) o cross join lateral price_performance(p, now()) x where p.id = ${world.performanceId}`.execute(
      trx,
    )
    return row
  }
  /** Each makes a rule of its own prevail, or moves the price in another way. */
  const changes: Readonly<Record<string, (trx: Db) => Promise<unknown>>> = {
    'a new rule': (trx) =>
      sql`insert into rules (name, type, markup, is_enabled, event_ids) values ('x', 'markup', 5000, true, array[${world.eventId}::bigint])`.execute(
        trx,
      ),
    'a rule that says something else': (trx) =>
      sql`update rules set markup = 7777 where type = 'markup' and event_ids = '{}' and venue_ids = '{}'`.execute(trx),
    'a rule that is gone': (trx) => sql`delete from rules where name = 'For everything'`.execute(trx),
    'a rule that is switched off': (trx) =>
      sql`update rules set is_enabled = false where name = 'For everything'`.execute(trx),
    'what the provider leaves us': (trx) =>
      sql`update providers set commission = 0 where id = ${world.named.providers[0]}`.execute(trx),
    'its country': (trx) =>
      sql`update cities set country_id = ${world.named.countries[1]} where id = (select city_id from events where id = ${world.eventId})`.execute(
        trx,
      ),
    'its venue': (trx) =>
      sql`update events set venue_id = ${world.named.venues[1]} where id = ${world.eventId}`.execute(trx),
    'its city': (trx) =>
      sql`update events set city_id = (select city_id from venues where id = ${world.named.venues[1]}) where id = ${world.eventId}`.execute(
        trx,
      ),
    'its performers': (trx) => sql`update events set performer_ids = '{}' where id = ${world.eventId}`.execute(trx),
    'its kind': (trx) => sql`update events set type = 'concert' where id = ${world.eventId}`.execute(trx),
    'its category': (trx) =>
      sql`update events set category_id = null, subcategory_id = null where id = ${world.eventId}`.execute(trx),
    'its subcategory': (trx) =>
      sql`update events set subcategory_id = ${world.named.subcategories[1]} where id = ${world.eventId}`.execute(trx),
    'its provider': (trx) =>
      sql`update events set provider_id = ${world.named.providers[1]} where id = ${world.eventId}`.execute(trx),
    'a match': (trx) =>
      sql`insert into matches (name, competition, season, home_performer_id, away_performer_id, local_date, local_time, time_zone, starts_at, event_id)
      values ('x', 'La Liga', '2026', ${world.named.performers[0]}, ${world.named.performers[1]}, '2099-01-01', '12:00', 'UTC', '2099-01-01T12:00:00Z', ${world.eventId})`.execute(
        trx,
      ),
    'what is asked': (trx) =>
      sql`update performances set min_price = 1234 where id = ${world.performanceId}`.execute(trx),
    'the most that is asked': (trx) =>
      sql`update performances set max_price = 123456 where id = ${world.performanceId}`.execute(trx),
    'its currency': (trx) =>
      sql`update performances set currency = 'JPY' where id = ${world.performanceId}`.execute(trx),
    'its start': (trx) =>
      sql`update performances set starts_at = now() + interval '36 hours', local_date = ((now() + interval '36 hours') at time zone 'UTC')::date,
      local_time = ((now() + interval '36 hours') at time zone 'UTC')::time(0) where id = ${world.performanceId}`.execute(
        trx,
      ),
    'its event': (trx) =>
      sql`update performances set event_id = ${world.named.events[1]} where id = ${world.performanceId}`.execute(trx),
    'the end of its time': (trx) =>
      sql`update performance_prices set valid_until = now(), total = total + 1`.execute(trx),
  }

  it.each(Object.entries(changes))('no longer counts after a change of %s', async (what, change) => {
    await within(db(), async (trx) => {
      const base = {
        type: 'markup',
        is_enabled: true,
        priority: 50,
        hidden_provider_ids: [],
        event_ids: [],
        performer_ids: [],
        venue_ids: [],
        country_ids: [],
        subcategory_ids: [],
        category_ids: [],
        provider_ids: [],
        event_types: [],
        created_at: '2026-01-01T00:00:00Z',
      }
      const type = (of: string, values: object) => ({ ...base, type: of, name: of, ...values })
      await storeRules(trx, [
        { ...base, name: 'For everything', markup: 400 },
        type('service_fee', { service_fee: 100 }),
        type('service_fee', { service_fee: 210, country_ids: [world.named.countries[0]] }),
        type('service_fee', { service_fee: 320, provider_ids: [world.named.providers[0]] }),
        type('service_fee', { service_fee: 430, event_types: ['sport'] }),
        type('service_fee', { service_fee: 540, category_ids: [world.named.categories[0]] }),
        type('service_fee', { service_fee: 650, subcategory_ids: [world.named.subcategories[0]] }),
        type('service_fee', { service_fee: 880, competition: 'La Liga', priority: 99 }),
        // A price that is raised to the minimum margin shows nothing of the markup.
        ...(what.includes('rule')
          ? []
          : [
              type('min_margin', { min_margin: 2_000 }),
              type('min_margin', { min_margin: 4_000, venue_ids: [world.named.venues[0]] }),
            ]),
        ...(what === 'its performers'
          ? [type('min_margin', { min_margin: 5_000, performer_ids: [world.named.performers[0]] })]
          : []),
        ...(['its country', 'its city'].includes(what)
          ? [
              type('min_margin', {
                min_margin: 6_000,
                event_ids: [world.eventId],
                country_ids: [world.named.countries[0]],
              }),
            ]
          : []),
        ...(what === 'its kind'
          ? [type('min_margin', { min_margin: 6_000, event_ids: [world.eventId], event_types: ['sport'] })]
          : []),
        ...(what === 'its provider'
          ? [
              type('min_margin', {
                min_margin: 6_000,
                event_ids: [world.eventId],
                provider_ids: [world.named.providers[0]],
              }),
            ]
          : []),
        ...(what === 'its currency'
          ? [type('min_margin', { min_margin: 6_000, event_ids: [world.eventId], currency: 'EUR', price_from: 0 })]
          : []),
        ...(what === 'its start'
          ? [type('min_margin', { min_margin: 6_000, event_ids: [world.eventId], days_to: 2 })]
          : []),
      ])
      await sql`update providers set commission = 1000`.execute(trx)
      expect(await keepPrices({ kysely: trx }, new AbortController().signal)).toBeGreaterThan(0)
      expect(await keepPrices({ kysely: trx }, new AbortController().signal)).toBe(0)
      const before = await told(trx)
      expect(before).toEqual({ kept: before?.fresh, fresh: expect.anything() as unknown, isKept: true })
      expect(await unnoted(trx), 'a price that counts is not noted as missing').toEqual({ gaps: 0, unnoted: 0 })
      await change(trx)
      expect(await unnoted(trx)).toMatchObject({ unnoted: 0 })
      const after = await told(trx)
      expect(after?.kept).toEqual(after?.fresh)
      if (what !== 'the end of its time') expect(after?.kept, 'the change moves the price').not.toEqual(before?.kept)
      expect(await keepPrices({ kysely: trx }, new AbortController().signal)).toBeGreaterThan(0)
      expect(await told(trx)).toEqual({ ...after, isKept: true })
    })
  })
})
