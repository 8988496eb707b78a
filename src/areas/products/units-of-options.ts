import { listOf } from '../../kit/formats.ts'
import type { AgeBand } from './age-coverage.ts'
import { gapsOf } from './age-coverage.ts'

/** Which option a unit is for; null for every option of its product. */
export interface ForOption { readonly optionId: number | null }

export interface UnitOption { readonly id: number; readonly title: string; readonly isActive: boolean }

/** The units that can be bought of an option: its own, and those that every option has. Null: the shared ones alone. */
export function unitsOf<B extends ForOption>(bands: readonly B[], optionId: number | null): B[] {
  return bands.filter((band) => band.optionId === null || band.optionId === optionId)
}

/** Options that sell the very same units, with these; no options where a product has none yet. */
export interface UnitGroup<B> { readonly options: readonly UnitOption[]; readonly bands: readonly B[] }

/** The units of a product by option, in the order of the options. Those without units of their own sell the same, so they are told as one. */
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

/** The options whose units may leave out nobody: those that are active. Before any is, all of them are being prepared. */
export function optionsToHold(options: readonly UnitOption[]): readonly UnitOption[] {
  const active = options.filter(({ isActive }) => isActive)
  return active.length > 0 ? active : options
}

/** What stops the units of an option from being sold, if anything does. */
export interface UnitFindings {
  /** The titles of the options, as in a sentence; null where all options sell the same, so that nobody asks which. */
  readonly option: string | null
  readonly units: number
  /** Ages that nobody can book for and nobody marked as meant, such as `13–17`. */
  readonly gaps: readonly string[]
}

/** What is to be said of the units of each group before anybody can buy them. */
export function findingsOf(groups: readonly UnitGroup<AgeBand>[]): UnitFindings[] {
  return groups.map((group) => ({
    option: groups.length > 1 ? namesOf(group) : null, units: group.bands.length,
    gaps: group.bands.length === 0 ? [] : gapsOf(group.bands).filter(({ isIntended }) => !isIntended).map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)),
  }))
}

/** The options of a group as in a sentence. */
export function namesOf({ options }: UnitGroup<unknown>): string {
  return listOf(options.map(({ title }) => title))
}
