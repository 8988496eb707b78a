import type { UnitType } from './product-age-bands.ts'

/** One traveller in a party, by age, by description or by the name of a band. */
export interface Traveller {
  /** As typed: `2 adults`. */
  readonly said: string
  readonly age: number | null
  readonly type: UnitType | null
  readonly bandId: number | null
}

export interface NamedBand {
  readonly id: number
  readonly title: string
  readonly titlePlural: string
}

/** More than any option accepts in one booking, so the option's own limit answers; anyone beyond that is ignored. */
export const maxTravellers = 2_000

/** Names for OCTO's units, in the languages of the console. Folded: lower case, no accents. */
const names: Readonly<Record<UnitType, readonly string[]>> = {
  ADULT: ['adult', 'adults', 'adulto', 'adultos', 'adulta', 'adultas', 'ad'],
  YOUTH: ['youth', 'youths', 'teen', 'teens', 'teenager', 'teenagers', 'joven', 'jovenes'],
  CHILD: ['child', 'children', 'kid', 'kids', 'nino', 'nina', 'ninos', 'ninas'],
  INFANT: ['infant', 'infants', 'baby', 'babies', 'bebe', 'bebes'],
  FAMILY: ['family', 'families', 'familia', 'familias'],
  SENIOR: ['senior', 'seniors', 'pensioner', 'pensioners', 'mayor', 'mayores', 'jubilado', 'jubilados'],
  STUDENT: ['student', 'students', 'estudiante', 'estudiantes'],
  MILITARY: ['military', 'soldier', 'soldiers', 'militar', 'militares'],
  TRAVELER: [
    'traveller',
    'travellers',
    'traveler',
    'travelers',
    'person',
    'people',
    'pax',
    'viajero',
    'viajeros',
    'persona',
    'personas',
  ],
  OTHER: ['other', 'others', 'otro', 'otros'],
}
const typeOf = new Map(
  Object.entries(names).flatMap(([type, all]) => all.map((name) => [name, type as UnitType] as const)),
)

/** Small letters without accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

const years = '(?:years?(?: old)?|yrs?|y|yo|anos?)'
const patterns = {
  age: new RegExp(`^(?:aged? )?(\\d{1,3})(?: ?${years})?$`),
  months: /^(\d{1,3}) ?(?:months?|mo|meses|mes)$/,
  several: new RegExp(`^(\\d{1,6}) ?[x×] ?(\\d{1,3})(?: ?${years})?$`),
  named: /^(?:(\d{1,6}) ?[x×]? ?)?(\D.*)$/,
}

export interface Party {
  readonly travellers: readonly Traveller[]
  readonly strange: readonly string[]
  /** More travellers were named than are considered. */
  readonly isCut: boolean
}

/**
 * Reads a party as people type it: `2 adults, 7, 1`. A number alone is an age, `3 x 7` is three of that age, and a word
 * is a unit of OCTO or the name of a band of the product, which comes first.
 */
export function readParty(text: string, bands: readonly NamedBand[]): Party {
  const travellers: Traveller[] = []
  const strange: string[] = []
  const ownNames = new Map(
    bands.flatMap(
      ({ id, title, titlePlural }) =>
        [
          [folded(title), id],
          [folded(titlePlural), id],
        ] as const,
    ),
  )
  for (const said of text
    .split(/[,;+&\n]|\s(?:and|y|e)\s/i)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const read = readPart(said, ownNames)
    if (read === null) strange.push(said)
    else travellers.push(...read)
  }
  return { travellers: travellers.slice(0, maxTravellers), strange, isCut: travellers.length > maxTravellers }
}

function readPart(said: string, ownNames: ReadonlyMap<string, number>): Traveller[] | null {
  const part = folded(said).replace(/\s+/g, ' ')
  const some = (count: number, who: Partial<Traveller>) =>
    Array.from({ length: Math.min(count, maxTravellers + 1) }, (): Traveller => ({
      said,
      age: null,
      type: null,
      bandId: null,
      ...who,
    }))
  const aged = (count: number, age: number) => (count < 1 || age > 120 ? null : some(count, { age }))
  const months = patterns.months.exec(part)
  if (months) return aged(1, Math.floor(Number(months[1]) / 12))
  const age = patterns.age.exec(part)
  if (age) return aged(1, Number(age[1]))
  const several = patterns.several.exec(part)
  if (several) return aged(Number(several[1]), Number(several[2]))
  const [, count = '1', name = ''] = patterns.named.exec(part) ?? []
  const [bandId, type] = [ownNames.get(name) ?? null, typeOf.get(name) ?? null]
  if (Number(count) < 1 || (bandId === null && type === null)) return null
  return some(Number(count), bandId === null ? { type } : { bandId })
}
