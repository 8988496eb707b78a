import { useSyncExternalStore } from 'react'

// What screens want to know of and what there is to tell them. Who asks the server, and how, is brought along by the
// console (connection in the area of the same name), long after the first screen is there.

/** One change of a record, by somebody else than this tab. */
export interface LiveRecord {
  readonly id: number
  /** Null where the change did not say. */
  readonly version: number | null
  readonly action: string
  /** Null: the server by itself, or somebody whose name is not for this person. */
  readonly by: string | null
}

/** What happened to a resource within a moment. */
export interface LiveChange {
  readonly resource: string
  /** Null: so many, or such, that the server does not say which. */
  readonly records: readonly LiveRecord[] | null
}

/** Somebody else who has the same record open. */
export interface Visitor { readonly name: string | null; readonly isYou: boolean; readonly state: 'looking' | 'editing' }

/** What this tab has open. */
export interface Visit { readonly resource: string; readonly id: number; readonly state: 'looking' | 'editing' }

/** Null: news may have been missed, so anything may have changed. */
type OnChange = (change: LiveChange | null) => void

const followers = new Map<string, Set<OnChange>>()
const onWish = new Set<() => void>()
const onVisitors = new Set<() => void>()
const noVisitors: readonly Visitor[] = []
let visit: Visit | null = null
let visitors: readonly Visitor[] = noVisitors

function tellOfWish(): void {
  for (const listener of onWish) listener()
}

/** Asks to be told of changes of a resource, for as long as the answer is not called. */
export function followChanges(resource: string, onChange: OnChange): () => void {
  const listeners = followers.get(resource) ?? new Set()
  followers.set(resource, listeners.add(onChange))
  if (listeners.size === 1) tellOfWish()
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    followers.delete(resource)
    tellOfWish()
  }
}

/** Says which record is open in this tab and what is done with it; null once none is. */
export function setVisit(next: Visit | null): void {
  if (visit?.resource !== next?.resource || visit?.id !== next?.id) tellVisitors(noVisitors)
  visit = next
  tellOfWish()
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

function tellVisitors(next: readonly Visitor[]): void {
  if (visitors === next) return
  visitors = next
  for (const listener of onVisitors) listener()
}

/** The side of whoever asks the server. */
export const liveDesk = {
  wanted: (): readonly string[] => [...followers.keys()],
  visit: (): Visit | null => visit,
  onWish(listener: () => void): () => void {
    onWish.add(listener)
    return () => {
      onWish.delete(listener)
    }
  },
  tellChanges(changes: readonly LiveChange[]): void {
    for (const change of changes) for (const listener of followers.get(change.resource) ?? []) listener(change)
  },
  tellMissed(): void {
    for (const listeners of followers.values()) for (const listener of listeners) listener(null)
  },
  tellVisitors(of: { resource: string; id: number }, next: readonly Visitor[]): void {
    if (visit && visit.resource === of.resource && visit.id === of.id) tellVisitors(next)
  },
}
