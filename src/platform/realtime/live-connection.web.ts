import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { HttpClient } from '../../core/browser/http-client.web.ts'
import { type LiveChange, liveDesk, type Visit, type Visitor } from '../../core/browser/live.web.ts'
import type { SignedIn } from '../../core/browser/session.web.ts'
import { connection } from '../../ui/connection.web.ts'
import { followPath, inboxName, maxFollowed, presencePath, readAgoHeader } from './live-paths.ts'

/** A tab out of sight keeps its stream for so long, as people glance at another tab and come back: milliseconds. */
const hiddenFor = 15_000
/** The server says something every 22 s, so a stream that is silent for longer is dead. */
const silentFor = 60_000
const firstRetry = 1_000
const lastRetry = 60_000
/** Screens come and go together; the stream follows once they have settled. */
const settleFor = 60
/** Until the first stream: what the page loads comes first, and its screen and the bell then share one stream. */
const firstSettleFor = 400
/** Typing makes a form changed and unchanged again. */
const attendAfter = 400
/** Everybody lost the server at the same moment, and need not all come back at the same moment. */
const spread = 3_000

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

interface Stream {
  readonly resources: ReadonlySet<string>
  /** New to this stream: what the screen shows of them was read before it. */
  readonly fresh: ReadonlySet<string>
  readonly stop: AbortController
  isOpen: boolean
}

/** Keeps the tab's one stream open while something on screen wants to know of changes, and watches the connection. */
export function connectLive({ http, ownTab, readToken, currentSession, setOnline }: LiveSurroundings): LiveConnection {
  let stream: Stream | null = null
  /** Goes on until the stream that takes its place says hello, so that no change falls between the two. */
  let previous: Stream | null = null
  let isHidden = document.hidden
  let wasOpened = false
  let failures = 0
  /** Set once the server has ended the stream because of the session, until there is another. */
  let refusedToken: string | null = null
  /** Of these, changes can have gone by while no one listened. */
  const missed = new Set<string>()
  /** Since when each resource is on screen, in milliseconds after the page began; with the page itself before the first stream. */
  const wantedSince = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stated: Visit | null = null
  let stating: ReturnType<typeof setTimeout> | undefined

  function wants(): boolean {
    const token = readToken()
    return (
      liveDesk.wanted().length > 0 && !isHidden && currentSession() !== null && token !== null && token !== refusedToken
    )
  }

  function close(): void {
    previous?.stop.abort()
    stream?.stop.abort()
    previous = stream = null
  }

  function missAll({ resources }: Stream): void {
    for (const resource of resources) missed.add(resource)
  }

  function plan(delay: number): void {
    clearTimeout(timer)
    timer = setTimeout(follow, delay)
  }

  function follow(): void {
    if (!wants()) {
      missed.clear()
      for (const resource of liveDesk.wanted()) missed.add(resource)
      return close()
    }
    const wanted = liveDesk.wanted().slice(0, maxFollowed)
    const told = stream?.isOpen ? stream.resources : previous?.resources
    if (stream && wanted.every((resource) => stream?.resources.has(resource))) return
    // A new subscription starts with fresh data; one that continues is served by the old stream until then.
    if (stream?.isOpen) previous = stream
    else stream?.stop.abort()
    wasOpened = true
    const own: Stream = (stream = {
      resources: new Set(wanted),
      fresh: new Set(wanted.filter((resource) => !told?.has(resource))),
      stop: new AbortController(),
      isOpen: false,
    })
    void run(own, wanted).then((pause) => {
      if (own === previous) {
        previous = null
        missAll(own)
      }
      if (own !== stream) return
      missAll(own)
      if (previous) missAll(previous)
      close()
      if (pause !== null) plan(pause)
    })
  }

  /**
   * Reads a stream to its end. Resolves to the delay before the next one, in milliseconds, or null to stop following.
   */
  async function run(own: Stream, wanted: readonly string[]): Promise<number | null> {
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => own.stop.abort(), silentFor)
    }
    let last: string | null = null
    try {
      listen()
      const response = await http.open(`${followPath}/${wanted.join(',')}`, {
        headers: { 'Accept': 'text/event-stream', 'X-Background': '1', ...readAgo(own) },
        signal: own.stop.signal,
      })
      if (response.status === 401 || response.status === 403) {
        refusedToken = readToken()
        return null
      }
      const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
      if (!reader) return Math.max(later(), Number(response.headers.get('Retry-After') ?? 0) * 1_000)
      const parser = createParser({
        onEvent(event) {
          last = event.event ?? null
          if (own === stream || own === previous) hear(own, event)
        },
      })
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        listen()
        parser.feed(value)
      }
    } catch {
      // Said by the banner alone, and only if the server cannot be reached by other calls either.
      if (stream === own && !own.stop.signal.aborted) connection.report(false)
    } finally {
      clearTimeout(silence)
    }
    if (last === 'end') {
      refusedToken = readToken()
      return null
    }
    return last === 'bye' ? spread * Math.random() + 500 : later()
  }

  /** How long ago the screen read what it shows, so that the server says what has changed since. */
  function readAgo({ fresh }: Stream): { [readAgoHeader]?: string } {
    if (fresh.size === 0) return {}
    const since = Math.min(...[...fresh].map((resource) => wantedSince.get(resource) ?? 0))
    return { [readAgoHeader]: String(Math.round(performance.now() - since)) }
  }

  function noteWishes(): void {
    const wanted = new Set(liveDesk.wanted())
    for (const resource of wantedSince.keys()) if (!wanted.has(resource)) wantedSince.delete(resource)
    for (const resource of wanted)
      if (!wantedSince.has(resource)) wantedSince.set(resource, wasOpened ? performance.now() : 0)
  }

  function later(): number {
    const most = Math.min(lastRetry, firstRetry * 2 ** failures++)
    return most * (0.5 + Math.random() / 2)
  }

  function hear(own: Stream, { event, data }: EventSourceMessage): void {
    const body: unknown = JSON.parse(data)
    if (event === 'hello') {
      failures = 0
      own.isOpen = true
      previous?.stop.abort()
      previous = null
      stated = null
      state()
      const { changed = [] } = body as { changed?: readonly string[] }
      liveDesk.publishMissed(changed.filter((resource) => own.fresh.has(resource) && !missed.has(resource)))
      const lost = [...missed]
      if (lost.length > 0) setTimeout(() => liveDesk.publishMissed(lost), spread * Math.random())
      missed.clear()
    } else if (event === 'changes') {
      // Edge: what the server of this very console says, as live-streams.server.ts makes it.
      liveDesk.publishChanges(body as readonly LiveChange[])
    } else if (event === 'inbox') {
      liveDesk.publishChanges([{ resource: inboxName, records: null }])
    } else if (event === 'missed') {
      setTimeout(() => liveDesk.publishMissed(liveDesk.wanted()), spread * Math.random())
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

  /** Tells the server what this tab does, when that is something else than it knows. */
  function state(): void {
    clearTimeout(stating)
    stating = setTimeout(() => {
      const visit = isHidden ? stated : liveDesk.visit()
      if (stream?.isOpen && !isSame(visit, stated)) attend(visit ?? stated, visit === null ? 'gone' : visit.state)
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

  liveDesk.onWish(() => {
    noteWishes()
    plan(wasOpened ? settleFor : firstSettleFor)
    state()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      setTimeout(() => {
        isHidden = document.hidden
        follow()
      }, hiddenFor)
      return
    }
    isHidden = false
    plan(settleFor)
  })
  window.addEventListener('pagehide', () => {
    if (stated) attend(stated, 'gone')
    close()
  })
  window.addEventListener('pageshow', () => plan(settleFor))
  http.watchReach((isReached) => connection.report(isReached))
  connection.subscribe(() => {
    // Saves made without a connection wait for one, and lists keep their rows.
    setOnline(connection.isUp())
    if (connection.isUp()) plan(spread * Math.random())
  })
  noteWishes()
  plan(firstSettleFor)
  return { isOpen: () => previous !== null || (stream?.isOpen ?? false) }
}

function isSame(one: Visit | null, other: Visit | null): boolean {
  return one?.resource === other?.resource && one?.id === other?.id && one?.state === other?.state
}
