import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { customers } from './customers.ts'

export const customersServer = serve(customers, {
  derived: { purchaseCount: sql`(select count(*) from purchases p where p.customer_id = t.id)` },
})
