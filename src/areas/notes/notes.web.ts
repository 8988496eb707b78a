import { useEffect, useMemo } from 'react'
import { mayChange } from '../../kit/city-limits.ts'
import { followChanges } from '../../kit/live.web.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { useSession } from '../../kit/session.web.ts'
import { hasNotes, noteCalls } from './notes.ts'

/** By which the mark beside the title finds the panel. */
export const panelId = 'record-notes'

/** What has been noted about a record, kept up to date, and whether this person may add to it. Not asked for where there are no notes at all. */
export function useNotes(resource: AnyResource, record: AnyRecord) {
  const calls = useMemo(() => noteCalls(resource), [resource])
  const isOffered = hasNotes(resource)
  const answer = useAnswer(calls.list, { params: { id: record.id }, enabled: isOffered })
  const session = useSession()
  const { refetch } = answer
  const { id } = record
  useEffect(() => (isOffered ? followChanges(resource.name, (change) => {
    if (change?.records?.some((one) => one.id === id && one.action.endsWith('-note')) ?? true) void refetch()
  }) : undefined), [isOffered, resource, id, refetch])
  return { calls, answer, isOffered, mayWrite: session !== null && mayChange(session.grants, resource, record), isSuperUser: session?.isSuperUser ?? false }
}
