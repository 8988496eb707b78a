import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** Performances read and prices written per statement. The embedded database makes other callers wait for it. */
const lookedAt = 2_000
const written = 200

interface Place {
  readonly startsAt: string
  readonly id: number
}

interface Page {
  readonly next: Place | null
  readonly written: number
}

/**
 * Calculates the prices of upcoming performances whose stored prices are no longer valid, so that lists have them
 * ready. Nothing waits for it: a price that is not stored is calculated when needed, with the same result.
 *
 * @returns how many were written
 */
export async function keepPrices({ kysely }: { readonly kysely: Db }, signal: AbortSignal): Promise<number> {
  let place: Place = { startsAt: new Date().toISOString(), id: 0 }
  let count = 0
  while (!signal.aborted) {
    const page: Page = await keepPage(kysely, place)
    count += page.written
    if (page.next === null) break
    place = page.next
  }
  await sql`delete from performance_prices where starts_at < now() - interval '1 day'`.execute(kysely)
  await sql`
    delete from price_gaps g where not exists (
      select from performances p where p.id = g.performance_id and p.starts_at > now())`.execute(kysely)
  return count
}

/** One after the other: of two at a time, one could write over what the other has read later. */
async function keepPage(db: Db, place: Place): Promise<Page> {
  if (db.isTransaction) return await keepPageNow(db, place)
  return await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('keep-prices', 0))`.execute(transaction)
    return await keepPageNow(transaction, place)
  })
}

/**
 * One statement, so one snapshot: what it writes, the data it is based on and the gaps it fills all belong together. A
 * change that it has not seen leaves a gap that it has not seen either.
 */
async function keepPageNow(db: Db, { startsAt, id }: Place): Promise<Page> {
  const {
    rows: [page],
  } = await sql<Page>`
    with looked as (
      select p.id, p.starts_at from performances p where (p.starts_at, p.id) > (${startsAt}::timestamptz, ${id}::bigint)
      order by p.starts_at, p.id limit ${sql.lit(lookedAt)}
    ),
    due as (
      select p.id, p.starts_at, e.pricing_stamp, x.epoch
      from looked q join performances p on p.id = q.id join events e on e.id = p.event_id cross join pricing_epoch x
        left join performance_prices k on k.performance_id = p.id
      where (k.epoch, k.pricing_stamp, k.event_id, k.ask, k.max_ask, k.currency, k.starts_at)
        is distinct from (x.epoch, e.pricing_stamp, p.event_id, p.min_price, p.max_price, p.currency, p.starts_at) or k.valid_until <= now()
      order by p.starts_at, p.id limit ${sql.lit(written)}
    ),
    kept as (
      insert into performance_prices (performance_id, epoch, pricing_stamp, event_id, ask, max_ask, currency, starts_at, valid_until,
        price, fee, total, to_price, to_fee, to_total, is_hidden)
      select p.id, u.epoch, u.pricing_stamp, p.event_id, p.min_price, p.max_price, p.currency, p.starts_at, d.valid_until,
        d.price, d.fee, d.total, d.to_price, d.to_fee, d.to_total, d.is_hidden
      from due u join performances p on p.id = u.id cross join lateral price_performance(p, now()) d
      order by p.id
      on conflict (performance_id) do update set epoch = excluded.epoch, pricing_stamp = excluded.pricing_stamp, event_id = excluded.event_id,
        ask = excluded.ask, max_ask = excluded.max_ask, currency = excluded.currency, starts_at = excluded.starts_at,
        valid_until = excluded.valid_until, price = excluded.price, fee = excluded.fee, total = excluded.total, to_price = excluded.to_price,
        to_fee = excluded.to_fee, to_total = excluded.to_total, is_hidden = excluded.is_hidden
    ),
    counted as (select count(*)::integer as due from due),
    filled as (
      delete from price_gaps where performance_id in (
        select id from due union all select l.id from looked l, counted c where c.due < ${sql.lit(written)})
    )
    select c.due as written, (select json_build_object('startsAt', g.starts_at, 'id', g.id) from (
      select * from due where c.due = ${sql.lit(written)} union all
      select l.id, l.starts_at, null, null from looked l where c.due < ${sql.lit(written)}
    ) g order by g.starts_at desc, g.id desc limit 1) as next
    from counted c`.execute(db)
  return page ?? { next: null, written: 0 }
}
