import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Actor } from '../../core/access/access.ts'
import type { Authenticate } from '../../core/http/access.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ChangeNotice, ResourceChange } from './change-feed.server.ts'
import type { EventStream } from './event-stream.server.ts'
import { createEventStream } from './event-stream.server.ts'
import type { Visit } from './presence.server.ts'
import { tabKey } from './presence.server.ts'
import type { Open } from './live-changes.server.ts'
import { changesFor, presenceFor } from './live-changes.server.ts'
import { createLivePermissions } from './live-permissions.server.ts'

const beatEvery = 22_000
const sweepEvery = 60_000
/** The longest that a change of the allowed addresses takes to reach an instance, in milliseconds, plus a margin. */
const policyAge = 1_500

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
  const streams = new Set<Open>()
  const permissions = createLivePermissions(options.authenticate, finish)
  let isClosing = false
  const beat = setInterval(() => {
    for (const { stream } of streams) stream.beat()
  }, beatEvery).unref()
  const sweep = setInterval(() => void endClosedSessions(streams, options, finish), sweepEvery).unref()

  function finish(open: Open, event: string, data: unknown): void {
    streams.delete(open)
    open.stream.end(event, data)
  }

  return {
    open(request, actor, tab, resources) {
      if (isClosing)
        throw new Refusal(503, t('The server is stopping. Try again in a few seconds.'), {
          headers: { 'Retry-After': '3' },
        })
      assertRoom(streams, actor, options)
      const open = newOpen(request, actor, tab, resources, options.log)
      streams.add(open)
      open.stream.body.on('close', () => {
        streams.delete(open)
        permissions.forget(open)
        // A tab opens its next stream before it ends the one before.
        const hasAnother = [...streams].some((one) => one.actor.id === actor.id && one.tab === tab)
        if (actor.id !== null && !hasAnother) options.onEnd(actor.id, tab)
      })
      permissions.watchLapse(open)
      return open.stream
    },
    tell(changes) {
      for (const open of streams) {
        if (changes.some(({ resource }) => open.resources.has(resource)))
          permissions.say(open, (reader) => changesFor(reader, changes))
      }
    },
    publishPresence(resource, id) {
      for (const open of streams)
        if (open.resources.has(resource))
          permissions.say(open, (reader) => presenceFor(reader, { resource, id }, options.visitsTo(resource, id)))
    },
    publishTo(ids) {
      for (const open of streams)
        if (open.actor.id !== null && ids.has(open.actor.id)) permissions.say(open, () => ['inbox', {}])
    },
    reconsider({ object, records }) {
      const isAbout = accessObjects[object]
      if (!isAbout) return
      const recheckThose = () => {
        for (const open of streams)
          if (!records || records.some((record) => isAbout(open, record))) permissions.recheck(open)
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

function newOpen(
  request: FastifyRequest,
  actor: Actor,
  tab: string,
  resources: readonly AnyResource[],
  log: Logger,
): Open {
  return {
    request,
    actor,
    tab,
    stream: createEventStream({
      retry: 3_000,
      onDrop: () => log.info({ person: actor.id }, 'A slow reader of changes was dropped'),
    }),
    resources: new Map(resources.map((resource) => [resource.name, resource])),
    checkedAt: performance.now(),
    isChecking: false,
    waiting: [],
    lapse: undefined,
  }
}

function assertRoom(
  streams: ReadonlySet<Open>,
  actor: Actor,
  { perPerson = 20, total = 2_000 }: Pick<StreamsOptions, 'perPerson' | 'total'>,
): void {
  const own = [...streams].filter((open) => open.actor.id === actor.id).length
  if (own >= perPerson)
    throw new Refusal(429, t('You already have {own} tabs with live updates. Close some of them.', { own }), {
      headers: { 'Retry-After': '60' },
    })
  if (streams.size >= total)
    throw new Refusal(503, t('Too many live connections right now. Lists still work, without live updates.'), {
      headers: { 'Retry-After': '30' },
    })
}

async function endClosedSessions(
  streams: ReadonlySet<Open>,
  { openSessions, log }: StreamsOptions,
  finish: (open: Open, event: string, data: unknown) => void,
): Promise<void> {
  if (streams.size === 0) return
  try {
    const ids = new Set([...streams].flatMap(({ actor }) => actor.session?.id ?? []))
    const still = await openSessions([...ids])
    for (const open of streams)
      if (!still.has(open.actor.session?.id ?? -1)) finish(open, 'end', { error: 'SessionExpired' })
  } catch (failure) {
    log.debug({ err: failure }, 'Sessions could not be looked at')
  }
}
