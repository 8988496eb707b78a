import { sql } from 'kysely'
import { shareSql } from '../../core/money.server.ts'

/** A number of JSON. */
const said = sql`(t.their_value #>> '{}')`
/** Of the product and of changes of its net price; null for other fields. */
const ofPrice = (value: ReturnType<typeof sql>) =>
  sql`(select case when t.field = 'netFrom' and jsonb_typeof(t.their_value) = 'number' then ${value} end from products p where p.id = t.product_id)`
const marginAt = (net: ReturnType<typeof sql>) =>
  sql`(case when p.retail_from > 0 then greatest(round((p.retail_from - ${net}) * 10000::numeric / p.retail_from), -1000000)::integer end)`

/** What a change does: to the selling price where it is accepted, to the margin where it is not, and on how many pages. */
export const driftEffects = {
  retailNow: ofPrice(sql`p.retail_from`),
  retailThen: ofPrice(shareSql(said, sql`10000 + p.markup`)),
  marginNow: ofPrice(marginAt(sql`p.net_from`)),
  marginKept: ofPrice(marginAt(sql`${said}::numeric`)),
  pageCount: sql`(select count(*) from aliases a where a.chosen_product_id = t.product_id and a.publication = 'published')`,
}
