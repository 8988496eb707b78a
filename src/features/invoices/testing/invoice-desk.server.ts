import { sql } from 'kysely'
import type { Client } from '../../../app/testing/start.server.ts'
import type { OrderDesk } from '../../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../../orders/testing/order-desk.server.ts'
import { staffDesk } from '../../orders/testing/staff-desk.server.ts'
import type { IssuedDocument, PurchaseInvoices } from '../invoice.endpoints.ts'

/** A server with orders that can be paid, invoiced and refunded. */
export interface InvoiceDesk extends OrderDesk {
  readonly admin: Client
  path(id: number, what: string): string
  /** The id of an order that waits for its payment. */
  unpaid(): Promise<number>
  pay(id: number): Promise<void>
  /** The id of an order of 10% and, on its fees, 21%. */
  paid(): Promise<number>
  /** A full invoice, also where it could be simplified. */
  issue(id: number, what: 'invoice' | 'refund-invoice', key?: string, client?: Client): ReturnType<Client['post']>
  /** @throws where it is refused */
  issued(id: number): Promise<IssuedDocument>
  documentsOf(id: number): Promise<PurchaseInvoices>
  /** Gives money back, as a gateway reports it. */
  refund(id: number, amount: number): Promise<void>
  /** A key that no call had. */
  key(): string
}

export async function openInvoiceDesk(url: string | null, name: string): Promise<InvoiceDesk> {
  const desk = await openOrderDesk(url, name)
  const admin = await desk.server.signIn('admin')
  const staff = staffDesk(desk, admin)
  let last = 0
  const key = () => `invoice-desk-${++last}`
  const path = (id: number, what: string) => `/rest/data/purchases/${id}/${what}`
  const unpaid = async () => await staff.idOf(await desk.placed({ lines: [desk.tickets(2)] }))
  const issue: InvoiceDesk['issue'] = (id, what, given = key(), client = admin) =>
    client.post(path(id, what), what === 'invoice' ? { form: 'full' } : {}, { 'idempotency-key': given })
  return {
    ...desk,
    admin,
    path,
    unpaid,
    async pay(id) {
      await staff.pay(id, 'pending_supplier', 'confirmed')
    },
    issue,
    key,
    async paid() {
      const id = await unpaid()
      await staff.pay(id, 'pending_supplier', 'confirmed')
      await sql`update purchase_lines set tax_rate = case kind when 'fee' then 2100 else 1000 end
        where purchase_id = ${id}`.execute(desk.db)
      return id
    },
    async issued(id) {
      const { status, body } = await issue(id, 'invoice')
      if (status !== 201) throw new Error(`No invoice was issued: ${JSON.stringify(body)}`)
      return body as IssuedDocument
    },
    documentsOf: async (id) => (await admin.get(path(id, 'invoices'))).body as PurchaseInvoices,
    async refund(id, amount) {
      await desk.db.transaction().execute(async (trx) => {
        await sql`update purchases set refunded = refunded + ${amount},
            payment_status = case when refunded + ${amount} = captured then 'refunded' else 'partially_refunded' end,
            refund_state = case when refunded + ${amount} = captured then 'full' else 'partial' end
          where id = ${id}`.execute(trx)
        await sql`insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by,
            destination, idempotency_key, succeeded_at)
          select ${id}, id, 'succeeded', currency, ${amount}, 'goodwill', 'quality', 'staff', 'platform', 'original_method',
            ${key()}, now() from payments where purchase_id = ${id}`.execute(trx)
      })
    },
  }
}
