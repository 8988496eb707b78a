import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { Amount, CouponValues } from './coupon-rules.ts'
import type { StateFacts } from './coupon-state.ts'
import { refuseStatus } from './coupon-state.ts'
import { coupons } from './coupons.ts'

/** A coupon's state at a moment, for the row called `t`; the same as `couponState`. */
export function stateSql(at: RawBuilder<unknown> = sql`now()`): RawBuilder<unknown> {
  return sql`(case
    when t.status in ('draft', 'archived') then t.status
    when t.valid_until <= ${at} then 'expired'
    when t.times_used >= t.total_limit then 'exhausted'
    when t.status = 'paused' then 'paused'
    when t.valid_from > ${at} then 'scheduled'
    else 'active' end)`
}

/** A scope in a few words: `3 events, 1 city, not 2 venues, travel from 2026-06-01`. */
const scopeSql = sql`coalesce(nullif(concat_ws(', ',
  ${counted('event_ids', 'event', 'events')}, ${counted('product_ids', 'product', 'products')},
  ${counted('alias_ids', 'alias', 'aliases')},
  ${counted('category_ids', 'category', 'categories')}, ${counted('subcategory_ids', 'subcategory', 'subcategories')},
  ${counted('provider_ids', 'provider', 'providers')},
  ${counted('performer_ids', 'performer', 'performers')}, ${counted('venue_ids', 'venue', 'venues')},
  ${counted('city_ids', 'city', 'cities')},
  ${counted('excluded_event_ids', 'event', 'events', 'not ')},
  ${counted('excluded_product_ids', 'product', 'products', 'not ')},
  ${counted('excluded_alias_ids', 'alias', 'aliases', 'not ')},
  ${counted('excluded_category_ids', 'category', 'categories', 'not ')},
  ${counted('excluded_subcategory_ids', 'subcategory', 'subcategories', 'not ')},
  ${counted('excluded_provider_ids', 'provider', 'providers', 'not ')},
  ${counted('excluded_performer_ids', 'performer', 'performers', 'not ')},
  ${counted('excluded_venue_ids', 'venue', 'venues', 'not ')},
  ${counted('excluded_city_ids', 'city', 'cities', 'not ')},
  nullif(array_to_string(t.channels, ' or '), ''), nullif(array_to_string(t.locales, ' or '), ''),
  'not ' || nullif(array_to_string(t.excluded_locales, ' or '), ''),
  'travel from ' || t.travel_from, 'travel until ' || t.travel_until), ''), 'Everything')`

function counted(column: string, one: string, many: string, before = ''): RawBuilder<unknown> {
  const ids = sql.ref(`t.${column}`)
  return sql`case cardinality(${ids}) when 0 then null when 1 then ${sql.lit(`${before}1 ${one}`)}
    else ${sql.lit(before)} || cardinality(${ids}) || ${sql.lit(` ${many}`)} end`
}

/**
 * Per currency, since amounts in different currencies have no sum. Revenue is what was kept of the purchases, after
 * refunds and chargebacks; the return is what was left of that after suppliers and fees, per unit given away.
 * Triggers keep the sums (0011_coupons_and_rules.sql).
 */
const resultsSql = sql`(select coalesce(json_agg(json_build_object(
    'currency', r.currency, 'uses', r.uses, 'discount', r.discount, 'revenue', r.revenue, 'margin', r.margin,
    'roi', round(r.margin::numeric / nullif(r.discount, 0), 2)) order by r.uses desc, r.currency), '[]')
  from coupon_results r where r.coupon_id = t.id and r.uses > 0)`

/** What the rules cannot see in a draft alone: what is stored, and how the coupon has been used. */
export async function prepareCoupon({ draft, current, db, actor }: Omit<SaveCall, 'audit'>): Promise<void> {
  // The definition has parsed and checked every value, and what is stored was once parsed likewise.
  const coupon = draft as unknown as CouponValues
  const stored = current as unknown as CouponValues | null
  dropWhatTheKindExcludes(draft, coupon)
  draft['emailDomains'] = [...new Set(coupon.emailDomains.map((domain) => domain.toLowerCase()))]
  for (const key of ['locales', 'excludedLocales'] as const) draft[key] = [...new Set(coupon[key])]
  if (!stored && coupon.ownerId === null && actor.kind === 'staff') draft['ownerId'] = actor.id
  refuseIllegalStatus(coupon, stored)
  if (stored && stored.timesUsed > 0) refuseWhatUseLocks(coupon, stored)
  await refuseUnknownCurrencies(coupon, stored, db)
  await refuseUnknownLanguages(coupon, stored, db)
}

/** A form hides the fields of another kind and leaves their values alone; they are not kept. */
function dropWhatTheKindExcludes(draft: Record<string, unknown>, { kind }: CouponValues): void {
  if (kind === 'percent') draft['amounts'] = []
  else Object.assign(draft, { percent: null, maxDiscounts: [] })
}

function refuseIllegalStatus(coupon: CouponValues, stored: CouponValues | null): void {
  const facts: StateFacts = { ...coupon, timesUsed: stored?.timesUsed ?? 0 }
  const message = refuseStatus(stored?.status ?? null, facts, Date.now())
  if (message === null) return
  throw stored ? new Refusal(409, message, { fields: { status: message } }) : invalid({ status: message })
}

function refuseWhatUseLocks(coupon: CouponValues, stored: CouponValues): void {
  const { timesUsed } = stored
  const times = t('{n, plural, one {once} other {# times}}', { n: timesUsed })
  const changed = [
    ...(coupon.kind === stored.kind ? [] : ['kind']),
    ...(coupon.percent === stored.percent ? [] : ['percent']),
    ...(sameAmounts(coupon.amounts, stored.amounts) ? [] : ['amounts']),
  ]
  if (changed.length > 0) {
    const message = t('Used {times}, so the discount is locked. Duplicate it instead.', {
      times,
    })
    throw new Refusal(409, message, { fields: Object.fromEntries(changed.map((key) => [key, message])) })
  }
  if (coupon.totalLimit !== null && coupon.totalLimit < timesUsed) {
    throw invalid({ totalLimit: t('It has been used {times}, so the limit can’t be lower than that.', { times }) })
  }
}

/** In whatever order; each currency occurs once. */
function sameAmounts(some: readonly Amount[], others: readonly Amount[]): boolean {
  const known = new Map(others.map(({ currency, amount }) => [currency, amount]))
  return some.length === known.size && some.every(({ currency, amount }) => known.get(currency) === amount)
}

/** What is stored was known once, and a currency stays. */
async function refuseUnknownCurrencies(coupon: CouponValues, stored: CouponValues | null, db: Db): Promise<void> {
  const lists = (['amounts', 'maxDiscounts', 'minSpends'] as const).filter(
    (key) => !stored || !sameAmounts(coupon[key], stored[key]),
  )
  const codes = lists.flatMap((key) => coupon[key].map(({ currency }) => currency))
  if (codes.length === 0) return
  const { rows } = await sql<{ code: string }>`select code from currencies where code = any(${codes})`.execute(db)
  const known = new Set(rows.map(({ code }) => code))
  const flawed = lists.flatMap((key) => {
    const odd = coupon[key].find(({ currency }) => !known.has(currency))
    return odd ? [[key, t('Currency {currency} not found.', { currency: odd.currency })] as const] : []
  })
  if (flawed.length > 0) throw invalid(Object.fromEntries(flawed))
}

/** What is stored was known once, and languages are never deleted. */
async function refuseUnknownLanguages(coupon: CouponValues, stored: CouponValues | null, db: Db): Promise<void> {
  const lists = (['locales', 'excludedLocales'] as const).filter((key) => !isSameJson(coupon[key], stored?.[key] ?? []))
  const codes = lists.flatMap((key) => coupon[key])
  if (codes.length === 0) return
  const { rows } = await sql<{ code: string }>`select code from locales where code = any(${codes})`.execute(db)
  const known = new Set(rows.map(({ code }) => code))
  const flawed = lists.flatMap((key) => {
    const code = coupon[key].find((one) => !known.has(one))
    return code === undefined ? [] : [[key, t('The site has no language {code}.', { code })] as const]
  })
  if (flawed.length > 0) throw invalid(Object.fromEntries(flawed))
}

export const couponsServer = serve(coupons, {
  derived: { state: stateSql(), scope: scopeSql, results: resultsSql },
  beforeSave: prepareCoupon,
  savesAlone: true,
  async beforeDelete({ current, db }) {
    const id = Number(current['id'])
    const {
      rows: [use],
    } = await sql`
      select 1 from coupon_redemptions where coupon_id = ${id}
      union all select 1 from purchases where coupon_id = ${id} limit 1`.execute(db)
    if (use) throw new Refusal(409, t('Purchases use this coupon, so it can’t be deleted. Archive it instead.'))
  },
})
