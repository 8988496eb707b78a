import { t } from '../../core/i18n/language.ts'
import type { AgeBand } from './age-coverage.ts'
import { goesByAge, typesOf } from './age-coverage.ts'
import type { Party, Traveller } from './party-labels.ts'
import { maxTravellers } from './party-labels.ts'
import type { UnitType } from './product-age-bands.ts'
import { minorTypes, unitLabels } from './product-age-bands.ts'

/** A unit as the party tester needs it. Prices are minor units of one currency, per unit. */
export interface PartyBand extends AgeBand {
  readonly titlePlural: string
  readonly paxCount: number
  readonly minQuantity: number
  readonly maxQuantity: number
  readonly accompaniedBy: readonly UnitType[]
  readonly net: number
  readonly retail: number
}

/** What a party is checked against, besides the bands. */
export interface PartyTerms {
  readonly pricingPer: 'UNIT' | 'BOOKING'
  /** The price of the whole booking, if that is what is priced; in minor units. */
  readonly bookingNet: number
  readonly bookingRetail: number
  readonly minUnits: number
  readonly maxUnits: number
  /** Places left, according to the supplier; null if unknown. */
  readonly vacancies: number | null
  /** Why it is not on sale at all, as sentences; null if it is, and if no day was given. */
  readonly stops: Readonly<Record<'product' | 'option' | 'day', string | null>>
}

interface PartyLine {
  readonly bandId: number
  readonly title: string
  readonly type: UnitType
  readonly quantity: number
  readonly pax: number
  /** As typed. */
  readonly travellers: readonly string[]
  readonly retail: number
  readonly net: number
  readonly needsProof: boolean
}

export const partyRules = [
  'product',
  'option',
  'day',
  'understood',
  'bands',
  'quantities',
  'accompanied',
  'infants',
  'units',
  'places',
] as const
export type PartyRule = (typeof partyRules)[number]

export interface PartyVerdict {
  readonly isSellable: boolean
  readonly lines: readonly PartyLine[]
  /** Units sold, and people who come: a family is one unit of several people. */
  readonly units: number
  readonly pax: number
  readonly retail: number
  readonly net: number
  /** Every rule, with what prevents the sale; null if it is met. */
  readonly rules: readonly { readonly rule: PartyRule; readonly problem: string | null }[]
}

/** A typical age for each type, for products that have no band of that type. */
const likelyAges: Partial<Record<UnitType, number>> = {
  ADULT: 35,
  YOUTH: 15,
  CHILD: 8,
  INFANT: 1,
  SENIOR: 70,
  STUDENT: 21,
  MILITARY: 30,
  TRAVELER: 35,
}

const infantUntil = 2
const grownFrom = 18

/** The band for an age: first those that ask for no proof, then the narrowest, then the cheapest. */
function bandOfAge(bands: readonly PartyBand[], age: number): PartyBand | null {
  const fitting = bands.filter((band) => goesByAge(band) && band.minAge <= age && age <= band.maxAge)
  const span = ({ minAge, maxAge }: PartyBand) => maxAge - minAge
  return (
    fitting.toSorted(
      (a, b) =>
        Number(a.isIdRequired) - Number(b.isIdRequired) || span(a) - span(b) || a.retail - b.retail || a.id - b.id,
    )[0] ?? null
  )
}

function bandOf(bands: readonly PartyBand[], traveller: Traveller): PartyBand | null {
  if (traveller.bandId !== null) return bands.find(({ id }) => id === traveller.bandId) ?? null
  if (traveller.age !== null) return bandOfAge(bands, traveller.age)
  if (traveller.type === null) return null
  const own = bands
    .filter(({ type }) => type === traveller.type)
    .toSorted((a, b) => a.retail - b.retail || a.id - b.id)[0]
  const likely = likelyAges[traveller.type]
  return own ?? (likely === undefined ? null : bandOfAge(bands, likely))
}

interface Placed {
  readonly traveller: Traveller
  readonly band: PartyBand
}

const isInfant = ({ traveller: { age }, band }: Placed) => (age === null ? band.type === 'INFANT' : age <= infantUntil)
/** A traveller who can be responsible for others. A whole family is assumed to include a parent. */
const isGrown = ({ traveller: { age }, band }: Placed) =>
  age === null ? !minorTypes.includes(band.type) : age >= grownFrom

function quantitiesProblem(lines: readonly PartyLine[], bands: readonly PartyBand[]): string | null {
  for (const { bandId, quantity, title } of lines) {
    const band = bands.find(({ id }) => id === bandId)
    if (!band) continue
    if (quantity > band.maxQuantity) return t('At most {n} of {title} in one booking.', { n: band.maxQuantity, title })
    if (quantity < band.minQuantity) return t('At least {n} of {title} in one booking.', { n: band.minQuantity, title })
  }
  return null
}

function accompaniedProblem(placed: readonly Placed[]): string | null {
  const types = new Set(placed.flatMap(({ band }) => typesOf(band.type)))
  const alone = placed.find(
    ({ band }) => band.accompaniedBy.length > 0 && !band.accompaniedBy.some((type) => types.has(type)),
  )
  if (!alone) return null
  const [first, ...others] = alone.band.accompaniedBy.map((type) => t(unitLabels[type]))
  return others.length === 0
    ? t('{title} needs one {type} in the party.', { title: alone.band.title, type: first ?? '' })
    : t('{title} needs one of these in the party: {types}.', {
        title: alone.band.title,
        types: [first, ...others].join(', '),
      })
}

function unitsProblem(units: number, { minUnits, maxUnits }: PartyTerms): string | null {
  if (units === 0) return t('The party is empty.')
  if (units < minUnits) return t('At least {n, plural, one {# unit} other {# units}} in one booking.', { n: minUnits })
  return units > maxUnits
    ? t('At most {n, plural, one {# unit} other {# units}} in one booking.', { n: maxUnits })
    : null
}

function linesOf(placed: readonly Placed[], perUnit: boolean): PartyLine[] {
  const bands = [...new Map(placed.map(({ band }) => [band.id, band])).values()].toSorted(
    (a, b) => b.retail - a.retail || a.id - b.id,
  )
  return bands.map((band) => {
    const own = placed.filter((one) => one.band.id === band.id)
    const quantity = own.length
    return {
      bandId: band.id,
      title: quantity === 1 ? band.title : band.titlePlural,
      type: band.type,
      quantity,
      pax: quantity * band.paxCount,
      travellers: own.map(({ traveller }) => traveller.said),
      retail: perUnit ? quantity * band.retail : 0,
      net: perUnit ? quantity * band.net : 0,
      needsProof: band.isIdRequired,
    }
  })
}

const sum = (lines: readonly PartyLine[], of: (line: PartyLine) => number) =>
  lines.reduce((all, line) => all + of(line), 0)

/**
 * Assigns a party to bands, prices it and lists the rules that prevent the sale. Pure: the order of the party makes no
 * difference.
 *
 * @param party - the travellers, and the words that were not understood, each as typed
 */
export function testParty(
  { travellers, strange, isCut }: Party,
  bands: readonly PartyBand[],
  terms: PartyTerms,
): PartyVerdict {
  const found = travellers.map((traveller) => ({ traveller, band: bandOf(bands, traveller) }))
  const placed = found.filter((one): one is Placed => one.band !== null)
  const homeless = found.find(({ band }) => band === null)?.traveller.said
  const perUnit = terms.pricingPer === 'UNIT'
  const lines = linesOf(placed, perUnit)
  const [units, pax] = [placed.length, sum(lines, (line) => line.pax)]
  const isTooMany = terms.vacancies !== null && pax > terms.vacancies
  const problems: Record<PartyRule, string | null> = {
    ...terms.stops,
    understood:
      strange[0] !== undefined
        ? t('“{part}” is neither an age nor a kind of traveller.', { part: strange[0] })
        : isCut
          ? t('Only the first {n} people are checked.', { n: maxTravellers })
          : null,
    bands: homeless === undefined ? null : t('No age band fits “{part}”.', { part: homeless }),
    quantities: quantitiesProblem(lines, bands),
    accompanied: accompaniedProblem(placed),
    infants: placed.some(isInfant) && !placed.some(isGrown) ? t('Infants cannot travel alone.') : null,
    units: unitsProblem(units, terms),
    places: isTooMany
      ? t(
          '{pax, plural, one {One person comes} other {# people come}}, and {n, plural, =0 {no place is} one {one place is} other {# places are}} left.',
          { pax, n: terms.vacancies ?? 0 },
        )
      : null,
  }
  const rules = partyRules.map((rule) => ({ rule, problem: problems[rule] }))
  return {
    isSellable: rules.every(({ problem }) => problem === null),
    lines,
    units,
    pax,
    rules,
    retail: perUnit ? sum(lines, (line) => line.retail) : units === 0 ? 0 : terms.bookingRetail,
    net: perUnit ? sum(lines, (line) => line.net) : units === 0 ? 0 : terms.bookingNet,
  }
}
