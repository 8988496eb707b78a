import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { keepWaitingDay } from './waiting-days.server.ts'

/** Some of what waits is put off or tagged, as a desk leaves it in the evening. */
export async function seedWork(trx: Db, { asOf }: SeedStory): Promise<void> {
  await sql`
    update purchases set snoozed_until = ${asOf}::timestamptz + (1 + id % 40) * interval '1 hour'
    where next_step in ('chase_supplier', 'deliver_tickets', 'decide_refund') and id % 11 = 0`.execute(trx)
  await sql`
    update purchases set tags = case when id % 3 = 0 then array['vip'] when id % 3 = 1 then array['group']
      else array['called'] end
    where next_step <> 'none' and id % 5 = 0`.execute(trx)
}

/** Days before the demo's last for which it knows how many orders waited: as many as the home page asks for. */
const keptDays = 59

/** How many orders waited on the evenings before: more over a weekend, when fewer people work, and less by Wednesday. */
export async function seedWaitingDays(trx: Db, { asOf, random }: SeedStory): Promise<void> {
  await keepWaitingDay(trx, 'UTC')
  const {
    rows: [today],
  } = await sql<{ count: number }>`select count from waiting_days order by day desc limit 1`.execute(trx)
  const numbers = random('waiting-days', 0)
  const days = Array.from({ length: keptDays }, (_, place) => {
    const day = new Date(Date.parse(asOf) - (place + 1) * 86_400_000)
    const share = [1.12, 1.1, 1, 0.9, 0.88, 0.92, 1.04][day.getUTCDay()] ?? 1
    const count = Math.round((today?.count ?? 0) * share * (0.94 + 0.12 * numbers.next()))
    return { day: day.toISOString().slice(0, 10), count }
  })
  await sql`
    insert into waiting_days (day, count) select day, count from json_to_recordset(${JSON.stringify(days)}::json)
      as d (day date, count int) on conflict (day) do nothing`.execute(trx)
}
