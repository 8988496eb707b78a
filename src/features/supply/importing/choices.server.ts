import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { minorTypes } from '../../products/product-age-bands.ts'
import { bandKey } from './band-labels.ts'
import { unnamedDigits } from './draft-money.server.ts'
import type { DraftUnit, ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'
import type { SupplierFacts } from './supplier-facts.ts'

/** A currency with the digits of its minor unit. */
export interface Currency {
  readonly code: string
  readonly exponent: number
}

/** What staff have chosen for all products of a supplier. */
export interface Choices {
  /** Types of units by `bandKey`. */
  readonly types: ReadonlyMap<string, UnitType>
  /** For products of which the supplier names no currency. */
  readonly currency: Currency | null
}

/** One statement, whatever is imported: a supplier has some hundred of them. */
export async function choicesOf(db: Db, { key }: SupplierFacts): Promise<Choices> {
  const { rows } = await sql<{ key: string; type: UnitType | null; code: string | null; exponent: number | null }>`
    select m.key, m.unit_type as type, c.code, c.exponent from supplier_mappings m left join currencies c on c.code = m.currency
    where m.supplier = ${key} and m.kind in ('age-band', 'currency')`.execute(db)
  const money = rows.find(({ code }) => code !== null)
  return {
    types: new Map(rows.flatMap((row) => (row.type === null ? [] : [[row.key, row.type] as const]))),
    currency: money?.code && money.exponent !== null ? { code: money.code, exponent: money.exponent } : null,
  }
}

/**
 * A draft as staff want it: with their types of units, and in their currency where the supplier names none.
 *
 * @param own - of the product that the draft is of: it keeps its currency, whatever is chosen later
 */
export function chosenDraft(draft: ProductDraft, { types, currency }: Choices, own: Currency | null = null) {
  return inCurrency({ ...draft, units: withTypes(draft.units, types) }, own ?? currency)
}

/**
 * The unit that a product sells from by a stored draft, which can be without a currency. Null: none has a price, or the
 * supplier's are in another currency, of which none is written.
 *
 * @param own - of the product
 */
export function leadIn(draft: ProductDraft, own: Currency): DraftUnit | null {
  const priced = inCurrency(draft, own)
  return priced.currency === own.code ? leadUnit(priced) : null
}

/** The currency of `products p`. */
export const ownCurrencySql = sql<Currency>`(select jsonb_build_object('code', code, 'exponent', exponent) from currencies where code = p.currency)`

function inCurrency(draft: ProductDraft, currency: Currency | null): ProductDraft {
  if (draft.currency !== '' || !currency) return draft
  const scale = 10 ** (unnamedDigits - currency.exponent)
  const amount = (waiting: number) => Math.round(waiting / scale)
  const units = draft.units.map((unit) => ({ ...unit, net: amount(unit.net), retail: amount(unit.retail) }))
  return { ...draft, currency: currency.code, units }
}

const isMinor = (type: UnitType) => minorTypes.includes(type)

/** Bands that become another type are accompanied like those that the supplier has of that type. */
function withTypes(units: readonly DraftUnit[], types: Choices['types']): readonly DraftUnit[] {
  const meant = units.map((unit) => types.get(bandKey(unit)) ?? unit.type)
  if (meant.every((type, n) => type === units[n]?.type)) return units
  const adults = [...new Set(meant.filter((type) => !isMinor(type)))]
  /** Who comes along, by what they are called now. */
  const renamed = (companions: readonly UnitType[]) => [
    ...new Set(
      companions.flatMap((one) => {
        const now = meant.filter((type, n) => units[n]?.type === one && !isMinor(type))
        return now.length > 0 ? now : [one]
      }),
    ),
  ]
  return units.map((unit, n) => {
    const type = meant[n] ?? unit.type
    if (!isMinor(type)) return { ...unit, type, accompaniedBy: isMinor(unit.type) ? [] : renamed(unit.accompaniedBy) }
    const alike = isMinor(unit.type) ? unit : units.find((other) => other.type === type)
    const accompaniedBy = renamed(alike?.accompaniedBy ?? [])
    const isAlone = type === 'INFANT' && accompaniedBy.every(isMinor)
    return { ...unit, type, accompaniedBy: isAlone ? (adults.length > 0 ? adults : ['ADULT']) : accompaniedBy }
  })
}
