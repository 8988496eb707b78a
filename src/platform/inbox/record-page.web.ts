import type { RecordPaths } from '../../ui/resource/record-paths.tsx'

/** The page of a record and the place on it, whichever of its pages the reader can open. */
export function recordPageOf(paths: RecordPaths, of: string, id: number | null, place: string): string | null {
  const page = paths(of, 'view', id ?? undefined) ?? paths(of, 'update', id ?? undefined)
  return page === null ? null : `${page}${place}`
}
