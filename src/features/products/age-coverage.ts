import type { UnitType } from './product-age-bands.ts'

/** The highest age that the database accepts. */
export const oldest = 120

/** The facts about a band that coverage needs. Ages are whole years, both ends included. */
export interface AgeBand {
  readonly id: number
  readonly type: UnitType
  readonly title: string
  readonly minAge: number
  readonly maxAge: number
  readonly isIdRequired: boolean
  readonly intendedGaps: readonly string[]
}

/** A family is several people, and no one is a student or a soldier by age alone, so these bands cover no ages. */
const notByAge: ReadonlySet<UnitType> = new Set(['FAMILY', 'STUDENT', 'MILITARY'])

export function goesByAge({ type }: Pick<AgeBand, 'type'>): boolean {
  return !notByAge.has(type)
}

export interface Gap {
  readonly from: number
  readonly to: number
  /** An adjacent band marks it as intended. */
  readonly isIntended: boolean
}

/** Ages from 0 to 120 that no band takes, the youngest first. */
export function gapsOf(bands: readonly AgeBand[]): Gap[] {
  const byAge = bands.filter(goesByAge)
  const gaps: Gap[] = []
  let from: number | null = null
  for (let age = 0; age <= oldest + 1; age++) {
    const isTaken = age > oldest || byAge.some(({ minAge, maxAge }) => minAge <= age && age <= maxAge)
    if (!isTaken) from ??= age
    else if (from !== null) {
      gaps.push({ from, to: age - 1, isIntended: isIntended(byAge, from, age - 1) })
      from = null
    }
  }
  return gaps
}

function isIntended(bands: readonly AgeBand[], from: number, to: number): boolean {
  return bands.some(
    ({ minAge, maxAge, intendedGaps }) =>
      (maxAge === from - 1 && intendedGaps.includes('above')) || (minAge === to + 1 && intendedGaps.includes('below')),
  )
}

/** New gaps that are not marked as intended. Changing the bands must not leave any behind. */
export function newGaps(before: readonly AgeBand[], after: readonly AgeBand[]): Gap[] {
  const known = gapsOf(before).filter((gap) => !gap.isIntended)
  return gapsOf(after).filter(
    (gap) => !gap.isIntended && !known.some(({ from, to }) => from <= gap.from && gap.to <= to),
  )
}

/** A unit that requires company of a type that the option does not sell, so it can never be booked. */
export interface Lonely {
  readonly band: AgeBand
  readonly wants: readonly UnitType[]
}

export function lonelyOf(bands: readonly (AgeBand & { readonly accompaniedBy: readonly UnitType[] })[]): Lonely[] {
  const sold = new Set(bands.flatMap(({ type }) => typesOf(type)))
  return bands.flatMap((band) =>
    band.accompaniedBy.length > 0 && !band.accompaniedBy.some((type) => sold.has(type))
      ? [{ band, wants: band.accompaniedBy }]
      : [],
  )
}

/** The types of people in a unit: a family includes an adult. */
export function typesOf(type: UnitType): readonly UnitType[] {
  return type === 'FAMILY' ? ['FAMILY', 'ADULT'] : [type]
}

export interface Overlap {
  readonly one: AgeBand
  readonly other: AgeBand
  readonly from: number
  readonly to: number
}

/**
 * Pairs of bands that both cover some age without proof, so the price is ambiguous. A band that requires proof is the
 * customer's choice.
 */
export function overlapsOf(bands: readonly AgeBand[]): Overlap[] {
  const open = bands.filter((band) => goesByAge(band) && !band.isIdRequired)
  return open.flatMap((one, index) =>
    open.slice(index + 1).flatMap((other) => {
      const [from, to] = [Math.max(one.minAge, other.minAge), Math.min(one.maxAge, other.maxAge)]
      return from <= to ? [{ one, other, from, to }] : []
    }),
  )
}
