import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { shareOf } from '../../core/money.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import { readOverrides } from './product.endpoints.ts'
import { idIn } from './product-options.server.ts'
import { ownTotalsOf } from '../reviews/totals/own-totals.server.ts'
import { products } from './products.ts'
import type { SupplierField } from './supplier-fields.ts'
import { supplierFields } from './supplier-fields.ts'
import { giveMarkupToUnits, giveNetToUnits, productPriceTo } from './unit-prices.server.ts'

type SupplierValues = Readonly<Record<string, { readonly value: unknown; readonly then: unknown }>>

/**
 * Refuses changes to the supplier's fields, and restores those that are no longer overridden. The database itself keeps
 * the supplier's values (0007_products.sql).
 */
async function heedOverrides({ draft, current, db }: SaveCall): Promise<void> {
  if (!current) return
  const [now, before] = [
    new Set(draft['overrides'] as readonly string[]),
    new Set(current['overrides'] as readonly string[]),
  ]
  const given = supplierFields.filter((key) => before.has(key) && !now.has(key))
  const odd = supplierFields.filter(
    (key) => !now.has(key) && !given.includes(key) && !isSameJson(draft[key], current[key]),
  )
  if (odd.length > 0) {
    throw invalid(
      Object.fromEntries(
        odd.map((key) => [
          key,
          t('{field} is the supplier’s value. Override it before you change it.', {
            field: labelOf(key, products.fields[key]),
          }),
        ]),
      ),
    )
  }
  if (given.length === 0) return
  const {
    rows: [row],
  } = await sql<{
    values: SupplierValues
  }>`select supplier_values as values from products where id = ${current['id']}`.execute(db)
  for (const key of given) draft[key] = row?.values[key]?.value ?? null
  assertSupplierFits(draft, given)
}

/** Checks that the supplier's values are compatible with what staff have written. */
function assertSupplierFits(draft: Readonly<Record<string, unknown>>, given: readonly SupplierField[]): void {
  const [problem] = products.check?.(draft as unknown as Parameters<NonNullable<typeof products.check>>[0]) ?? []
  if (problem) {
    const field = labelOf(given[0] ?? 'overrides', products.fields[given[0] ?? 'overrides'])
    throw invalid({
      overrides: t('{field} can’t be reset to the supplier’s value: {problem}', { field, problem: problem.message }),
    })
  }
}

export const productsServer = serve(products, {
  derived: {
    originTitle: sql`(case when 'title' = any(t.overrides) then t.supplier_values -> 'title' ->> 'value' else t.title end)`,
    priceTo: productPriceTo,
    margin: sql`(case when t.retail_from = 0 then null else greatest(round((t.retail_from - t.net_from) * 10000.0 / t.retail_from), -1000000)::integer end)`,
    ...ownTotalsOf('product'),
    optionCount: sql`t.option_count`,
    driftCount: sql`t.drift_count`,
    aliasCount: sql`(select count(*) from alias_members m join aliases a on a.id = m.alias_id where m.product_id = t.id and a.publication <> 'archived')`,
  },
  async beforeSave(call) {
    await heedOverrides(call)
    const { draft, current } = call
    if (!current || (draft['markup'] === current['markup'] && draft['netFrom'] === current['netFrom'])) return
    draft['retailFrom'] = shareOf(Number(draft['netFrom']), 10_000 + Number(draft['markup']))
  },
  /** Units are what is sold: a new net price goes to the units it applies to, and a new markup reprices all of them. */
  async afterSave({ draft, current, db, id, audit }) {
    if (!current) return
    const entries =
      draft['netFrom'] === current['netFrom']
        ? []
        : await giveNetToUnits(db, [{ productId: id, net: Number(draft['netFrom']) }])
    if (draft['markup'] !== current['markup'])
      entries.push(...(await giveMarkupToUnits(db, id, Number(draft['markup']))))
    for (const entry of entries) audit.record(entry)
  },
})

export const readOverridesServer = implement(readOverrides, async ({ db, params }) => {
  const missing = t('Product not found.')
  const id = idIn(params.id, missing)
  const {
    rows: [product],
  } = await sql<{ overrides: SupplierField[]; values: SupplierValues }>`
    select overrides, supplier_values as values from products where id = ${id}`.execute(db)
  if (!product) throw new Refusal(404, missing)
  const { rows: drifts } = await sql<{
    id: number
    field: SupplierField
    ours: unknown
    theirs: unknown
    seenAt: string
  }>`
    select id, field, our_value as ours, their_value as theirs, created_at as "seenAt" from product_drifts
    where product_id = ${id} and state = 'open' order by id`.execute(db)
  return {
    fields: product.overrides.map((field) => ({
      field,
      value: product.values[field]?.value ?? null,
      valueThen: product.values[field]?.then ?? null,
    })),
    drifts,
  }
})
