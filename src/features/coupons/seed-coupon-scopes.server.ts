import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/**
 * Narrows some demo coupons once editors have made the sections and aliases that they name: groups to what is seen in
 * groups, creators to one page each. Coupons in use keep what they were used for.
 */
export async function seedCouponScopes(trx: Db): Promise<void> {
  await sql`
    update coupons set subcategory_ids = popular.ids
    from (select array_agg(id order by id) as ids from (
      select s.id from subcategories s join products p on s.id = any(p.subcategory_ids)
      group by s.id order by count(*) desc, s.id limit 2) as most) as popular
    where coupons.campaign = 'Groups' and coupons.times_used = 0 and popular.ids is not null`.execute(trx)
  await sql`
    with pages as (
      select id, row_number() over (order by live_count desc, id) - 1 as place, count(*) over () as pages
      from aliases where publication = 'published' and live_count > 0)
    update coupons set alias_ids = array[pages.id] from pages
    where coupons.campaign = 'Creators' and coupons.times_used = 0 and pages.place = coupons.id % pages.pages`.execute(
    trx,
  )
}
