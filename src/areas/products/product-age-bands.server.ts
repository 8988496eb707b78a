import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { serve } from '../../kit/resource.server.ts'
import type { AgeBand } from './age-coverage.ts'
import { newGaps } from './age-coverage.ts'
import type { PartyBand } from './party.ts'
import { productAgeBands } from './product-age-bands.ts'

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
