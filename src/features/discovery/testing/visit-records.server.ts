import { sql } from 'kysely'
import type { OrderDesk } from '../../orders/testing/order-desk.server.ts'

type Values = ReturnType<typeof sql>

/** Changes of what a test's option is sold by. */
export function visitRecords(desk: () => OrderDesk) {
  const option = () => desk().goods.optionId
  const product = () => sql`(select product_id from product_options where id = ${option()})`
  return {
    setOption: (values: Values) => sql`update product_options set ${values} where id = ${option()}`.execute(desk().db),
    setProduct: (values: Values) => sql`update products set ${values} where id = ${product()}`.execute(desk().db),
    setUnits: (values: Values) =>
      sql`update product_age_bands set ${values} where product_id = ${product()}`.execute(desk().db),
    setMarket: (values: Values) =>
      sql`update countries set (is_blocked, blocked_because, blocked_at) = (${values}) where code = 'ZZ'`.execute(
        desk().db,
      ),
    supplierSays: (date: string, status: string, vacancies: number | null, age = '0 hours') =>
      sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
        values (${option()}, ${date}::date, ${status}, ${vacancies}, 60, now() - ${age}::interval)`.execute(desk().db),
  }
}
