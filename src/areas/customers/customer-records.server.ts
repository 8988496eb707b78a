import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'

export interface CustomerHead {
  readonly id: number
  readonly status: 'active' | 'blocked' | 'anonymised'
  readonly isStaff: boolean
}

export function noSuchCustomer(): Refusal {
  return new Refusal(404, t('There is no such customer.'))
}

/** A path's id as a number; what cannot be one names nobody (404). */
export function idIn(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw noSuchCustomer()
  return Number(text)
}

/** The customer that a path names, or 404. */
export async function customerAt(db: Db, id: string): Promise<CustomerHead> {
  const { rows: [customer] } = await sql<CustomerHead>`
    select c.id, c.status, exists (select from staff s where s.email = lower(c.email)) as "isStaff"
    from customers c where c.id = ${idIn(id)}`.execute(db)
  if (!customer) throw noSuchCustomer()
  return customer
}

/** What the audit calls a customer: never by name, since its rows outlive the person's wish to be forgotten. */
export function traceOfCustomer(id: number): { object: string; recordId: number; title: string } {
  return { object: 'customers', recordId: id, title: `Customer ${id}` }
}

/** A moment as it travels. */
export function instantSql(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
