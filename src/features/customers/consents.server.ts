import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Consent } from './consent.endpoints.ts'
import { listConsents, recordConsent } from './consent.endpoints.ts'
import { assertPresent, customerAt, instantSql, traceOfCustomer } from './customer-records.server.ts'

export const listConsentsServer = implement(listConsents, async ({ params, db }) => {
  const { id } = await customerAt(db, params.id)
  const { rows } = await sql<Consent>`
    select c.id, c.purpose, c.is_given as "isGiven", c.source, c.text_version as "textVersion", c.reason, s.name as "recordedBy",
      ${instantSql('c.decided_at')} as "decidedAt"
    from customer_consents c left join staff s on s.id = c.recorded_by
    where c.customer_id = ${id} order by c.id desc limit 100`.execute(db)
  return rows
})

export const recordConsentServer = implement(recordConsent, async ({ params, input, db, actor, audit }) => {
  const customer = await customerAt(db, params.id)
  assertPresent(customer)
  const { id } = customer
  // Behind the customer's lock, so that of two decisions at once the later is also the last in the log.
  await sql`select from customers where id = ${id} for no key update`.execute(db)
  const { purpose, isGiven, reason } = input
  const { rows: before } = await sql<{ isGiven: boolean }>`
    select is_given as "isGiven" from customer_consents where customer_id = ${id} and purpose = ${purpose}
    order by id desc limit 1`.execute(db)
  const was = before[0]?.isGiven ?? false
  if (was === isGiven)
    throw new Refusal(409, isGiven ? t('The customer has agreed already.') : t('The customer hasn’t agreed.'), {
      error: 'NotPossible',
    })
  const { rows } = await sql<{ id: number }>`
    insert into customer_consents (customer_id, purpose, is_given, source, reason, recorded_by)
    values (${id}, ${purpose}, ${isGiven}, 'staff', ${reason}, ${actor.behind?.id ?? actor.id}) returning id`.execute(
    db,
  )
  audit.record({
    action: isGiven ? 'give-consent' : 'withdraw-consent',
    ...traceOfCustomer(id),
    before: { [purpose]: was },
    after: { [purpose]: isGiven },
    reason,
  })
  return { id: rows[0]?.id ?? 0 }
})

interface AgreedAtCheckout {
  readonly customerId: number
  readonly purchaseId: number
  /** Which wording the customer saw. */
  readonly wording: string
}

/** Writes down what a customer agreed to with an order, unless that was so already. */
export async function agreeAtCheckout(db: Db, { customerId, purchaseId, wording }: AgreedAtCheckout): Promise<void> {
  await sql`
    insert into customer_consents (customer_id, purpose, is_given, source, text_version, purchase_id)
    select ${customerId}, 'marketing_email', true, 'checkout', ${wording}, ${purchaseId}
    where (select is_given from customer_consents where customer_id = ${customerId} and purpose = 'marketing_email'
      order by id desc limit 1) is distinct from true`.execute(db)
}
