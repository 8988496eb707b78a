import { createContext, useContext } from 'react'

/**
 * The address of a page about a resource: its `list`, `create`, `update` or `view`, or another name that the sitemap
 * gives a page. Null where the page does not exist, or the user cannot see it.
 */
export type RecordPaths = (resource: string, page: string, id?: number) => string | null

const Paths = createContext<RecordPaths>(() => null)

/** Given by the sitemap, the only place that knows the console's addresses. */
export const RecordPathsProvider = Paths.Provider

export function useRecordPaths(): RecordPaths {
  return useContext(Paths)
}

/** A page of a record, wherever it is linked from. */
export interface RecordPlace {
  readonly of: string
  readonly page: string
  readonly id: number
}

/** The address of a place: a page of the record itself by its name, or one of another record. */
export function pathTo(
  paths: RecordPaths,
  to: string | RecordPlace,
  own: { readonly of: string; readonly id: number },
): string | null {
  const { of, page, id } = typeof to === 'string' ? { ...own, page: to } : to
  return paths(of, page, id)
}
