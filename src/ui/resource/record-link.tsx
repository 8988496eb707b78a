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
  const path = useRecordPaths()
  const href = to === null || id === null ? null : path(to, 'update', id)
  return href === null ? <span>{children}</span> : <a href={href}>{children}</a>
}
