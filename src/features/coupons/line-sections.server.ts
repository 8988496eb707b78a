import { sql } from 'kysely'

/**
 * Where the catalogue keeps a product, the row called `p`, as a coupon sees it now: a page or section that it joins or
 * leaves changes which coupons apply to it.
 */
export const productSections = {
  aliasIds: sql`array(select m.alias_id from alias_members m where m.product_id = p.id)`,
  categoryIds: sql`array(select distinct s.category_id from subcategories s where s.id = any(p.subcategory_ids))`,
} as const
