import { sortKeys } from './list-keys.ts'
import type { Filter, SortItem } from './list-query.ts'
import { pageSizes, sortItem, usualPageSize } from './list-query.ts'
import { knownFilter } from './saved-views.ts'
import type { AnyResource } from '../resource/resource.ts'

/** What the address of a list says, in the words of `core/list/list-query.ts`. */
export interface ListAddress {
  readonly page: number
  readonly size: number
  /** Without what narrows the list for good. */
  readonly filter: Filter
  /** What to ask the server for. */
  readonly query: {
    readonly filter: Filter
    readonly sort: readonly [SortItem]
    readonly q: string
    readonly range: readonly [first: number, last: number]
  }
}

/**
 * Reads a list's address. Anything in it that makes no sense for this resource counts as not said. `where` narrows the
 * list for good and never shows in the address.
 */
export function readListAddress(
  resource: AnyResource,
  route: Readonly<Record<string, string | undefined>>,
  where: Filter = {},
): ListAddress {
  const { page: pageText, size: sizeText, sort: sortText, filter: filterText, q = '' } = route
  const page = wholeNumber(pageText, 1)
  const wanted = wholeNumber(sizeText, usualPageSize)
  const size = (pageSizes as readonly number[]).includes(wanted) ? wanted : usualPageSize
  const { filter } = knownFilter(resource, filterText)
  const sort = sortItem(sortText && sortKeys(resource).has(sortItem(sortText).field) ? sortText : resource.list.sort)
  return {
    page,
    size,
    filter,
    query: { filter: { ...filter, ...where }, sort: [sort], q, range: [(page - 1) * size, page * size - 1] },
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : otherwise
}
