import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { anonymiseCustomer } from './customer.endpoints.ts'
import { assertNoLegalHold } from './legal-holds.server.ts'
import { assertPresent, customerAt, lockCustomers, traceOfCustomer } from './customer-records.server.ts'

/** The database forgets what it knows of a customer with the change of their status; this decides whether it can. */
export const anonymiseCustomerServer = implement(anonymiseCustomer, async ({ params, input, db, actor, audit }) => {
  requireFreshSignIn(actor, t('anonymise a customer'))
  const { id } = await customerAt(db, params.id)
  await lockCustomers(db, [id])
  const customer = await customerAt(db, params.id)
  assertPresent(customer)
  const { status } = customer
  await assertNoLegalHold(db, id)
  const why = await openBusiness(db, id)
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
  await sql`
    update customers set status = 'anonymised', updated_at = now(), version = version + 1 where id = ${id}`.execute(db)
  audit.record({
    action: 'anonymise',
    ...traceOfCustomer(id),
    before: { status },
    after: { status: 'anonymised' },
    reason: input.reason,
  })
  return { id }
})

/** What still needs the customer, as a sentence; null where nothing does. */
async function openBusiness(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ orders: number; refunds: number; disputes: number }>`
    select count(*) filter (where booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')) as orders,
      count(*) filter (where refund_state in ('requested', 'processing', 'failed')) as refunds,
      count(*) filter (where payment_status = 'disputed') as disputes
    from purchases where customer_id = ${id}`.execute(db)
  const { orders = 0, refunds = 0, disputes = 0 } = rows[0] ?? {}
  if (orders > 0)
    return t(
      '{n, plural, one {# order is} other {# orders are}} still to be paid, confirmed or used. Anonymise afterwards.',
      { n: orders },
    )
  if (refunds > 0)
    return t('{n, plural, one {# refund is} other {# refunds are}} not settled yet. Anonymise afterwards.', {
      n: refunds,
    })
  if (disputes > 0)
    return t('{n, plural, one {# dispute is} other {# disputes are}} still open. Anonymise afterwards.', {
      n: disputes,
    })
  return null
}
