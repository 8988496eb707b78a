import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { attendances } from './live.ts'

/** How long a person counts as present on a record without a sign of life, in milliseconds. */
const presentFor = 45_000
/** The same once their stream has ended: time enough to come back, after a hiccup or to another instance. */
const awayFor = 8_000
/** How often the instance with a tab's stream reports that the tab is still there. */
const renewEvery = 20_000
/** People in one message between instances, which takes less than 8000 bytes. */
const maxInMessage = 15
/** Tabs of one person that are remembered; the ones longest unheard of are forgotten first. */
const maxTabs = 40

const visitSchema = z.object({
  person: z.int(),
  name: z.string(),
  tab: z.string(),
  resource: z.string(),
  id: z.int(),
  state: z.enum(attendances),
  for: z.int(),
})
/** One tab on one record. `for` is how long that is valid, counted by each instance on its own clock. */
export type Visit = z.output<typeof visitSchema>

const messageSchema = z.object({
  from: z.string(),
  put: z.optional(z.array(visitSchema)),
  gone: z.optional(z.array(z.string())),
  ask: z.optional(z.boolean()),
})

interface Known {
  readonly visit: Visit
  until: number
}

export interface PresenceOptions {
  /** Notifies the other instances, if there are any. */
  readonly publish: (message: object) => void
  /** The people on a record have changed. */
  readonly changed: (resource: string, id: number) => void
  /** The tabs whose streams this instance has, each by its `tabKey`. */
  readonly tabs: () => ReadonlySet<string>
  readonly now?: () => number
}

export interface Presence {
  /** A tab says what it does; null: it has left. */
  attend(visit: Omit<Visit, 'for'>, isGone: boolean): void
  /** A tab has a stream again. */
  hasStream(person: number, tab: string): void
  /** The stream of a tab has ended. */
  lostStream(person: number, tab: string): void
  /** Where a tab is. */
  visitOf(person: number, tab: string): Visit | null
  visitsTo(resource: string, id: number): readonly Visit[]
  /** @throws ZodError for what no instance of ours sends */
  hear(message: unknown): void
  /** Asks the other instances for presence: after a gap in their messages, or at the start. */
  ask(): void
  stop(): void
}

/** Tabs choose their own names, so a name counts only together with its person. */
export const tabKey = (person: number | null, tab: string) => `${person} ${tab}`
const keyOf = ({ person, tab }: Pick<Visit, 'person' | 'tab'>) => tabKey(person, tab)

const recordKey = ({ resource, id }: Pick<Visit, 'resource' | 'id'>) => `${resource}/${id}`

/**
 * Who is on which record, kept only in memory. A tab reports it once, and again when it changes; the instance with its
 * stream then confirms that it is still there, for all of its tabs together.
 */
export function createPresence({ publish, changed, tabs, now = () => performance.now() }: PresenceOptions): Presence {
  const self = randomUUID()
  const visits = createVisits(changed, now)
  const renewal = setInterval(renew, renewEvery).unref()
  const sweep = setInterval(() => visits.forget(), 1_000).unref()

  function held(): Visit[] {
    const here = tabs()
    return visits
      .all()
      .filter((visit) => here.has(keyOf(visit)))
      .map((visit) => ({ ...visit, for: presentFor }))
  }

  function send(all: readonly Visit[]): void {
    for (let from = 0; from < all.length; from += maxInMessage)
      publish({ from: self, put: all.slice(from, from + maxInMessage) })
  }

  function renew(): void {
    const all = held()
    for (const visit of all) visits.put(visit)
    send(all)
  }

  function restate(key: string, lasts: number): void {
    const known = visits.get(key)
    if (!known) return
    const stated = { ...known, for: lasts }
    visits.put(stated)
    send([stated])
  }

  return {
    attend(visit, isGone) {
      if (isGone) {
        visits.remove(keyOf(visit))
        publish({ from: self, gone: [keyOf(visit)] })
        return
      }
      if (!visits.get(keyOf(visit))) visits.makeRoom(visit.person)
      const stated = { ...visit, name: visit.name.slice(0, 80), for: presentFor }
      visits.put(stated)
      send([stated])
    },
    hasStream: (person, tab) => restate(tabKey(person, tab), presentFor),
    lostStream(person, tab) {
      const key = tabKey(person, tab)
      // Another stream of the same tab can have replaced it.
      if (!tabs().has(key)) restate(key, awayFor)
    },
    visitOf: (person, tab) => visits.get(keyOf({ person, tab })) ?? null,
    visitsTo: (resource, id) => visits.to(resource, id),
    hear(message) {
      const { from, put: present = [], gone = [], ask } = z.parse(messageSchema, message)
      if (from === self) return
      for (const visit of present) visits.put(visit)
      for (const key of gone) visits.remove(key)
      if (ask) send(held())
    },
    ask: () => publish({ from: self, ask: true }),
    stop() {
      clearInterval(renewal)
      clearInterval(sweep)
    },
  }
}

/** The visits that are known, by tab and by record, from the one longest unheard of to the last. */
function createVisits(changed: PresenceOptions['changed'], now: () => number) {
  const visits = new Map<string, Known>()
  const byRecord = new Map<string, Set<string>>()

  function put(visit: Visit): void {
    const key = keyOf(visit)
    const known = visits.get(key)
    const isNews = known?.visit.state !== visit.state || recordKey(known.visit) !== recordKey(visit)
    if (known && recordKey(known.visit) !== recordKey(visit)) remove(key)
    visits.delete(key)
    visits.set(key, { visit, until: now() + visit.for })
    const there = byRecord.get(recordKey(visit)) ?? new Set()
    byRecord.set(recordKey(visit), there.add(key))
    if (isNews) changed(visit.resource, visit.id)
  }

  function remove(key: string): void {
    const known = visits.get(key)
    if (!known) return
    visits.delete(key)
    const there = byRecord.get(recordKey(known.visit))
    there?.delete(key)
    if (there?.size === 0) byRecord.delete(recordKey(known.visit))
    changed(known.visit.resource, known.visit.id)
  }

  return {
    put,
    remove,
    get: (key: string) => visits.get(key)?.visit,
    all: () => [...visits.values()].map(({ visit }) => visit),
    to: (resource: string, id: number) =>
      [...(byRecord.get(recordKey({ resource, id })) ?? [])].flatMap((key) => visits.get(key)?.visit ?? []),
    /** Removes visits whose time is over. */
    forget(): void {
      const moment = now()
      for (const [key, { until }] of visits) if (until <= moment) remove(key)
    },
    /** Makes room for one more tab of a person. */
    makeRoom(person: number): void {
      const own = [...visits].filter(([, { visit }]) => visit.person === person)
      for (const [key] of own.slice(0, Math.max(0, own.length - maxTabs + 1))) remove(key)
    },
  }
}
