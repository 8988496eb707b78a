import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './access.ts'
import { may } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import { t } from './language.ts'
import { beyond, limitsOf, notGranted } from './limits.ts'

/** Finds out who calls, or throws the refusal (403 `SessionExpired` and its kin) that says why nobody does. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

/**
 * Refuses (403) what the actor has not been granted, naming the grant so that they know what to ask for. Somebody whose
 * grant ends at an amount or a city passes only where the server part says that it heeds limits: one that was written
 * without a thought of them must not be the way around them.
 */
export function authorise(actor: Actor, endpoint: Endpoint, heedsLimits = false): void {
  const { access, also = [] } = endpoint
  if (access === 'public' || access === 'signed-in') return
  for (const [object, action] of [access, ...also]) {
    if (!may(actor.grants, action, object)) throw notGranted(action, object)
    const ways = limitsOf(actor.grants, action, object)
    if (!heedsLimits && ways?.every(({ maximum, cities }) => maximum ?? cities)) throw beyond(action, object, ways, t('and this command cannot tell what is'))
  }
}

/** Changes whenever the actor's permissions do, so that a console can tell when to ask for them again. */
export function permissionsVersion({ role, viewingAs, grants: { isSuperUser, objects, limits = {} } }: Actor): string {
  const sorted = Object.entries(objects).map(([action, on]) => [action, on.toSorted()]).sort()
  const limited = Object.entries(limits).flatMap(([action, on]) => Object.entries(on).map(([object, ways]) => (
    [action, object, ...ways.map((way) => JSON.stringify(way)).sort()].join(' ')))).sort()
  return createHash('sha256').update(JSON.stringify([role, viewingAs, isSuperUser, sorted, limited])).digest('base64url').slice(0, 16)
}
