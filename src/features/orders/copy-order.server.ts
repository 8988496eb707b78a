import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/** Writes a copy of an order, with what is its own. Columns that the database fills in by itself are not copied. */
export async function copyOrder(db: Db, id: number, own: Readonly<Record<string, unknown>>): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'purchases'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'updated_at'`.execute(db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into purchases (${names}) select ${sql.join(columns.map(({ name }) => sql.ref(`c.${name}`)))}
    from purchases p cross join lateral jsonb_populate_record(null::purchases, to_jsonb(p) || ${JSON.stringify(own)}::jsonb) c
    where p.id = ${id}`.execute(db)
}

/** Whether `purchases p` can be copied: the database lets no order begin in a country that is blocked, or by customers from there. */
export const isInOpenMarket = sql`not exists (select from countries c where c.is_blocked and c.code = p.customer_country)
  and not exists (
    select from cities t join countries c on c.id = t.country_id where c.is_blocked and t.id = p.city_id)`
