import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { makeDefaultOption, readSellability } from './option.endpoints.ts'
import { bandsOf } from './product-age-bands.server.ts'
import { productOptions } from './product-options.ts'
import { unitsProblem } from './product-steps.ts'
import { daysOfMonth } from './sellability.ts'
import { openDays, sellableDays } from './sellability.server.ts'
import { causeWords } from './sellability-labels.ts'
import { optionPriceFrom, optionPriceTo } from './unit-prices.server.ts'
import { findingsOf, unitsOf } from './units-of-options.ts'

export const productOptionsServer = serve(productOptions, {
  derived: {
    priceFrom: optionPriceFrom,
    priceTo: optionPriceTo,
    productPolicy: sql`(select p.cancellation_policy from products p where p.id = t.product_id)`,
    productHours: sql`(select p.cancellation_hours from products p where p.id = t.product_id)`,
    currency: sql`(select p.currency from products p where p.id = t.product_id)`,
    availableDays: openDays,
  },
  async beforeSave(call) {
    const { draft } = call
    // A set in the order of the day, however it was typed.
    draft['startTimes'] = (draft['startTimes'] as readonly string[]).toSorted()
    await assertBookable(call)
    await assertSellable(call)
  },
})

/**
 * Keeps the default option active, and at least one active option on a live product. The database enforces both too
 * (0007_products.sql).
 */
async function assertBookable({ draft, current, db }: SaveCall): Promise<void> {
  if (!current || current['isActive'] !== true || draft['isActive'] !== false) return
  const {
    rows: [product],
  } = await sql<{ isLive: boolean; others: number }>`
    select p.status = 'live' as "isLive", (select count(*)::integer from product_options o where o.product_id = p.id and o.is_active and o.id <> ${current['id']}) as others
    from products p where p.id = ${current['productId']} for no key update of p`.execute(db)
  const message =
    product?.isLive && product.others === 0
      ? t('It is the last active option of a live product: suspend the product to stop selling it.')
      : current['isDefault'] === true
        ? t('It is the default. Make another option the default first.')
        : null
  if (message !== null) throw new Refusal(409, message, { fields: { isActive: message } })
}

/**
 * An option that goes on sale at once must meet what its product needed to go live: a unit, and no unintended age gaps.
 */
async function assertSellable({ draft, current, db }: SaveCall): Promise<void> {
  if (!current || current['isActive'] !== false || draft['isActive'] !== true) return
  const {
    rows: [product],
  } = await sql<{
    isLive: boolean
  }>`select status = 'live' as "isLive" from products where id = ${current['productId']} for no key update`.execute(db)
  if (!product?.isLive) return
  const option = { id: Number(current['id']), title: String(draft['title']), isActive: true }
  const bands = unitsOf(await bandsOf(db, Number(current['productId'])), option.id)
  const message = unitsProblem(findingsOf([{ options: [option], bands }]))
  if (message !== null) throw new Refusal(409, message, { fields: { isActive: message } })
}

export function idIn(id: string, what: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw new Refusal(404, what)
  return Number(id)
}

export const readSellabilityServer = implement(readSellability, async ({ db, params, query }) => {
  const missing = t('Product option not found.')
  const id = idIn(params.id, missing)
  const found = await sellableDays(db, id, (today) => daysOfMonth(query.month ?? today.slice(0, 7)))
  if (!found) throw new Refusal(404, missing)
  const { timeZone, today, days } = found
  return {
    month: query.month ?? today.slice(0, 7),
    today,
    timeZone,
    days: days.map((day) => ({
      date: day.date,
      state: day.state,
      cause: causeWords(day, timeZone),
      vacancies: day.vacancies,
      times: [...day.times],
    })),
  }
})

export const makeDefaultOptionServer = implement(makeDefaultOption, async ({ db, params, audit }) => {
  const missing = t('Product option not found.')
  const id = idIn(params.id, missing)
  // Every option of the product is locked in one order, so that simultaneous choices queue up.
  const { rows } = await sql<{ id: number; title: string; isDefault: boolean; isActive: boolean; version: number }>`
    select id, title, is_default as "isDefault", is_active as "isActive", version from product_options
    where product_id = (select product_id from product_options where id = ${id}) order by id for update`.execute(db)
  const own = rows.find((row) => row.id === id)
  if (!own) throw new Refusal(404, missing)
  const before = rows.find((row) => row.isDefault) ?? null
  if (own.isDefault) return { before: own.id }
  if (!own.isActive) throw new Refusal(409, t('{title} is not active. Activate it first.', { title: own.title }))
  for (const [isDefault, some] of [
    [false, before],
    [true, own],
  ] as const) {
    if (!some) continue
    await sql`update product_options set is_default = ${isDefault}, version = version + 1, updated_at = now() where id = ${some.id}`.execute(
      db,
    )
    audit.record({
      action: 'default',
      object: 'product-options',
      recordId: some.id,
      title: some.title,
      version: some.version + 1,
      before: { isDefault: !isDefault },
      after: { isDefault },
    })
  }
  return { before: before?.id ?? null }
})
