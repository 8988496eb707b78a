import { sql } from 'kysely'
import { foldedEmail } from '../../core/email.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'

export interface CustomerHead {
  readonly id: number
  readonly status: 'active' | 'blocked' | 'anonymised'
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

/** A customer's title in the audit log: never the name, since its entries outlive the right to be forgotten. */
export function traceOfCustomer(id: number): { object: string; recordId: number; title: string } {
  return { object: 'customers', recordId: id, title: `Customer ${id}` }
}

/** A moment as it travels. */
export function instantSql(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
