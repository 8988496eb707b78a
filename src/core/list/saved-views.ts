import { filterKeys, sortKeys } from './list-keys.ts'
import type { Filter } from './list-query.ts'
import { isCondition, pageSizes, sortItem, usualPageSize } from './list-query.ts'
import type { AnyResource } from '../resource/resource.ts'
import { fieldOf } from '../resource/resource.ts'

export const savedViewsPath = '/rest/data/saved-views'

/**
 * The parts of a list's address that a view keeps, in the order in which they are written. The page is not one of them.
 */
export const viewKeys = ['q', 'filter', 'sort', 'size', 'columns'] as const
type ViewKey = (typeof viewKeys)[number]
export type ViewParams = Readonly<Partial<Record<ViewKey, string>>>

/** In the address in place of a view's id: the list without any view, even if it has a default one. */
export const noView = 'all'

/** A view as it travels. */
export interface SavedView {
  readonly id: number
  readonly resource: string
  /** The screen that shows the list, because one resource can have several: `coupons/list`. */
  readonly list: string
  readonly name: string
  /** A query string in the words of the list's own address. */
  readonly query: string
  readonly isShared: boolean
  /** Null when its creator has left; only shared views outlive their creator. */
  readonly owner: { readonly id: number; readonly name: string } | null
  readonly isMine: boolean
  readonly mayChange: boolean
  readonly isMyDefault: boolean
  readonly defaultOfRoles: string[]
  /** How the caller watches it: for more rows than `threshold`, or with null for new ones. Null while they do not. */
  readonly watch: { readonly threshold: number | null } | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** How many rows a view shows; `isMore` where counting stopped. */
export interface ViewCount {
  /** The view; null where a question was counted. */
  readonly id: number | null
  /** The place of a question among those that were sent. */
  readonly question: number | null
  readonly count: number
  readonly isMore: boolean
}

/** The caller's default view of a list: their own choice, else their role's. */
export interface DefaultView {
  readonly resource: string
  readonly list: string
  /** Null: the person has chosen the list without any view. */
  readonly view: { readonly id: number; readonly name: string; readonly query: string } | null
  readonly origin: 'own' | 'role'
}

/** A role that can see the list, and the view that it opens with. */
export interface RoleDefault {
  readonly role: string
  readonly view: { readonly id: number; readonly name: string } | null
}

export interface ReadView {
  /** What the list makes of it; what it would show by itself is left out, so that equal lists have equal parameters. */
  readonly params: ViewParams
  /** The keys that are no field of this list any more, and so were left out. */
  readonly lost: readonly string[]
}

type Given = Readonly<Record<string, string | undefined>>

/** Reads the parameters of a view's query, or of a list's address. */
export function readView(resource: AnyResource, given: Given): ReadView {
  const { filter, lost: lostFilters } = knownFilter(resource, given['filter'])
  const { sort, size } = given
  const isSorted = Boolean(sort) && sortKeys(resource).has(sortItem(sort ?? '').field)
  const columns = (given['columns'] ?? '').split(',').filter(Boolean)
  const known = columns.filter((key) => fieldOf(resource, key) !== undefined)
  return {
    params: {
      ...(given['q']?.trim() && { q: given['q'].trim() }),
      ...(Object.keys(filter).length > 0 && { filter: JSON.stringify(inOrder(filter)) }),
      ...(sort && isSorted && sort !== resource.list.sort && { sort }),
      ...(size !== undefined &&
        size !== String(usualPageSize) &&
        (pageSizes as readonly number[]).includes(Number(size)) && { size }),
      ...(known.length > 0 && { columns: known.join(',') }),
    },
    lost: [
      ...new Set([
        ...lostFilters,
        ...(sort && !isSorted ? [sortItem(sort).field] : []),
        ...columns.filter((key) => !known.includes(key)),
      ]),
    ],
  }
}

/** The parameters as a query string, always in the same order. */
export function viewText(params: ViewParams): string {
  return viewKeys.flatMap((key) => (params[key] ? [`${key}=${encodeURIComponent(params[key])}`] : [])).join('&')
}

/** Whether a list shows something else than the view says. A page further on is the same view. */
export function isModified(resource: AnyResource, view: Given, address: Given): boolean {
  return viewText(readView(resource, view).params) !== viewText(readView(resource, address).params)
}

/** The filter in an address, without what cannot be filtered by; the latter by name. */
export function knownFilter(
  resource: AnyResource,
  text: string | undefined,
): { filter: Filter; lost: readonly string[] } {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { filter: {}, lost: [] }
  const keys = filterKeys(resource)
  const isKnown = ([key, condition]: [string, unknown]) => {
    const field = fieldOf(resource, key)
    return field !== undefined && keys.has(key) && isCondition(field, condition)
  }
  const entries = Object.entries(value)
  return {
    filter: Object.fromEntries(entries.filter(isKnown)) as Filter,
    lost: entries.filter((entry) => !isKnown(entry)).map(([key]) => key),
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text ? (JSON.parse(text) as unknown) : null
  } catch {
    return null
  }
}

/** The same members in the order of the alphabet: which condition was added first changes nothing. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, inOrder(member)]),
  )
}
