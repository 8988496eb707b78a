import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'

/** A document about an invoice: its amounts so many times, and columns that differ. */
export interface Forged {
  readonly kind: string
  readonly factor: number
  readonly columns?: Readonly<Record<string, unknown>>
}

/** Issues documents about an invoice in one transaction, as a program without our rules would. Answers what refused them. */
export async function forgeDocuments(db: Db, of: number, documents: readonly Forged[]): Promise<string | undefined> {
  return await db
    .transaction()
    .execute(async (trx) => {
      const { rows: columns } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_name = 'invoices' and is_generated = 'NEVER'`.execute(trx)
      const list = sql.join(columns.map(({ name }) => sql.ref(name)))
      for (const { kind, factor, columns: more = {} } of documents) {
        const { rows } = await sql<{ id: number }>`
          select nextval(pg_get_serial_sequence('invoices', 'id')) as id`.execute(trx)
        const id = Number(rows[0]?.id)
        await sql`insert into invoice_lines (invoice_id, position, title, quantity, unit_price, tax_rate, net, tax, gross)
          select ${id}, position, title, quantity, unit_price, tax_rate, ${factor} * net, ${factor} * tax, ${factor} * gross
          from invoice_lines where invoice_id = ${of}`.execute(trx)
        await sql`insert into invoice_taxes (invoice_id, tax_rate, net, tax, gross)
          select ${id}, tax_rate, ${factor} * net, ${factor} * tax, ${factor} * gross
          from invoice_taxes where invoice_id = ${of}`.execute(trx)
        await sql`insert into invoices (${list}) select ${list} from (select (jsonb_populate_record(i, jsonb_build_object(
          'id', ${id}::bigint, 'kind', ${kind}::text, 'refers_to_id', i.id, 'reason', 'Forged', 'issued_at', null,
          'net', ${factor} * i.net, 'tax', ${factor} * i.tax, 'gross', ${factor} * i.gross)
          || ${JSON.stringify(more)}::jsonb)).* from invoices i where i.id = ${of}) copy`.execute(trx)
      }
    })
    .then(
      () => 'taken',
      (error: unknown) => (error as { constraint?: string }).constraint,
    )
}
