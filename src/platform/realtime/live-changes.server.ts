import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { limitsOf, seesPersonalData } from '../../core/access/limits.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ResourceChange } from './change-feed.server.ts'
import type { EventStream } from './event-stream.server.ts'
import type { Visit } from './presence.server.ts'

/** What to say to a reader, decided when it is known who they are now; null is nothing. */
export type Tell = (stream: Open) => readonly [event: string, data: unknown] | null

export interface Open {
  readonly request: FastifyRequest
  readonly resources: ReadonlyMap<string, AnyResource>
  readonly tab: string
  readonly stream: EventStream
  actor: Actor
  checkedAt: number
  isChecking: boolean
  readonly waiting: Tell[]
  lapse: NodeJS.Timeout | undefined
}

/** The changes that a reader can see, without their own: their tab already follows those. */
export function changesFor(
  { actor, resources, tab }: Open,
  changes: readonly ResourceChange[],
): readonly [string, unknown] | null {
  const told = changes.flatMap((change) => {
    const object = resources.get(change.resource)?.access.object
    const isByOthers = change.tabs.size > 1 || !change.tabs.has(tab)
    if (object === undefined || !may(actor.grants, 'ui', object) || !isByOthers) return []
    const ways = limitsOf(actor.grants, 'ui', object)
    // Where access is limited to cities or an amount, it isn't known here on which side of the limit a record is.
    const isVague = ways?.every(({ cities, maximum }) => cities || maximum) ?? false
    const isNamed = seesPersonalData(actor.grants, object)
    const records = isVague
      ? null
      : (change.records
          ?.filter((record) => record.tab !== tab)
          .map(({ id, version, action, name }) => ({ id, version, action, by: isNamed ? name : null })) ?? null)
    return [{ resource: change.resource, at: change.at, records }]
  })
  return told.length === 0 ? null : ['changes', told]
}

/** Who else is on a record, for a reader who is on it too and can see it. */
export function presenceFor(
  { actor, resources, tab: ownTab }: Open,
  { resource, id }: { resource: string; id: number },
  visits: readonly Visit[],
): readonly [string, unknown] | null {
  const object = resources.get(resource)?.access.object
  const isOwn = ({ person, tab }: Visit) => person === actor.id && tab === ownTab
  if (!visits.some(isOwn) || object === undefined || !may(actor.grants, 'ui', object)) return null
  const isNamed = seesPersonalData(actor.grants, object)
  return [
    'presence',
    {
      resource,
      id,
      people: visits
        .filter((visit) => !isOwn(visit))
        .map(({ person, name, state }) => ({ isYou: person === actor.id, name: isNamed ? name : null, state })),
    },
  ]
}
