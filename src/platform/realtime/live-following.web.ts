import type { EventSourceMessage } from 'eventsource-parser'
import type { HttpClient } from '../../core/browser/create-http-client.web.ts'
import { liveDesk } from '../../core/browser/live.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { connection } from '../../ui/connection.web.ts'
import { maxFollowed } from './live-paths.ts'
import { readStream, type Stream, type StreamEnd } from './live-stream.web.ts'

const firstRetry = 1_000
const lastRetry = 60_000
/** Screens come and go together; the stream follows once they have settled. */
const settleFor = 60
/** Until the first stream: what the page loads comes first, and its screen and the bell then share one stream. */
const firstSettleFor = 400
/** Everybody lost the server at the same moment, and need not all come back at the same moment. */
const spread = 3_000

interface FollowingOptions {
  readonly http: HttpClient
  readToken(): string | null
  currentSession(): SignedIn | null
  /** Whether the page has been out of sight for a while. */
  isHidden(): boolean
  /** A stream has begun. */
  onHello(): void
  /** Everything else that a stream says. */
  onEvent(event: string | undefined, body: unknown): void
}

/** A moment within the next seconds, another one in each tab: what to wait, in milliseconds. */
export const anyMoment = () => spread * Math.random()

/** Keeps one stream open while something on screen wants to know of changes. */
export function createFollowing(options: FollowingOptions) {
  const { isHidden, currentSession } = options
  let stream: Stream | null = null
  /** Goes on until the stream that takes its place says hello, so that no change falls between the two. */
  let previous: Stream | null = null
  const missed = createMissed()
  const retries = createRetries(options.readToken)
  const wishes = createWishes()
  let timer: ReturnType<typeof setTimeout> | undefined

  function wants(): boolean {
    return liveDesk.wanted().length > 0 && !isHidden() && currentSession() !== null && retries.isAllowed()
  }

  function close(): void {
    previous?.stop.abort()
    stream?.stop.abort()
    previous = stream = null
  }

  function plan(delay = settleFor): void {
    clearTimeout(timer)
    timer = setTimeout(follow, delay)
  }

  function follow(): void {
    if (!wants()) {
      missed.replace(liveDesk.wanted())
      return close()
    }
    const wanted = liveDesk.wanted().slice(0, maxFollowed)
    const told = stream?.isOpen ? stream.resources : previous?.resources
    if (stream && wanted.every((resource) => stream?.resources.has(resource))) return
    // A new subscription starts with fresh data; one that continues is served by the old stream until then.
    if (stream?.isOpen) previous = stream
    else stream?.stop.abort()
    wishes.begin()
    const fresh = new Set(wanted.filter((resource) => !told?.has(resource)))
    const own: Stream = (stream = { resources: new Set(wanted), fresh, stop: new AbortController(), isOpen: false })
    void readStream(options.http, own, wishes.readAgo(fresh), (event) => {
      if (own === stream || own === previous) hear(own, event)
    }).then((end) => leave(own, end))
  }

  function leave(own: Stream, end: StreamEnd): void {
    // Said by the banner alone, and only if the server cannot be reached by other calls either.
    if (end.isBroken && stream === own && !own.stop.signal.aborted) connection.report(false)
    const pause = retries.pauseAfter(end)
    if (own === previous) {
      previous = null
      missed.add(own.resources)
    }
    if (own !== stream) return
    missed.add(own.resources)
    if (previous) missed.add(previous.resources)
    close()
    if (pause !== null) plan(pause)
  }

  function hear(own: Stream, { event, data }: EventSourceMessage): void {
    const body: unknown = JSON.parse(data)
    if (event !== 'hello') return options.onEvent(event, body)
    retries.reset()
    own.isOpen = true
    previous?.stop.abort()
    previous = null
    options.onHello()
    const { changed = [] } = body as { changed?: readonly string[] }
    missed.publishWith(changed.filter((resource) => own.fresh.has(resource)))
  }

  /** What is on screen has changed. */
  function noteWishes(): void {
    wishes.note()
    plan(wishes.hasBegun() ? settleFor : firstSettleFor)
  }

  const hasStream = () => stream?.isOpen ?? false
  return { follow, plan, close, noteWishes, hasStream, isOpen: () => previous !== null || hasStream() }
}

/** Resources of which changes can have gone by while no one listened. */
function createMissed() {
  let missed: ReadonlySet<string> = new Set()
  return {
    add(resources: Iterable<string>): void {
      missed = new Set([...missed, ...resources])
    },
    replace(resources: Iterable<string>): void {
      missed = new Set(resources)
    },
    /** Has them read again, but first those of which the server knows that they have `changed`. */
    publishWith(changed: readonly string[]): void {
      liveDesk.publishMissed(changed.filter((resource) => !missed.has(resource)))
      const lost = [...missed]
      if (lost.length > 0) setTimeout(() => liveDesk.publishMissed(lost), anyMoment())
      missed = new Set()
    },
  }
}

/** Decides whether another stream follows, and when. */
function createRetries(readToken: () => string | null) {
  let failures = 0
  /** Set once the server has ended the stream because of the session, until there is another. */
  let refusedToken: string | null = null

  function later(): number {
    const most = Math.min(lastRetry, firstRetry * 2 ** failures++)
    return most * (0.5 + Math.random() / 2)
  }

  return {
    isAllowed(): boolean {
      const token = readToken()
      return token !== null && token !== refusedToken
    },
    /** The delay before the next stream, in milliseconds, or null to stop following. */
    pauseAfter({ said, retryAfter }: StreamEnd): number | null {
      if (said === 'refused') {
        refusedToken = readToken()
        return null
      }
      return said === 'bye' ? anyMoment() + 500 : Math.max(later(), retryAfter)
    },
    reset(): void {
      failures = 0
    },
  }
}

/** Since when each resource is on screen. */
function createWishes() {
  /** In milliseconds after the page began; with the page itself before the first stream. */
  const wantedSince = new Map<string, number>()
  let hasBegun = false
  return {
    /** The first stream opens. */
    begin(): void {
      hasBegun = true
    },
    hasBegun: () => hasBegun,
    note(): void {
      const wanted = new Set(liveDesk.wanted())
      for (const resource of wantedSince.keys()) if (!wanted.has(resource)) wantedSince.delete(resource)
      for (const resource of wanted)
        if (!wantedSince.has(resource)) wantedSince.set(resource, hasBegun ? performance.now() : 0)
    },
    /** How long ago the screen read what it shows, so that the server says what has changed since. */
    readAgo(fresh: ReadonlySet<string>): number | null {
      if (fresh.size === 0) return null
      const since = Math.min(...[...fresh].map((resource) => wantedSince.get(resource) ?? 0))
      return Math.round(performance.now() - since)
    },
  }
}
