import type { HttpClient } from '../../core/browser/create-http-client.web.ts'
import { type LiveChange, liveDesk, type Visitor } from '../../core/browser/live.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { connection } from '../../ui/connection.web.ts'
import { createAttendance } from './live-attendance.web.ts'
import { anyMoment, createFollowing } from './live-following.web.ts'
import { inboxName } from './live-paths.ts'

/** A tab out of sight keeps its stream for so long, as people glance at another tab and come back: milliseconds. */
const hiddenFor = 15_000

/** What the console has loaded already: imported here, each would be one more script to wait for. */
export interface LiveSurroundings {
  readonly http: HttpClient
  readonly ownTab: string
  readToken(): string | null
  currentSession(): SignedIn | null
  /** Lets what waits for the connection go on, or wait. */
  setOnline(isOnline: boolean): void
}

export interface LiveConnection {
  /** Whether the server is sending changes now. */
  isOpen(): boolean
}

/** Keeps the tab's one stream open while something on screen wants to know of changes, and watches the connection. */
export function connectLive(surroundings: LiveSurroundings): LiveConnection {
  const { http, setOnline } = surroundings
  let isHidden = document.hidden
  const attendance = createAttendance({
    ...surroundings,
    isHidden: () => isHidden,
    hasStream: () => following.hasStream(),
  })
  const following = createFollowing({
    ...surroundings,
    isHidden: () => isHidden,
    onHello: attendance.restate,
    onEvent: (event, body) => publishEvent(http, event, body),
  })

  liveDesk.onWish(() => {
    following.noteWishes()
    attendance.state()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      setTimeout(() => {
        isHidden = document.hidden
        following.follow()
      }, hiddenFor)
      return
    }
    isHidden = false
    following.plan()
  })
  window.addEventListener('pagehide', () => {
    attendance.leave()
    following.close()
  })
  window.addEventListener('pageshow', () => following.plan())
  http.watchReach((isReached) => connection.report(isReached))
  connection.subscribe(() => {
    // Saves made without a connection wait for one, and lists keep their rows.
    setOnline(connection.isUp())
    if (connection.isUp()) following.plan(anyMoment())
  })
  following.noteWishes()
  return { isOpen: following.isOpen }
}

/** Passes on what a stream says. */
function publishEvent(http: HttpClient, event: string | undefined, body: unknown): void {
  if (event === 'changes') {
    // Edge: what the server of this very console says, as live-streams.server.ts makes it.
    liveDesk.publishChanges(body as readonly LiveChange[])
  } else if (event === 'inbox') {
    liveDesk.publishChanges([{ resource: inboxName, records: null }])
  } else if (event === 'missed') {
    setTimeout(() => liveDesk.publishMissed(liveDesk.wanted()), anyMoment())
  } else if (event === 'presence') {
    const { people, ...of } = body as { resource: string; id: number; people: readonly Visitor[] }
    liveDesk.publishVisitors(of, people)
  } else if (event === 'permissions') {
    // Every reply says under which permissions it was given, and the console follows that.
    void http
      .request('GET', 'rest/data/rbac/whoami', { quiet: 'everything', headers: { 'X-Background': '1' } })
      .catch(() => null)
  }
}
