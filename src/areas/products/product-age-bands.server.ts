import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { serve } from '../../kit/resource.server.ts'
import type { AgeBand } from './age-coverage.ts'
import { newGaps } from './age-coverage.ts'
import type { PartyBand, PartyTerms } from './party.ts'
import { testParty } from './party.ts'
import { tryParty } from './party-calls.ts'
import { readParty } from './party-words.ts'
import { productAgeBands } from './product-age-bands.ts'
import { idIn } from './product-options.server.ts'

/** Every unit of a product, in the order in which they were imported. */
export async function bandsOf(db: Db, productId: number): Promise<readonly PartyBand[]> {
  const { rows } = await sql<PartyBand>`
    select id, type, title, title_plural as "titlePlural", min_age as "minAge", max_age as "maxAge", is_id_required as "isIdRequired",
      intended_gaps as "intendedGaps", pax_count as "paxCount", min_quantity as "minQuantity", max_quantity as "maxQuantity",
      accompanied_by as "accompaniedBy", net, retail
    from product_age_bands where product_id = ${productId} order by id`.execute(db)
  return rows
}

export const productAgeBandsServer = serve(productAgeBands, {
  derived: { isBelowNet: sql`(t.retail < t.net)` },
  async beforeSave({ draft, current, db }) {
    if (!current) return
    // The gaps are of the product, so two who move its bands at once have to queue up.
    await sql`select from products where id = ${current['productId']} for update`.execute(db)
    const before = await bandsOf(db, Number(current['productId']))
    // The definition has parsed the draft.
    const after = before.map((band) => (band.id === current['id'] ? { ...band, ...(draft as unknown as AgeBand), id: band.id } : band))
    const [gap] = newGaps(before, after)
    if (!gap) return
    const { from, to } = gap
    const isAbove = Number(draft['maxAge']) < from
    throw invalid({
      [isAbove ? 'maxAge' : 'minAge']: from === to ? t('Nobody of age {from} could book then. Move the band, or mark the gap as meant.', { from })
        : t('Nobody from age {from} to {to} could book then. Move the band, or mark the gap as meant.', { from, to }),
    })
  },
})

interface Terms extends PartyTerms { readonly currency: string; readonly optionId: number | null; readonly optionTitle: string | null }

export const tryPartyServer = implement(tryParty, async ({ db, params, query }) => {
  const missing = t('There is no such product.')
  const id = idIn(params.id, missing)
  const { rows: [terms] } = await sql<Terms>`
    select p.pricing_per as "pricingPer", p.net_from as "bookingNet", p.retail_from as "bookingRetail", p.currency, o.id as "optionId", o.title as "optionTitle",
      coalesce(o.min_units, 1) as "minUnits", coalesce(o.max_units, 1000) as "maxUnits",
      (select case when a.status in ('SOLD_OUT', 'CLOSED') then 0 else a.vacancies end from product_availabilities a
        where a.product_option_id = o.id and a.local_date = ${query.date ?? null}::date) as vacancies
    from products p left join product_options o on o.product_id = p.id
      and ${query.optionId === undefined ? sql`o.is_default` : sql`o.id = ${query.optionId}`}
    where p.id = ${id}`.execute(db)
  if (!terms) throw new Refusal(404, missing)
  if (query.optionId !== undefined && terms.optionId === null) throw invalid({ optionId: t('That option is of another product.') })
  const bands = await bandsOf(db, id)
  const { travellers, strange } = readParty(query.party, bands)
  const verdict = testParty(travellers, bands, terms, strange)
  return {
    ...verdict, currency: terms.currency, option: terms.optionId === null ? null : { id: terms.optionId, title: terms.optionTitle ?? '' },
    lines: verdict.lines.map((line) => ({ ...line, travellers: [...line.travellers] })), rules: [...verdict.rules],
  }
})
