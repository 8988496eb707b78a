import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/access.ts'
import { may } from '../access/access.ts'
import type { Endpoint } from './endpoint.ts'
import { t } from '../i18n/language.ts'
import { beyond, limitsOf, notGranted } from '../access/limits.ts'

/** Identifies the caller, or throws the refusal (403 `SessionExpired` and its kin) that says why it cannot. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

/**
 * Refuses (403) what the actor has not been granted, naming the grant so that they know what to ask for. A user whose
 * grant has an amount or city limit passes only where the server part says that it enforces limits: one written without
 * limits in mind must not be a way around them.
 */
export function authorise(actor: Actor, endpoint: Endpoint, enforcesLimits = false): void {
  const { access, also = [] } = endpoint
  if (access === 'public' || access === 'signed-in') return
  for (const [object, action] of [access, ...also]) {
    if (!may(actor.grants, action, object)) throw notGranted(action, object)
    const ways = limitsOf(actor.grants, action, object)
    if (!enforcesLimits && ways?.every(({ maximum, cities }) => maximum ?? cities))
      throw beyond(action, object, ways, t('and this command can’t tell what is in scope'))
  }
}

/** Versions of permissions that many calls have alike, by the objects that they were granted on. */
const versions = new WeakMap<object, Map<string, string>>()

/** Changes whenever the actor's permissions do, so that a console knows when to ask for them again. */
export function permissionsVersion(actor: Actor): string {
  const { objects, isSuperUser, limits } = actor.grants
  const known = versions.get(objects) ?? new Map<string, string>()
  const key = JSON.stringify([actor.role, actor.viewingAs, isSuperUser, limits])
  const version = known.get(key) ?? workedOut(actor)
  versions.set(objects, known.set(key, version))
  return version
}

function workedOut({ role, viewingAs, grants: { isSuperUser, objects, limits = {} } }: Actor): string {
  const sorted = Object.entries(objects)
    .map(([action, on]) => [action, on.toSorted()])
    .sort()
  const limited = Object.entries(limits)
    .flatMap(([action, on]) =>
      Object.entries(on).map(([object, ways]) =>
        [action, object, ...ways.map((way) => JSON.stringify(way)).sort()].join(' '),
      ),
    )
    .sort()
  return createHash('sha256')
    .update(JSON.stringify([role, viewingAs, isSuperUser, sorted, limited]))
    .digest('base64url')
    .slice(0, 16)
}
