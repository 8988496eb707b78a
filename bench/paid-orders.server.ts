// Paid orders for benches of what comes after the payment: copies of one of the demo data.
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import type { Bench } from './same-writes.server.ts'

/** More than both turns of a bench use: each order is used once. */
const orders =
  2_000 + 2 * 2 * (Number(process.env['BENCH_ROUNDS'] ?? 5) + 1) * (Number(process.env['BENCH_COUNT'] ?? 200) + 16)

/** The ids of orders that are paid, each by one card, and have no invoice. They are written past the rules of orders. */
export async function paidOrders({ pool }: Bench): Promise<number[]> {
  const { rows: found } = await pool.query<{ id: number }>(`
    select p.id::integer from purchases p
    where p.currency = 'EUR' and p.captured > 0 and p.captured >= p.grand_total and p.refunded = 0
      and not exists (select from invoices i where i.purchase_id = p.id)
      and (select count(*) from purchase_lines l where l.purchase_id = p.id) = 3
      and p.payment_status = 'captured' and p.refund_pending = 0
      and not exists (select from refunds r where r.purchase_id = p.id)
      and not exists (select from disputes d where d.purchase_id = p.id)
      and (select array_agg(x.provider) from payments x where x.purchase_id = p.id) = '{stripe}'
    order by p.id desc limit 1`)
  const [like] = found
  if (!like) throw new Error('No order of the demo data waits for its invoice.')
  const { rows: last } = await pool.query<{ id: number }>('select max(id)::integer as id from purchases')
  const first = (last[0]?.id ?? 0) + 1
  const ids = Array.from({ length: orders }, (_, index) => first + index)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const columnsOf = async (table: string) => {
      const { rows } = await client.query<{ names: string }>(
        `select string_agg(attname, ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      return rows[0]?.names ?? ''
    }
    const purchase = await columnsOf('purchases')
    const [line, payment] = [await columnsOf('purchase_lines'), await columnsOf('payments')]
    await client.query(
      `insert into purchases (${purchase}) select ${purchase} from (
         select (jsonb_populate_record(p, jsonb_build_object('id', g.id, 'reference', g.reference))).*
         from purchases p, unnest($1::bigint[], $2::text[]) g (id, reference) where p.id = $3) copy`,
      [ids, ids.map(referenceOf), like.id],
    )
    await client.query(
      `insert into purchase_lines (${line}) select ${line} from (
         select (jsonb_populate_record(l, jsonb_build_object('purchase_id', g.id))).*
         from purchase_lines l, unnest($1::bigint[]) g (id) where l.purchase_id = $2) copy`,
      [ids, like.id],
    )
    await client.query(
      `insert into payments (${payment}) overriding system value select ${payment} from (
         select (jsonb_populate_record(x, jsonb_build_object('id', (select max(id) from payments) + g.n, 'purchase_id', g.id,
           'psp_reference', 'bench-' || g.id, 'gateway_reference', null))).*
         from payments x, unnest($1::bigint[]) with ordinality g (id, n) where x.purchase_id = $2) copy`,
      [ids, like.id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze')
  return ids
}
