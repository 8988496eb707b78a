import type { HttpClient } from '../../core/browser/create-http-client.web.ts'
import { liveDesk, type Visit } from '../../core/browser/live.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { presencePath } from './live-paths.ts'

/** Typing makes a form changed and unchanged again. */
const attendAfter = 400

interface AttendanceOptions {
  readonly http: HttpClient
  readonly ownTab: string
  currentSession(): SignedIn | null
  /** Whether the page has been out of sight for a while. */
  isHidden(): boolean
  /** Whether the tab has a stream: the server knows by it that the tab is still there. */
  hasStream(): boolean
}

/** Tells the server on which record this tab is, and what it does there. */
export function createAttendance({ http, ownTab, currentSession, isHidden, hasStream }: AttendanceOptions) {
  let stated: Visit | null = null
  let stating: ReturnType<typeof setTimeout> | undefined

  /** Tells the server what this tab does, when that is something else than it knows. */
  function state(): void {
    clearTimeout(stating)
    stating = setTimeout(() => {
      const visit = isHidden() ? stated : liveDesk.visit()
      if (hasStream() && !isSame(visit, stated)) attend(visit ?? stated, visit === null ? 'gone' : visit.state)
    }, attendAfter)
  }

  function attend(visit: Visit | null, what: Visit['state'] | 'gone'): void {
    if (!visit || currentSession()?.viewingAs) return
    stated = what === 'gone' ? null : visit
    const body = { tab: ownTab, resource: visit.resource, id: visit.id, state: what }
    void http
      .request('POST', presencePath, { body, quiet: 'everything', keepalive: true, headers: { 'X-Background': '1' } })
      .catch(() => null)
  }

  return {
    state,
    /** With a new stream the server knows nothing. */
    restate(): void {
      stated = null
      state()
    },
    leave(): void {
      if (stated) attend(stated, 'gone')
    },
  }
}

function isSame(one: Visit | null, other: Visit | null): boolean {
  return one?.resource === other?.resource && one?.id === other?.id && one?.state === other?.state
}
