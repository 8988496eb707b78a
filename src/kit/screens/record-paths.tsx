import { createContext, useContext } from 'react'

/** Which page shows or makes a record. Null where there is no such page, or the person may not see it. */
export type RecordPaths = (resource: string, page: 'list' | 'create' | 'update' | 'view', id?: number) => string | null

const Paths = createContext<RecordPaths>(() => null)

/** Given by the sitemap, the only place that knows the console's addresses. */
export const RecordPathsProvider = Paths.Provider

export function useRecordPaths(): RecordPaths {
  return useContext(Paths)
}
