import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

/** What is wrong with the series: a gap, a number twice, a date before the last, a broken chain, a counter that is off. */
export async function seriesFaults(db: Db): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select number from (
      select i.*, row_number() over w as place, lag(issued_at) over w as before, lag(hash, 1, '') over w as hash_before
      from invoices i window w as (partition by issuer_tax_id, series, year order by sequence)) i
    where sequence <> place or issued_at < before or previous_hash <> hash_before
      or hash <> invoice_hash((select o from invoices o where o.id = i.id))
    union all select series from invoice_series s where last_sequence <> (
      select count(*) from invoices i where (i.issuer_tax_id, i.series, i.year) = (s.issuer_tax_id, s.series, s.year))`.execute(
    db,
  )
  return rows
}
