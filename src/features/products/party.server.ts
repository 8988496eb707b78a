import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { PartyTerms } from './party.ts'
import { testParty } from './party.ts'
import { tryParty } from './party.endpoints.ts'
import { readParty } from './party-labels.ts'
import { bandsOf } from './product-age-bands.server.ts'
import { idIn } from './product-options.server.ts'
import type { ProductStatus, SuspensionReason } from './product-statuses.ts'
import { dayOf } from './sellability.ts'
import { sellableOption, supplierDays } from './sellability.server.ts'
import { causeWords, productCause } from './sellability-labels.ts'
import { unitsOf } from './units-of-options.ts'

interface Terms extends Omit<PartyTerms, 'vacancies' | 'stops'> {
  readonly currency: string
  readonly status: ProductStatus
  readonly suspendedBecause: SuspensionReason | null
  readonly optionId: number | null
  readonly optionTitle: string | null
  readonly isActive: boolean | null
}

/** Whether a day by itself can be sold, whatever the product's state: that has a rule of its own. */
async function onDay(
  db: Db,
  optionId: number,
  date: string,
): Promise<{ readonly problem: string | null; readonly vacancies: number | null }> {
  const option = await sellableOption(db, optionId)
  if (!option) return { problem: null, vacancies: null }
  const day = dayOf(
    { ...option, status: 'live', isActive: true },
    date,
    (await supplierDays(db, optionId, [date])).get(date) ?? null,
    Date.now(),
  )
  if (day.state === 'sold_out') return { problem: null, vacancies: 0 }
  return { problem: day.state === 'open' ? null : causeWords(day, option.timeZone), vacancies: day.vacancies }
}

function optionProblem({ optionId, isActive, optionTitle }: Terms): string | null {
  if (optionId === null) return t('The product has no bookable option.')
  return isActive ? null : t('{title} is not active.', { title: optionTitle ?? '' })
}

export const tryPartyServer = implement(tryParty, async ({ db, params, query }) => {
  const missing = t('Product not found.')
  const id = idIn(params.id, missing)
  const {
    rows: [terms],
  } = await sql<Terms>`
    select p.pricing_per as "pricingPer", p.net_from as "bookingNet", p.retail_from as "bookingRetail", p.currency, p.status, p.suspended_because as "suspendedBecause",
      o.id as "optionId", o.title as "optionTitle", o.is_active as "isActive", coalesce(o.min_units, 1) as "minUnits", coalesce(o.max_units, 1000) as "maxUnits"
    from products p left join product_options o on o.product_id = p.id
      and ${query.optionId === undefined ? sql`o.is_default` : sql`o.id = ${query.optionId}`}
    where p.id = ${id}`.execute(db)
  if (!terms) throw new Refusal(404, missing)
  if (query.optionId !== undefined && terms.optionId === null)
    throw invalid({ optionId: t('That option belongs to another product.') })
  const bands = unitsOf(await bandsOf(db, id), terms.optionId)
  const day = query.date === undefined || terms.optionId === null ? null : await onDay(db, terms.optionId, query.date)
  const verdict = testParty(readParty(query.party, bands), bands, {
    ...terms,
    vacancies: day?.vacancies ?? null,
    stops: {
      product: productCause(terms.status, terms.suspendedBecause),
      option: optionProblem(terms),
      day: day?.problem ?? null,
    },
  })
  return {
    ...verdict,
    currency: terms.currency,
    option: terms.optionId === null ? null : { id: terms.optionId, title: terms.optionTitle ?? '' },
    lines: verdict.lines.map((line) => ({ ...line, travellers: [...new Set(line.travellers)] })),
    // Without a date, rules about days do not apply.
    rules: verdict.rules.filter(({ rule }) => query.date !== undefined || (rule !== 'day' && rule !== 'places')),
  }
})
