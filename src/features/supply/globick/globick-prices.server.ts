import type { StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { unitLabels } from '../../products/product-age-bands.ts'
import { minorUnits } from '../importing/draft-money.server.ts'
import { plainText } from '../importing/draft-values.ts'
import type { DraftUnit } from '../importing/product-draft.ts'
import type { GlobickPrice, GlobickSession } from './globick-payloads.server.ts'

const oldest = 120
/** Who is younger is no adult, whatever the price is called. */
const adultAge = 16
const infantAge = 3

/** By the words of a price's name, in the languages of operators; the first that fits. */
const types: readonly (readonly [RegExp, UnitType])[] = [
  [/infant|bab(y|ies)|beb[eé]s?\b|bébé|neonat/i, 'INFANT'],
  [/child|kid|niñ[oa]|menor|bambin|enfant|crian[cç]a/i, 'CHILD'],
  [/youth|teen|junior|j[oó]ven/i, 'YOUTH'],
  [/senior|jubilad|pensioner|anzian/i, 'SENIOR'],
  [/student|estudiante|studente|étudiant/i, 'STUDENT'],
  [/famil/i, 'FAMILY'],
  [/adult/i, 'ADULT'],
]
const statedTypes: Readonly<Record<string, UnitType>> = {
  adult: 'ADULT',
  child: 'CHILD',
  infant: 'INFANT',
  youth: 'YOUTH',
  senior: 'SENIOR',
  student: 'STUDENT',
  family: 'FAMILY',
}

/** "Adult (15 - 64)" or "Senior 65+". Null: the name has no ages. */
function agesIn(name: string): readonly [min: number, max: number] | null {
  const [, from, to] = /(\d{1,3})\s*[-–]\s*(\d{1,3})/.exec(name) ?? []
  if (from !== undefined && Number(from) <= Number(to))
    return [Math.min(oldest, Number(from)), Number(to) >= 80 ? oldest : Number(to)]
  const [, above] = /(\d{1,3})\s*\+/.exec(name) ?? []
  return above === undefined ? null : [Math.min(oldest, Number(above)), oldest]
}

/** The name has the truth: first its words and ages, and only where it says nothing the stated type. */
function typeOf(name: string, stated: UnitType | undefined): UnitType {
  const [, maxAge = oldest] = agesIn(name) ?? []
  const named = types.find(([words]) => words.test(name))?.[1]
  if (maxAge < adultAge && (named === undefined || named === 'ADULT')) return maxAge <= infantAge ? 'INFANT' : 'CHILD'
  return named ?? stated ?? 'OTHER'
}

/** The currency of a price: its own, else that of its session or operator. */
export function currencyOf(session: GlobickSession, price?: GlobickPrice): string {
  const { currency, currencyCode, operator } = session
  const said = price?.priceDetail?.currency ?? price?.currency ?? currency ?? currencyCode ?? operator?.currency ?? ''
  return said.trim().toUpperCase()
}

function amountOf(said: number | string | null | undefined, exponent: number): number | null {
  const amount = said === null || said === undefined || said === '' ? NaN : Number(said)
  return Number.isFinite(amount) && amount >= 0 && amount < 1e9 ? minorUnits(amount, exponent) : null
}

interface Found {
  readonly optionCode: string
  readonly name: string
  readonly type: UnitType
  readonly net: number
  readonly retail: number
}

export interface GlobickUnits {
  readonly units: readonly DraftUnit[]
  readonly warnings: readonly StoredText[]
}

/**
 * What is sold in each option. Of a price that changes from day to day the lowest counts, because that is what a product
 * sells from. A price of 0 is a mistake, but for infants.
 */
export function globickUnits(
  sessions: readonly GlobickSession[],
  optionOf: (session: GlobickSession) => string,
  { currency, exponent }: { readonly currency: string; readonly exponent: number },
): GlobickUnits {
  const found = new Map<string, Found>()
  const warnings = new Map<string, StoredText>()
  const warn = (warning: StoredText) => warnings.set(JSON.stringify(warning), warning)
  for (const session of sessions) {
    for (const price of session.prices ?? []) {
      const said = currencyOf(session, price)
      if (said !== currency) {
        warn(
          said === ''
            ? storedText('Prices without a currency: left out')
            : storedText('Prices in {currency}: left out', { currency: said.slice(0, 10) }),
        )
        continue
      }
      const optionCode = optionOf(session)
      const name = plainText(price.name, 80) ?? 'Guest'
      const stated = statedTypes[price.type?.trim().toLowerCase() ?? '']
      const type = typeOf(name, stated)
      if (stated !== undefined && stated !== type) warn(misread(name, stated, type))
      const retail = amountOf(price.recommendedPrice ?? price.priceDetail?.retailPrice, exponent)
      if (retail === null) {
        warn(storedText('{unit}: no price', { unit: name }))
        continue
      }
      if (retail === 0) warn(storedText('{unit}: price 0', { unit: name }))
      // As with prices, a net price of 0 is none.
      const net = amountOf(price.priceDetail?.netPrice, exponent) || null
      if (net === null && retail > 0) warn(storedText('{unit}: no net price', { unit: name }))
      const known = found.get(`${optionCode} ${name}`)
      if (!known || known.retail === 0 || (retail > 0 && retail < known.retail))
        found.set(`${optionCode} ${name}`, { optionCode, name, type, retail, net: net ?? retail })
    }
  }
  const units = [...found.values()].filter(({ type, retail }) => retail > 0 || type === 'INFANT')
  for (const { name, net, retail } of units)
    if (net > retail) warn(storedText('{unit}: the net price is above retail', { unit: name }))
  const withAdults = new Set(units.flatMap(({ type, optionCode }) => (type === 'ADULT' ? optionCode : [])))
  return {
    units: units.map((unit) => unitOf(unit, withAdults.has(unit.optionCode))),
    warnings: [...warnings.values()].slice(0, 20),
  }
}

function misread(unit: string, stated: UnitType, read: UnitType): StoredText {
  return storedText('{unit}: marked “{stated}”, read as “{read}”', {
    unit,
    stated: storedText(unitLabels[stated]),
    read: storedText(unitLabels[read]),
  })
}

function unitOf({ optionCode, name, type, net, retail }: Found, hasAdults: boolean): DraftUnit {
  const [minAge, maxAge] = agesIn(name) ?? [0, oldest]
  return {
    optionCode,
    type,
    label: name,
    minAge,
    maxAge,
    minQuantity: 0,
    maxQuantity: 20,
    paxCount: 1,
    // A product sells from what can be booked alone, which a child cannot where adults can.
    accompaniedBy: type === 'INFANT' || (type === 'CHILD' && hasAdults) ? ['ADULT'] : [],
    net,
    retail,
  }
}
