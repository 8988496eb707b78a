import { sql } from 'kysely'
import { serve } from '../../core/resource/resource.server.ts'
import { payments } from './payments.ts'
import { refunds } from './refunds.ts'

const ofOrder = (column: string) => sql`(select ${sql.ref(`p.${column}`)} from purchases p where p.id = t.purchase_id)`
const ofPayment = (column: string) => sql`(select ${sql.ref(`x.${column}`)} from payments x where x.id = t.payment_id)`

export const paymentsServer = serve(payments, {
  derived: {
    orderKind: ofOrder('kind'),
    refunded: sql`(select coalesce(sum(r.amount), 0)::bigint from refunds r where r.payment_id = t.id and r.state = 'succeeded')`,
  },
})

export const refundsServer = serve(refunds, {
  derived: {
    reference: ofOrder('reference'),
    orderKind: ofOrder('kind'),
    provider: ofPayment('provider'),
    method: ofPayment('method'),
    // Another refund of the order pays the customer after all; the table keeps whether there is one.
    isOwed: sql`(t.state = 'reversed' and not t.made_again)`,
    requestedBy: sql`(select s.name from staff s where s.id = t.requested_by)`,
    approvedBy: sql`(select s.name from staff s where s.id = t.approved_by)`,
  },
})
