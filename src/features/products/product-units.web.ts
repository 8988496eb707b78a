import { useRows } from '../../ui/resource/client.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { Lonely } from './age-coverage.ts'
import { productAgeBands } from './product-age-bands.ts'
import { productOptions } from './product-options.ts'
import type { UnitGroup, UnitOption } from './units-of-options.ts'
import { unitGroups, unitsOf } from './units-of-options.ts'

const inOrder = { sort: [{ field: 'id', descending: false }], range: [0, 199] } as const

/** The fields that lists return for an option; one shared list for every component on a page. */
export function useOptions(productId: number) {
  const isSeen = useMay()('ui', 'product-options')
  return useRows(productOptions, { filter: { productId }, ...inOrder }, isSeen && productId > 0)
}
export type OptionRow = NonNullable<ReturnType<typeof useOptions>['data']>['rows'][number]

/** Every unit of a product, whichever of its options it is for. */
export function useUnits(productId: number) {
  return useRows(productAgeBands, { filter: { productId }, ...inOrder }, productId > 0)
}
export type UnitRow = NonNullable<ReturnType<typeof useUnits>['data']>['rows'][number]

/** A unit on the ruler: what decides who can book, and whether it is for a single option. */
export type RulerBand = Lonely['band'] & Pick<UnitRow, 'optionId' | 'accompaniedBy'>

/**
 * Units by option. Without permission to see options, only the options that units name are listed, and what the others
 * sell is shown without names.
 *
 * @param options - null without permission to see them
 */
export function groupsOnPage<B extends RulerBand>(
  bands: readonly B[],
  named: readonly UnitRow[],
  options: readonly UnitOption[] | null,
): UnitGroup<B>[] {
  if (options) return unitGroups(bands, options)
  const known = new Map(
    named.flatMap(({ option }) => (option ? [[option.id, { ...option, isActive: true }] as const] : [])),
  )
  const shared = unitsOf(bands, null)
  const groups = unitGroups(bands, [...known.values()])
  return known.size > 0 && shared.length > 0 ? [...groups, { options: [], bands: shared }] : groups
}
