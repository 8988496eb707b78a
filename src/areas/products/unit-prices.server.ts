import { sql } from 'kysely'
import type { AuditEntry } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'

/** What something costs that begins with the unit somebody can buy alone; the database keeps `from_rank` (0061_from_prices.sql). */
const fromFirst = sql`b.from_rank, b.retail, b.net, b.id`

/** Units `b` that are sold: shared ones, and those of options that are active, or of all while none is; as `product_from_unit` has it (0090_units_of_options.sql). */
const isSold = sql`(b.option_id is null or exists (select from product_options a where a.id = b.option_id and a.is_active)
  or not exists (select from product_options a where a.product_id = b.product_id and a.is_active))`

/** Units `b` of an option `t`. */
const ofOption = sql`b.product_id = t.product_id and (b.option_id is null or b.option_id = t.id)`

/**
 * The price that an option `t` sells from, in minor units: what its product sells from where a booking is what is priced,
 * else the cheapest of its units that somebody can buy alone. Null where it has no units.
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
      action: 'update', object: 'product-age-bands', recordId: id, title, version, reason,
      before: { ...(isNewNet && { net: before.net }), ...(before.retail !== after.retail && { retail: before.retail }) },
      after: { ...(isNewNet && { net: after.net }), ...(before.retail !== after.retail && { retail: after.retail }) },
    }
  })
}

const repriced = sql`returning b.id, b.title, b.version, json_build_object('net', old.net, 'retail', old.retail) as before, json_build_object('net', b.net, 'retail', b.retail) as after`

/**
 * Gives a new net price of products to the units that it is about: those at the price that the product started from, and
 * any that are sold and would undercut the new one. Each is priced anew by the product's markup.
 *
 * @param prices - net prices in minor units of the product's currency
 * @returns what to write into the audit, one entry for each unit that changed
 */
export async function giveNetToUnits(db: Db, prices: readonly { readonly productId: number; readonly net: number }[]): Promise<AuditEntry[]> {
  const { rows } = await sql<Repriced>`
    with asked as (
      select p.id as product_id, a.net, p.markup, f.id as unit_id, f.net as was, f.from_rank
      from unnest(${prices.map(({ productId }) => productId)}::bigint[], ${prices.map(({ net }) => net)}::bigint[]) as a (product_id, net)
      join products p on p.id = a.product_id and p.pricing_per = 'UNIT'
      cross join lateral (select b.id, b.net, b.from_rank from product_age_bands b where b.product_id = p.id and ${isSold} order by ${fromFirst} limit 1) as f
    ), old as (
      select b.id, b.net, b.retail, a.net as new_net, round(a.net * (10000 + a.markup) / 10000.0)::bigint as new_retail
      from asked a join product_age_bands b on b.product_id = a.product_id and b.from_rank = a.from_rank and (b.id = a.unit_id or b.net = a.was or (b.net < a.net and ${isSold}))
      order by b.id for update of b
    )
    update product_age_bands b set net = old.new_net, retail = old.new_retail, version = b.version + 1, updated_at = now()
    from old where b.id = old.id and (b.net, b.retail) <> (old.new_net, old.new_retail) ${repriced}`.execute(db)
  return tracesOf(rows, 'The product has another net price')
}

/**
 * Prices every unit of a product anew by a markup in basis points.
 *
 * @returns what to write into the audit, one entry for each unit that changed
 */
export async function giveMarkupToUnits(db: Db, productId: number, markup: number): Promise<AuditEntry[]> {
  const { rows } = await sql<Repriced>`
    with old as (
      select id, net, retail, round(net * (10000 + ${markup}::integer) / 10000.0)::bigint as new_retail from product_age_bands where product_id = ${productId} order by id for update
    )
    update product_age_bands b set retail = old.new_retail, version = b.version + 1, updated_at = now()
    from old where b.id = old.id and b.retail <> old.new_retail ${repriced}`.execute(db)
  return tracesOf(rows, 'The product has another markup')
}
