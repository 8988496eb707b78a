import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { AgeBand, Gap } from './age-coverage.ts'
import { newGaps } from './age-coverage.ts'
import type { PartyBand } from './party.ts'
import { productAgeBands } from './product-age-bands.ts'
import type { ForOption, UnitGroup, UnitOption } from './units-of-options.ts'
import { namesOf, optionsToHold, unitGroups } from './units-of-options.ts'

/** What a unit is, of `product_age_bands`. */
export const bandColumns = sql`id, option_id as "optionId", type, title, title_plural as "titlePlural", min_age as "minAge", max_age as "maxAge",
  is_id_required as "isIdRequired", intended_gaps as "intendedGaps", pax_count as "paxCount", min_quantity as "minQuantity",
  max_quantity as "maxQuantity", accompanied_by as "accompaniedBy", net, retail`

/** Every unit of a product, those of all its options and those of one, in the order in which they were imported. */
export async function bandsOf(db: Db, productId: number): Promise<readonly (PartyBand & ForOption)[]> {
  return (await bandsOfProducts(db, [productId])).map(({ productId: _, ...band }) => band)
}

/** The same of several products. */
export async function bandsOfProducts(
  db: Db,
  productIds: readonly number[],
): Promise<readonly (PartyBand & ForOption & { readonly productId: number })[]> {
  const { rows } = await sql<PartyBand & ForOption & { readonly productId: number }>`
    select product_id as "productId", ${bandColumns} from product_age_bands where product_id = any(${[...productIds]}::bigint[]) order by id`.execute(
    db,
  )
  return rows
}

async function optionsOf(db: Db, productId: number): Promise<readonly UnitOption[]> {
  const { rows } =
    await sql<UnitOption>`select id, title, is_active as "isActive" from product_options where product_id = ${productId} order by id`.execute(
      db,
    )
  return rows
}

/** The fields that decide which ages a band covers. */
const whoseAges = ['type', 'minAge', 'maxAge', 'intendedGaps'] as const

function gapProblem({ from, to }: Gap, group: UnitGroup<unknown>, isNamed: boolean): string {
  if (!isNamed) {
    return from === to
      ? t('Age {from} can’t be booked then. Move the band, or mark the gap as intended.', { from })
      : t('Ages {from} to {to} can’t be booked then. Move the band, or mark the gap as intended.', { from, to })
  }
  const option = namesOf(group)
  return from === to
    ? t('Age {from} can’t be booked for {option} then. Move the band, or mark the gap as intended.', { from, option })
    : t('Ages {from} to {to} can’t be booked for {option} then. Move the band, or mark the gap as intended.', {
        from,
        to,
        option,
      })
}

export const productAgeBandsServer = serve(productAgeBands, {
  derived: { isBelowNet: sql`(t.retail < t.net)` },
  async beforeSave({ draft, current, db }) {
    if (!current || whoseAges.every((key) => isSameJson(draft[key], current[key]))) return
    const productId = Number(current['productId'])
    // Gaps belong to the product's options, so simultaneous changes of its bands must queue up.
    await sql`select from products where id = ${productId} for update`.execute(db)
    const before = await bandsOf(db, productId)
    // The definition has parsed the draft.
    const changed = { ...(draft as unknown as AgeBand), id: Number(current['id']) }
    const groups = unitGroups(before, optionsToHold(await optionsOf(db, productId)))
    for (const group of groups) {
      const [gap] = newGaps(
        group.bands,
        group.bands.map((band) => (band.id === changed.id ? { ...band, ...changed } : band)),
      )
      if (!gap) continue
      throw invalid({ [changed.maxAge < gap.from ? 'maxAge' : 'minAge']: gapProblem(gap, group, groups.length > 1) })
    }
  },
})
