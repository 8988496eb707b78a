import { useSyncExternalStore } from 'react'

// What screens want to follow and what they hear back. The code that asks the server is supplied by the console
// (connection in the area of the same name), long after the first screen is there.

/** One change of a record, made outside this tab. */
interface LiveRecord {
  readonly id: number
  /** Null where the change did not say. */
  readonly version: number | null
  readonly action: string
  /** Null: the server itself, or a person whose name this user cannot see. */
  readonly by: string | null
}

/** What happened to a resource within a moment. */
export interface LiveChange {
  readonly resource: string
  /** Null: so many, or such, that the server does not say which. */
  readonly records: readonly LiveRecord[] | null
}

/** Another user who has the same record open. */
export interface Visitor {
  readonly name: string | null
  readonly isYou: boolean
  readonly state: 'looking' | 'editing'
}

/** The record that this tab has open. */
export interface Visit {
  readonly resource: string
  readonly id: number
  readonly state: 'looking' | 'editing'
}

/** Null: news can have been missed, so anything can have changed. */
type OnChange = (change: LiveChange | null) => void

const followers = new Map<string, Set<OnChange>>()
const onWish = new Set<() => void>()
const onVisitors = new Set<() => void>()
const noVisitors: readonly Visitor[] = []
let visit: Visit | null = null
let visitors: readonly Visitor[] = noVisitors

function publishWish(): void {
  for (const listener of onWish) listener()
}

/** Subscribes to changes of a resource until the returned function is called. */
export function followChanges(resource: string, onChange: OnChange): () => void {
  const listeners = followers.get(resource) ?? new Set()
  followers.set(resource, listeners.add(onChange))
  if (listeners.size === 1) publishWish()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    followers.delete(resource)
    publishWish()
  }
}

/** Says which record is open in this tab and what is done with it; null once none is. */
export function setVisit(next: Visit | null): void {
  if (visit?.resource !== next?.resource || visit?.id !== next?.id) publishVisitors(noVisitors)
  visit = next
  publishWish()
}

/** Who else is on the record that `setVisit` named. */
export function useVisitors(): readonly Visitor[] {
  return useSyncExternalStore(subscribeToVisitors, () => visitors)
}

function subscribeToVisitors(listener: () => void): () => void {
  onVisitors.add(listener)
  return () => {
    onVisitors.delete(listener)
  }
}

function publishVisitors(next: readonly Visitor[]): void {
  if (visitors === next) return
  visitors = next
  for (const listener of onVisitors) listener()
}

/** The side of the code that asks the server. */
export const liveDesk = {
  wanted: (): readonly string[] => [...followers.keys()],
  visit: (): Visit | null => visit,
  onWish(listener: () => void): () => void {
    onWish.add(listener)
    return () => {
      onWish.delete(listener)
    }
  },
  publishChanges(changes: readonly LiveChange[]): void {
    for (const change of changes) for (const listener of followers.get(change.resource) ?? []) listener(change)
  },
  /** Speaks only to those who can have missed something: the others have just read what they show. */
  publishMissed(resources: readonly string[]): void {
    for (const resource of resources) for (const listener of followers.get(resource) ?? []) listener(null)
  },
  publishVisitors(of: { resource: string; id: number }, next: readonly Visitor[]): void {
    if (visit && visit.resource === of.resource && visit.id === of.id) publishVisitors(next)
  },
}
