import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { PricedOrder } from './quotes.server.ts'
import type { SoldGoods } from './sold-goods.server.ts'

interface Written {
  readonly goods: SoldGoods
  readonly order: PricedOrder
}

/** The insert of the lines of an order, of what staff changed of their prices, and of the discount of its coupon as the last of them. */
export function linesOf(purchaseId: number, { goods, order: { quote, priced } }: Written): RawBuilder<unknown> {
  const discount = quote.coupon && quote.discount > 0 ? [discountLine(quote.coupon.code, quote.discount)] : []
  const changes = priced.flatMap(({ override }) => (override ? [changeLine(override.price - override.listPrice)] : []))
  const rows = [...goods.lines, ...changes, ...discount].map((line, index) => ({ position: index + 1, ...line }))
  return sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id, unit_type, listing, section,
      raw_section, seat_row, placed_by, rewrite_rule_id, notes, note_labels)
    select ${purchaseId}, position, kind, title, quantity, "unitPrice", quantity * "unitPrice", "unitId", "unitType", listing, section, "rawSection", row, "placedBy", "ruleId",
      array(select jsonb_array_elements_text(coalesce(notes, '[]'))), array(select jsonb_array_elements_text(coalesce(labels, '[]')))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) l (position integer, kind text, title text, quantity integer, "unitPrice" bigint,
      "unitId" bigint, "unitType" text, listing text, section text, "rawSection" text, row text, "placedBy" text, "ruleId" bigint, notes jsonb, labels jsonb)`
}

const changeLine = (amount: number) => ({
  kind: 'adjustment',
  title: 'Price override',
  quantity: 1,
  unitPrice: amount,
})

const discountLine = (code: string, amount: number) => ({
  kind: 'discount',
  title: `Coupon ${code}`,
  quantity: 1,
  unitPrice: -amount,
})
