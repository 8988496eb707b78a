import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { WantedOrder } from '../orders.ts'

interface KnownCustomer {
  readonly customer: WantedOrder['customer']
  /** The language that they are written to in. */
  readonly locale: string
}

/**
 * A customer that we know, as an order names them.
 *
 * @throws Refusal 422 where there is none, or their country is not known
 */
export async function phoneCustomer(db: Db, id: number): Promise<KnownCustomer> {
  const { rows } = await sql<{
    firstName: string
    lastName: string
    email: string
    phone: string | null
    country: string | null
    locale: string
  }>`
    select c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone, n.code as country, c.locale
    from customers c left join countries n on n.id = c.country_id where c.id = (select coalesce(o.merged_into_id, o.id) from customers o where o.id = ${id})
      and c.status <> 'anonymised'`.execute(db)
  const [found] = rows
  if (!found) throw invalid({ customerId: t('Customer not found.') })
  const { country, phone, locale, ...customer } = found
  if (country === null)
    throw invalid({ customerId: t('The country of this customer is missing. Add it to the customer first.') })
  return { customer: { ...customer, country, ...(phone !== null && { phone }) }, locale }
}
