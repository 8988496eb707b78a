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
