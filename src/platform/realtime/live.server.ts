import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import { LIVE_CHANNEL } from '../../db/listen.server.ts'
import type { Listening } from '../../db/listen.server.ts'
import { may } from '../../core/access/access.ts'
import type { Authenticate } from '../../core/http/access.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { tabOf } from '../../core/http/searched-read.server.ts'
import { t } from '../../core/i18n/language.ts'
import { notGranted } from '../../core/access/limits.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { openSessionsAmong } from '../auth/sign-in/sessions.server.ts'
import { changedSince } from './changed-since.server.ts'
import { createChangeFeed, parseNotice } from './change-feed.server.ts'
import { attendRecord, followLive } from './live.ts'
import { inboxName, maxFollowed, readAgoHeader } from './live-paths.ts'
import type { LiveStreams } from './live-streams.server.ts'
import { createLiveStreams } from './live-streams.server.ts'
import type { Presence } from './presence.server.ts'
import { createPresence } from './presence.server.ts'

/** How long the first stream waits until changes are heard, in milliseconds; it begins in any case. */
const readyWithin = 2_000

export interface LiveOptions {
  readonly database: Database
  readonly resources: readonly AnyResource[]
  /** Who calls, without counting it as a call: permissions are read again for as long as a stream is open. */
  readonly authenticate: Authenticate
  readonly log: Logger
  /** Streams that one person, and all people together, can have open on this instance. */
  readonly perPerson?: number
  readonly total?: number
}

export interface Live {
  readonly implementations: readonly Implementation[]
  /** Ends every stream, so that the server can close. */
  endStreams(): void
  stop(): Promise<void>
}

/** Sends changes and presence to everyone who can see them, as soon as they are committed. */
export function implementLive(options: LiveOptions): Live {
  const { database, resources, log } = options
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const streams = createLiveStreams({
    ...options,
    openSessions: (ids) => openSessionsAmong(database.kysely, ids),
    visitsTo: (resource, id) => presence.visitsTo(resource, id),
    onEnd: (person, tab) => presence.lostStream(person, tab),
  })
  const feed = createChangeFeed(resources, (changes) => streams.tell(changes))
  const presence = createPresence({
    // The embedded database has no second instance.
    publish: database.engine === 'embedded' ? () => {} : publish,
    changed: (resource, id) => streams.publishPresence(resource, id),
    tabs: () => streams.tabs(),
  })
  const listener = createListener(database, {
    heard: hear,
    missed() {
      streams.publishMissed()
      presence.ask()
    },
    ready: () => presence.ask(),
  })

  function publish(message: object): void {
    void sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ kind: 'presence', ...message })})`
      .execute(database.kysely)
      .catch((failure: unknown) => log.debug({ err: failure }, 'Other instances could not be notified who is where'))
  }

  function hear(payload: string): void {
    try {
      const message: unknown = JSON.parse(payload)
      if (typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'presence')
        return presence.hear(message)
      if (typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'inbox')
        return streams.publishTo(peopleIn(message))
      const notice = parseNotice(message)
      // Comes first, so that nothing is sent under permissions that this very change revokes.
      streams.reconsider(notice)
      feed.hear(notice)
    } catch (failure) {
      log.warn({ err: failure }, 'A message of another instance was not understood')
    }
  }

  return {
    implementations: [
      followServer({ database, resources, byName, streams, presence, listen: listener.listen }),
      attendServer(byName, presence),
    ],
    endStreams: () => streams.close(),
    async stop() {
      feed.stop()
      presence.stop()
      await listener.stop()
    },
  }
}

/** Listens only on instances that have readers. */
function createListener(
  database: Database,
  { heard, missed, ready }: { heard: (payload: string) => void; missed: () => void; ready: () => void },
) {
  let listening: Listening | null = null

  async function listen(): Promise<void> {
    if (!listening) {
      listening = database.listen({ heard, missed })
      void listening.ready.then(ready)
    }
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      listening.ready,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, readyWithin)
      }),
    ])
    clearTimeout(timer)
  }

  return { listen, stop: async () => await listening?.stop() }
}

interface FollowContext {
  readonly database: Database
  readonly resources: readonly AnyResource[]
  readonly byName: ReadonlyMap<string, AnyResource>
  readonly streams: LiveStreams
  readonly presence: Presence
  readonly listen: () => Promise<void>
}

function followServer({ database, resources, byName, streams, presence, listen }: FollowContext): Implementation {
  return implement(followLive, async ({ params, actor, request, reply }) => {
    const names = [...new Set(params.resources.split(','))]
    const followed = names.flatMap((name) => byName.get(name) ?? [])
    // Not a resource: news in the inbox of the caller.
    const isInbox = names.includes(inboxName)
    if (followed.length === 0 && !isInbox) throw new Refusal(404, t('Resource not found.'))
    if (names.length > maxFollowed)
      throw new Refusal(422, t('Follow {maxFollowed} resources at most.', { maxFollowed }), {
        fields: { resources: t('{maxFollowed} at most.', { maxFollowed }) },
      })
    reply
      .type('text/event-stream; charset=utf-8')
      .header('Cache-Control', 'no-store, no-transform')
      .header('X-Accel-Buffering', 'no')
    if (request.method === 'HEAD') return ''
    const tab = tabOf(request) ?? request.id
    const stream = streams.open(request, actor, tab, followed)
    await listen()
    // Asked once changes are heard, so that none falls between the two.
    const ago = Number(request.headers[readAgoHeader.toLowerCase()] ?? Number.NaN)
    const seen = followed.filter(({ access }) => may(actor.grants, 'ui', access.object))
    const changed = await changedSince(database.kysely, resources, seen, ago)
    stream.send('hello', {
      resources: [...followed.map(({ name }) => name), ...(isInbox ? [inboxName] : [])],
      ...(changed.length > 0 && { changed }),
    })
    if (actor.id !== null) presence.hasStream(actor.id, tab)
    const visit = actor.id === null ? null : presence.visitOf(actor.id, tab)
    if (visit) streams.publishPresence(visit.resource, visit.id)
    // Edge: the core passes a stream on as it is; its text is what the endpoint promises.
    return stream.body as unknown as string
  })
}

function attendServer(byName: ReadonlyMap<string, AnyResource>, presence: Presence): Implementation {
  return implement(
    attendRecord,
    async ({ input, actor }) => {
      const { tab, resource, id, state } = input
      const object = byName.get(resource)?.access.object
      if (object === undefined)
        throw new Refusal(422, t('Resource not found.'), {
          fields: { resource: t('Resource not found.') },
        })
      if (!may(actor.grants, 'ui', object)) throw notGranted('ui', object)
      if (actor.id !== null)
        presence.attend(
          { person: actor.id, name: actor.name, tab, resource, id, state: state === 'gone' ? 'looking' : state },
          state === 'gone',
        )
      return { state }
    },
    { transaction: false },
  )
}

/** The ids of staff in a message of the job that tells inboxes. */
function peopleIn(message: object): ReadonlySet<number> {
  const people: unknown = 'people' in message ? message.people : null
  return new Set(Array.isArray(people) ? people.filter((id) => typeof id === 'number') : [])
}
