import { useEffect, useMemo } from 'react'
import { mayChange } from '../../core/resource/city-limits.ts'
import { followChanges } from '../../core/browser/live.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { hasNotes, noteCalls } from './notes.ts'

/** The mark beside the title finds the panel by this. */
export const panelId = 'record-notes'

/**
 * The notes on a record, kept up to date, and whether the user can add one. Not requested for records that can't have
 * notes.
 */
export function useNotes(resource: AnyResource, record: AnyRecord) {
  const calls = useMemo(() => noteCalls(resource), [resource])
  const isOffered = hasNotes(resource)
  const answer = useAnswer(calls.list, { params: { id: record.id }, enabled: isOffered })
  const session = useSession()
  const { refetch } = answer
  const { id } = record
  useEffect(
    () =>
      isOffered
        ? followChanges(resource.name, (change) => {
            if (change?.records?.some((one) => one.id === id && one.action.endsWith('-note')) ?? true) void refetch()
          })
        : undefined,
    [isOffered, resource, id, refetch],
  )
  return {
    calls,
    answer,
    isOffered,
    mayWrite: session !== null && mayChange(session.grants, resource, record),
    isSuperUser: session?.isSuperUser ?? false,
  }
}
