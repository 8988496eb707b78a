import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { Settings } from '../../core/settings.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { issueKey } from '../../features/api-users/api-keys.server.ts'
import { testEventKey } from '../../features/orders/test-signature.server.ts'
import type { Shop } from './traffic.server.ts'

const name = 'Demo traffic'
/** Goods that one run of traffic chooses from. */
const maxDrawn = 300

/** A key to sell with, and something of each kind to sell. A new one ends the one before it. */
export async function openShop({ kysely }: Database, { sessionSecret }: Settings): Promise<Omit<Shop, 'url'>> {
  return await kysely.transaction().execute(async (db) => ({
    key: await freshKey(db),
    eventKey: testEventKey(sessionSecret),
    lines: [...(await ticketLines(db)), ...(await visitLines(db))],
    countries: await countries(db),
  }))
}

async function freshKey(db: Db): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    with known as (select id from discovery_api_users where name = ${name} order by id limit 1), made as (
      insert into discovery_api_users (name, company, email, scopes, quota_per_minute, quota_per_day)
      select ${name}, ${name}, 'traffic@demo.marquee.example', '{orders}', 6000, 1000000
      where not exists (select from known) returning id)
    select id from known union all select id from made`.execute(db)
  const userId = rows[0]?.id ?? 0
  await sql`
    update discovery_api_keys set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(db)
  return (await issueKey(db, userId, system('demo traffic'))).key
}

async function countries(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from countries where not is_blocked order by random() limit 20`.execute(db)
  return rows.map(({ code }) => code)
}

async function ticketLines(db: Db): Promise<Shop['lines']> {
  const { rows } = await sql<{ listingId: number; quantity: number }>`
    select l.id as "listingId", least(l.quantity, 2) as quantity
    from ticket_listings l join performances p on p.id = l.performance_id
    where p.starts_at > now() + interval '1 day' and p.status in ('onsale', 'rescheduled') and l.quantity >= 2
    order by random() limit ${maxDrawn}`.execute(db)
  return rows.map((row) => ({ kind: 'event', ...row }))
}

async function visitLines(db: Db): Promise<Shop['lines']> {
  const { rows } = await sql<{ optionId: number; date: string; time: string | null; unitId: number }>`
    select o.id as "optionId", a.local_date::text as date, o.start_times[1] as time, b.id as "unitId"
    from product_availabilities a join product_options o on o.id = a.product_option_id and o.is_active
      join products s on s.id = o.product_id and s.status = 'live'
      join lateral (select b.id from product_age_bands b where b.product_id = s.id
        and (b.option_id is null or b.option_id = o.id) and b.type = 'ADULT' order by b.id limit 1) b on true
    where a.local_date between now()::date + 2 and now()::date + 90 and a.status = 'AVAILABLE'
    order by random() limit ${maxDrawn}`.execute(db)
  return rows.map(({ optionId, date, time, unitId }) => ({
    kind: 'product',
    optionId,
    date,
    ...(time !== null && { time: time.slice(0, 5) }),
    units: [{ unitId, quantity: 1 }],
  }))
}
