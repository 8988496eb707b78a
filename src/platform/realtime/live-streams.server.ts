import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Authenticate } from '../../core/http/access.server.ts'
import { permissionsVersion } from '../../core/http/access.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ChangeNotice, ResourceChange } from './change-feed.server.ts'
import type { EventStream } from './event-stream.server.ts'
import { createEventStream } from './event-stream.server.ts'
import type { Visit } from './presence.server.ts'
import { tabKey } from './presence.server.ts'
import type { Open, Tell } from './live-changes.server.ts'
import { changesFor } from './live-changes.server.ts'

const beatEvery = 22_000
const sweepEvery = 60_000
/**
 * Permissions older than this, in milliseconds, are never used to send anything; most changes to them arrive at once.
 */
const trustFor = 60_000
/** The longest that a change of the allowed addresses takes to reach an instance, in milliseconds, plus a margin. */
const policyAge = 1_500
/** Streams whose permissions are read at the same moment. */
const atOnce = 4
/** Messages that can wait while permissions are read; more than that are replaced by one `missed`. */
const maxWaiting = 20

export interface StreamsOptions {
  readonly resources: readonly AnyResource[]
  readonly authenticate: Authenticate
  /** Which of some sessions are open still. */
  readonly openSessions: (ids: readonly number[]) => Promise<ReadonlySet<number>>
  readonly visitsTo: (resource: string, id: number) => readonly Visit[]
  readonly onEnd: (person: number, tab: string) => void
  readonly log: Logger
  readonly perPerson?: number
  readonly total?: number
}

/** Which streams an access change concerns. */
const accessObjects: Readonly<
  Record<string, (open: Open, change: { id: string | null; who: number | null }) => boolean>
> = {
  'sessions': ({ actor }, { id, who }) => String(actor.session?.id) === id || actor.id === who,
  'admin-users': ({ actor }, { id }) => String(actor.id) === id || String(actor.behind?.id) === id,
  ...Object.fromEntries(
    ['roles', 'permission-objects', 'elevations', 'ip-ranges', 'ip-trusts', 'ip-verifications'].map((object) => [
      object,
      () => true,
    ]),
  ),
}

export interface LiveStreams {
  /** @throws Refusal 429 or 503 when there are too many */
  open(request: FastifyRequest, actor: Actor, tab: string, resources: readonly AnyResource[]): EventStream
  tell(changes: readonly ResourceChange[]): void
  publishPresence(resource: string, id: number): void
  /** These members of staff have news in their inbox. */
  publishTo(ids: ReadonlySet<number>): void
  /** A change that could affect a reader's access. */
  reconsider(notice: ChangeNotice): void
  /** What happened for a while is not known. */
  publishMissed(): void
  /** The tabs that have a stream, each by its `tabKey`. */
  tabs(): ReadonlySet<string>
  readonly count: number
  close(): void
}

/** Everybody who follows what happens, each under the permissions of this moment. */
export function createLiveStreams(options: StreamsOptions): LiveStreams {
  const { authenticate, log, perPerson = 20, total = 2_000 } = options
  const streams = new Set<Open>()
  const toCheck = new Set<Open>()
  let checking = 0
  let isClosing = false
  const beat = setInterval(() => {
    for (const { stream } of streams) stream.beat()
  }, beatEvery).unref()
  const sweep = setInterval(() => void endClosedSessions(), sweepEvery).unref()

  function assertRoom(actor: Actor): void {
    if (isClosing)
      throw new Refusal(503, t('The server is stopping. Try again in a few seconds.'), {
        headers: { 'Retry-After': '3' },
      })
    const own = [...streams].filter((open) => open.actor.id === actor.id).length
    if (own >= perPerson)
      throw new Refusal(429, t('You follow changes in {own} tabs already. Close some of them.', { own }), {
        headers: { 'Retry-After': '60' },
      })
    if (streams.size >= total)
      throw new Refusal(503, t('Too many people follow changes at the moment. Lists work without that.'), {
        headers: { 'Retry-After': '30' },
      })
  }

  function finish(open: Open, event: string, data: unknown): void {
    streams.delete(open)
    open.stream.end(event, data)
  }

  /** Sends a message once it is certain what the reader can see. */
  function say(open: Open, tell: Tell): void {
    if (!open.isChecking && performance.now() - open.checkedAt <= trustFor) return write(open, tell)
    if (open.waiting.length < maxWaiting) open.waiting.push(tell)
    else open.waiting.splice(0, open.waiting.length, () => ['missed', {}])
    if (!open.isChecking) recheck(open)
  }

  function write(open: Open, tell: Tell): void {
    const told = tell(open)
    if (told) open.stream.send(...told)
  }

  function recheck(open: Open): void {
    open.isChecking = true
    toCheck.add(open)
    checkNext()
  }

  function checkNext(): void {
    const [next] = toCheck
    if (!next || checking >= atOnce) return
    toCheck.delete(next)
    checking += 1
    void check(next).finally(() => {
      checking -= 1
      checkNext()
    })
  }

  async function check(open: Open): Promise<void> {
    const before = permissionsVersion(open.actor)
    try {
      open.actor = await authenticate(open.request)
    } catch (failure) {
      open.waiting.length = 0
      // A short database outage says nothing about the session, but the waiting messages are lost.
      if (failure instanceof Refusal) finish(open, 'end', { error: failure.code })
      else open.waiting.push(() => ['missed', {}])
      open.checkedAt = -Infinity
      open.isChecking = false
      return
    }
    if (permissionsVersion(open.actor) !== before) open.stream.send('permissions', {})
    // Another change arrived after this was read.
    if (toCheck.has(open)) return
    open.checkedAt = performance.now()
    open.isChecking = false
    watchLapse(open)
    for (const tell of open.waiting.splice(0)) write(open, tell)
  }

  /** Temporary access ends by itself, without a notice. */
  function watchLapse(open: Open): void {
    clearTimeout(open.lapse)
    const until = open.actor.elevation?.until
    if (until === undefined) return
    const left = Math.min(Math.max(0, Date.parse(until) - Date.now()) + 50, 24 * 3_600_000)
    open.lapse = setTimeout(() => recheck(open), left).unref()
  }

  async function endClosedSessions(): Promise<void> {
    if (streams.size === 0) return
    try {
      const ids = new Set([...streams].flatMap(({ actor }) => actor.session?.id ?? []))
      const still = await options.openSessions([...ids])
      for (const open of streams)
        if (!still.has(open.actor.session?.id ?? -1)) finish(open, 'end', { error: 'SessionExpired' })
    } catch (failure) {
      log.debug({ err: failure }, 'Sessions could not be looked at')
    }
  }

  function presenceFor(open: Open, resource: string, id: number): readonly [string, unknown] | null {
    const object = open.resources.get(resource)?.access.object
    const visits = options.visitsTo(resource, id)
    const isThere = visits.some(({ person, tab }) => person === open.actor.id && tab === open.tab)
    if (!isThere || object === undefined || !may(open.actor.grants, 'ui', object)) return null
    const isNamed = seesPersonalData(open.actor.grants, object)
    const others = visits.filter(({ person, tab }) => person !== open.actor.id || tab !== open.tab)
    return [
      'presence',
      {
        resource,
        id,
        people: others.map(({ person, name, state }) => ({
          isYou: person === open.actor.id,
          name: isNamed ? name : null,
          state,
        })),
      },
    ]
  }

  return {
    open(request, actor, tab, resources) {
      assertRoom(actor)
      const stream = createEventStream({
        retry: 3_000,
        onDrop: () => log.info({ person: actor.id }, 'A slow reader of changes was dropped'),
      })
      const open: Open = {
        request,
        actor,
        tab,
        stream,
        resources: new Map(resources.map((resource) => [resource.name, resource])),
        checkedAt: performance.now(),
        isChecking: false,
        waiting: [],
        lapse: undefined,
      }
      streams.add(open)
      stream.body.on('close', () => {
        clearTimeout(open.lapse)
        streams.delete(open)
        toCheck.delete(open)
        // A tab opens its next stream before it ends the one before.
        const hasAnother = [...streams].some((one) => one.actor.id === actor.id && one.tab === tab)
        if (actor.id !== null && !hasAnother) options.onEnd(actor.id, tab)
      })
      watchLapse(open)
      return stream
    },
    tell(changes) {
      for (const open of streams) {
        if (changes.some(({ resource }) => open.resources.has(resource)))
          say(open, (reader) => changesFor(reader, changes))
      }
    },
    publishPresence(resource, id) {
      for (const open of streams)
        if (open.resources.has(resource)) say(open, (reader) => presenceFor(reader, resource, id))
    },
    publishTo(ids) {
      for (const open of streams) if (open.actor.id !== null && ids.has(open.actor.id)) say(open, () => ['inbox', {}])
    },
    reconsider({ object, records }) {
      const isAbout = accessObjects[object]
      if (!isAbout) return
      const recheckThose = () => {
        for (const open of streams) if (!records || records.some((record) => isAbout(open, record))) recheck(open)
      }
      recheckThose()
      // Addresses are checked against a policy that can be a second old.
      if (object.startsWith('ip-')) setTimeout(recheckThose, policyAge).unref()
    },
    publishMissed() {
      for (const open of streams) {
        open.checkedAt = -Infinity
        open.stream.send('missed', {})
      }
    },
    tabs: () => new Set([...streams].map(({ actor, tab }) => tabKey(actor.id, tab))),
    get count() {
      return streams.size
    },
    close() {
      isClosing = true
      clearInterval(beat)
      clearInterval(sweep)
      const all = [...streams]
      for (const open of all) finish(open, 'bye', {})
      // A reader that doesn't read gets no extra time.
      setTimeout(() => all.forEach(({ stream }) => stream.body.destroy()), 300)
    },
  }
}
