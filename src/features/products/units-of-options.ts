import { listOf } from '../../core/i18n/formats.ts'
import type { AgeBand } from './age-coverage.ts'
import { gapsOf } from './age-coverage.ts'

/** Which option a unit is for; null for every option of its product. */
export interface ForOption {
  readonly optionId: number | null
}

export interface UnitOption {
  readonly id: number
  readonly title: string
  readonly isActive: boolean
}

/** The units that can be bought of an option: its own, and those that every option has. Null: the shared ones alone. */
export function unitsOf<B extends ForOption>(bands: readonly B[], optionId: number | null): B[] {
  return bands.filter((band) => band.optionId === null || band.optionId === optionId)
}

/** Options that sell the very same units, with these; no options where a product has none yet. */
export interface UnitGroup<B> {
  readonly options: readonly UnitOption[]
  readonly bands: readonly B[]
}

/**
 * The units of a product by option, in the order of the options. Options without units of their own sell the same, so
 * they form one group.
 */
export function unitGroups<B extends ForOption>(bands: readonly B[], options: readonly UnitOption[]): UnitGroup<B>[] {
  const shared = unitsOf(bands, null)
  if (options.length === 0) return [{ options: [], bands: shared }]
  const withOwn = new Set(bands.map(({ optionId }) => optionId))
  const alike = options.filter(({ id }) => !withOwn.has(id))
  return options.flatMap((option) => {
    if (withOwn.has(option.id)) return [{ options: [option], bands: unitsOf(bands, option.id) }]
    return option === alike[0] ? [{ options: alike, bands: shared }] : []
  })
}

/** The options that must cover all ages: the active ones. Before any is active, all of them are being prepared. */
export function optionsToHold(options: readonly UnitOption[]): readonly UnitOption[] {
  const active = options.filter(({ isActive }) => isActive)
  return active.length > 0 ? active : options
}

/** What prevents the units of an option from being sold, if anything. */
export interface UnitFindings {
  /**
   * The titles of the options, as in a sentence; null if all options sell the same, so the choice makes no difference.
   */
  readonly option: string | null
  readonly units: number
  /** Ages that no band covers and that are not marked as intended, such as `13–17`. */
  readonly gaps: readonly string[]
}

/** Findings about the units of each group before they go on sale. */
export function findingsOf(groups: readonly UnitGroup<AgeBand>[]): UnitFindings[] {
  return groups.map((group) => ({
    option: groups.length > 1 ? namesOf(group) : null,
    units: group.bands.length,
    gaps:
      group.bands.length === 0
        ? []
        : gapsOf(group.bands)
            .filter(({ isIntended }) => !isIntended)
            .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)),
  }))
}

/** The options of a group as in a sentence. */
export function namesOf({ options }: UnitGroup<unknown>): string {
  return listOf(options.map(({ title }) => title))
}
