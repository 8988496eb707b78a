import { sql } from 'kysely'
import { foldedEmail } from '../../core/email.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'

export interface CustomerHead {
  readonly id: number
  readonly status: 'active' | 'blocked' | 'anonymised' | 'merged'
  readonly isStaff: boolean
}

function noSuchCustomer(): Refusal {
  return new Refusal(404, t('Customer not found.'))
}

/** A path's id as a number; an invalid id matches no customer (404). */
function idIn(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw noSuchCustomer()
  return Number(text)
}

/** The customer that a path names, or 404. */
export async function customerAt(db: Db, id: string): Promise<CustomerHead> {
  const {
    rows: [customer],
  } = await sql<CustomerHead>`
    select c.id, c.status, exists (select from staff s where s.email = ${foldedEmail(sql`c.email`)}) as "isStaff"
    from customers c where c.id = ${idIn(id)}`.execute(db)
  if (!customer) throw noSuchCustomer()
  return customer
}

/**
 * Lets one merge or anonymisation run at a time: each reaches customers who were merged into its own, and two would wait for each
 * other. What is merged or anonymised when this returns stays so until the transaction ends.
 */
export async function waitForOtherMerges(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('customers become one'))`.execute(db)
}

/**
 * Locks customers for what changes all that they have. Their orders come first, as for everything that starts from an order, and both
 * always in one order, so that no two wait for each other. Never lock a merged customer together with others: a payment or consent
 * that arrives for a merged customer keeps that one locked while it waits for the survivor.
 */
export async function lockCustomers(db: Db, ids: readonly number[]): Promise<void> {
  await waitForOtherMerges(db)
  await sql`select from purchases where customer_id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  )
  await sql`select from customers where id = any(${[...ids]}::bigint[]) order by id for update`.execute(db)
}

/** @throws Refusal 409 for a record that is left of a customer, who has nothing to do or to know any more */
export function assertPresent({ status }: CustomerHead): void {
  if (status === 'anonymised')
    throw new Refusal(409, t('This customer is anonymised already.'), { error: 'NotPossible' })
  if (status === 'merged')
    throw new Refusal(409, t('This customer was merged into another. Open the customer who remains.'), {
      error: 'NotPossible',
    })
}

/** A customer's title in the audit log: never the name, since its entries outlive the right to be forgotten. */
export function traceOfCustomer(id: number): { object: string; recordId: number; title: string } {
  return { object: 'customers', recordId: id, title: `Customer ${id}` }
}

/** A moment as it travels. */
export function instantSql(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
