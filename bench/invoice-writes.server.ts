// Issuing invoices, beside raw SQL that does the same writes in the same transactions, turn and turn about in one run.
// `node bench/invoice-writes.server.ts` prints how many a second each makes, with one and with sixteen at once.
import { system } from '../src/core/access/access.ts'
import type { AuditEntry } from '../src/core/audit/audit.server.ts'
import { appendAudit } from '../src/core/audit/audit.server.ts'
import type { Call } from '../src/core/http/endpoint.server.ts'
import { demoCompany } from '../src/features/invoices/demo-company.server.ts'
import { issueInvoice } from '../src/features/invoices/invoice.endpoints.ts'
import { implementInvoices } from '../src/features/invoices/invoices.server.ts'
import { referenceOf } from '../src/features/purchases/purchase-reference.ts'
import { paidOrders } from './paid-orders.server.ts'
import type { Bench, Work } from './same-writes.server.ts'
import { auditByHand, compare, inserterLike, inTransaction, withBench } from './same-writes.server.ts'

const bencher = system('bench')
await withBench('bench_invoices', async (bench) => {
  const { database, settings } = bench
  const ids = await paidOrders(bench)
  const next = () => {
    const id = ids.pop()
    if (id === undefined) throw new Error('All orders have their invoice.')
    return id
  }
  const issuing = implementInvoices({ settings: { ...settings, company: demoCompany } }).find(
    ({ endpoint }) => endpoint.path === issueInvoice.path,
  )
  if (!issuing) throw new Error('No call issues invoices.')
  const issue = async (): Promise<number> => {
    const id = next()
    await database.kysely.transaction().execute(async (db) => {
      const entries: AuditEntry[] = []
      const audit = { record: (entry: AuditEntry) => void entries.push(entry) }
      // Edge: what of a call the handler uses.
      const call = { db, params: { id: String(id) }, input: { form: 'full' }, actor: bencher, audit }
      await issuing.handle(call as unknown as Call)
      await appendAudit(db, entries, { actor: bencher })
    })
    return id
  }
  await compare(bench, 'invoices', issue, await rawInvoices(bench, await issue(), next))
})

/** The writes of one invoice each, with the rows of a real one as a pattern. Its number and seal are the database’s. */
async function rawInvoices(bench: Bench, invoiced: number, next: () => number): Promise<Work> {
  const { pool } = bench
  const { rows } = await pool.query<{ id: number; lines: number; taxes: readonly number[] }>(
    `select i.id::integer, (select count(*)::integer from invoice_lines where invoice_id = i.id) as lines,
       array(select tax_rate from invoice_taxes where invoice_id = i.id order by tax_rate) as taxes
     from invoices i where i.purchase_id = $1`,
    [invoiced],
  )
  const [pattern] = rows
  if (!pattern) throw new Error('The product issued no invoice.')
  const like = (table: string, where: string) => inserterLike(bench, table, where)
  const all = <T>(count: number, make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const lines = await all(pattern.lines, (index) =>
    like('invoice_lines', `invoice_id = ${pattern.id} and position = ${index + 1}`),
  )
  const taxes = await all(pattern.taxes.length, (index) =>
    like('invoice_taxes', `invoice_id = ${pattern.id} and tax_rate = ${pattern.taxes[index]}`),
  )
  const invoice = await like('invoices', `id = ${pattern.id}`)
  const file = await like('invoice_files', `invoice_id = ${pattern.id}`)
  const event = await like('purchase_events', `purchase_id = ${invoiced} and kind = 'invoice_issued'`)
  return async () => {
    const purchase = next()
    await inTransaction(bench, async (client) => {
      const text = "select nextval(pg_get_serial_sequence('invoices', 'id'))::integer as id"
      const id = (await client.query<{ id: number }>({ name: 'next', text })).rows[0]?.id ?? 0
      for (const insert of [...lines, ...taxes]) await insert(client, { invoice_id: id })
      await invoice(client, { id, purchase_id: purchase, purchase_reference: referenceOf(purchase), issued_at: null })
      await file(client, { invoice_id: id })
      await event(client, { purchase_id: purchase })
      await auditByHand(client, 'issue-invoice', purchase)
    })
  }
}
