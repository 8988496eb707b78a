import { sql } from 'kysely'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { shareSql } from '../../core/money.server.ts'

/**
 * Sort order for the price to start from: units that can be bought alone come first. The database keeps `from_rank`
 * (0007_products.sql).
 */
const fromFirst = sql`b.from_rank, b.retail, b.net, b.id`

/** Units `b` that are sold: shared ones, and those of options that are active, or of all while none is; as `product_from_unit` has it (0007_products.sql). */
const isSold = sql`(b.option_id is null or exists (select from product_options a where a.id = b.option_id and a.is_active)
  or not exists (select from product_options a where a.product_id = b.product_id and a.is_active))`

/** Units `b` of an option `t`. */
const ofOption = sql`b.product_id = t.product_id and (b.option_id is null or b.option_id = t.id)`

/**
 * The price that option `t` sells from, in minor units: the product's own when a booking is what is priced, otherwise
 * the cheapest of its units that can be bought alone. Null if it has no units.
 */
export const optionPriceFrom = sql`(select case when p.pricing_per = 'BOOKING' then p.retail_from else (
  select b.retail from product_age_bands b where ${ofOption} order by ${fromFirst} limit 1) end from products p where p.id = t.product_id)`

export const optionPriceTo = sql`(select case when p.pricing_per = 'BOOKING' then p.retail_from else (
  select max(b.retail) from product_age_bands b where ${ofOption}) end from products p where p.id = t.product_id)`

export const productPriceTo = sql`(case when t.pricing_per = 'BOOKING' then t.retail_from else (select max(b.retail) from product_age_bands b where b.product_id = t.id and ${isSold}) end)`

interface Repriced {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly before: { readonly net: number; readonly retail: number }
  readonly after: { readonly net: number; readonly retail: number }
}

function tracesOf(rows: readonly Repriced[], reason: string): AuditEntry[] {
  return rows.map(({ id, title, version, before, after }) => {
    const isNewNet = before.net !== after.net
    return {
      action: 'update',
      object: 'product-age-bands',
      recordId: id,
      title,
      version,
      reason,
      before: {
        ...(isNewNet && { net: before.net }),
        ...(before.retail !== after.retail && { retail: before.retail }),
      },
      after: { ...(isNewNet && { net: after.net }), ...(before.retail !== after.retail && { retail: after.retail }) },
    }
  })
}

const repriced = sql`returning b.id, b.title, b.version, json_build_object('net', old.net, 'retail', old.retail) as before, json_build_object('net', b.net, 'retail', b.retail) as after`

/**
 * Gives a new net price of products to the units that it is about: those at the price that the product started from, and
 * any that are sold and would undercut the new one. Each is priced again by the product's markup.
 *
 * @param prices - net prices in minor units of the product's currency
 * @returns what to write into the audit, one entry for each unit that changed
 */
export async function giveNetToUnits(
  db: Db,
  prices: readonly { readonly productId: number; readonly net: number }[],
): Promise<AuditEntry[]> {
  const { rows } = await sql<Repriced>`
    with asked as (
      select p.id as product_id, a.net, p.markup, f.id as unit_id, f.net as was, f.from_rank
      from unnest(${prices.map(({ productId }) => productId)}::bigint[], ${prices.map(({ net }) => net)}::bigint[]) as a (product_id, net)
      join products p on p.id = a.product_id and p.pricing_per = 'UNIT'
      cross join lateral (select b.id, b.net, b.from_rank from product_age_bands b where b.product_id = p.id and ${isSold} order by ${fromFirst} limit 1) as f
    ), old as (
      select b.id, b.net, b.retail, a.net as new_net, ${shareSql(sql`a.net`, sql`10000 + a.markup`)} as new_retail
      from asked a join product_age_bands b on b.product_id = a.product_id and b.from_rank = a.from_rank and (b.id = a.unit_id or b.net = a.was or (b.net < a.net and ${isSold}))
      order by b.id for update of b
    )
    update product_age_bands b set net = old.new_net, retail = old.new_retail, version = b.version + 1, updated_at = now()
    from old where b.id = old.id and (b.net, b.retail) <> (old.new_net, old.new_retail) ${repriced}`.execute(db)
  return tracesOf(rows, 'The product has another net price')
}

/**
 * Prices every unit of a product again by a markup in basis points.
 *
 * @returns what to write into the audit, one entry for each unit that changed
 */
export async function giveMarkupToUnits(db: Db, productId: number, markup: number): Promise<AuditEntry[]> {
  const { rows } = await sql<Repriced>`
    with old as (
      select id, net, retail, ${shareSql(sql`net`, sql`10000 + ${markup}::integer`)} as new_retail from product_age_bands where product_id = ${productId} order by id for update
    )
    update product_age_bands b set retail = old.new_retail, version = b.version + 1, updated_at = now()
    from old where b.id = old.id and b.retail <> old.new_retail ${repriced}`.execute(db)
  return tracesOf(rows, 'The product has another markup')
}
