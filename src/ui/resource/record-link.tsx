import type { ReactNode } from 'react'
import { useRecordPaths } from './record-paths.tsx'

interface RecordLinkProps {
  /** The name of the resource; null where nothing is known of the record. */
  readonly to: string | null
  readonly id: number | null
  readonly children: ReactNode
}

/** The link to a record's page; plain text for users who cannot see it, and where there is none. */
export function RecordLink({ to, id, children }: RecordLinkProps) {
  const href = useRecordPage(to, id)
  return href === null ? <span>{children}</span> : <a href={href}>{children}</a>
}

/** The page of a record: where it is changed, else where it is read. Null where there is none that the user can see. */
export function useRecordPage(to: string | null, id: number | null): string | null {
  const path = useRecordPaths()
  return to === null || id === null ? null : (path(to, 'update', id) ?? path(to, 'view', id))
}
