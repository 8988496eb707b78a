import { sql } from 'kysely'
import { serve } from '../../kit/resource.server.ts'
import { products } from './products.ts'

export const productsServer = serve(products, {
  derived: { optionCount: sql`(select count(*) from product_options o where o.product_id = t.id)` },
})
