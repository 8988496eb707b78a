import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from './access.ts'
import { may } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import { Refusal } from './errors.ts'

/** Finds out who calls, or throws the refusal (403 `SessionExpired` and its kin) that says why nobody does. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor>

/** Refuses (403) what the actor has not been granted, naming the grant so that they know what to ask for. */
export function authorise(actor: Actor, endpoint: Endpoint): void {
  const { access, also = [] } = endpoint
  if (access === 'public' || access === 'signed-in') return
  for (const [object, action] of [access, ...also]) {
    if (!may(actor.grants, action, object)) {
      throw new Refusal(403, `You need “${action}” on ${object} for this. Ask whoever manages access.`)
    }
  }
}

/** Changes whenever the actor's permissions do, so that a console can tell when to ask for them again. */
export function permissionsVersion({ role, viewingAs, grants: { isSuperUser, objects } }: Actor): string {
  const sorted = Object.entries(objects).map(([action, on]) => [action, on.toSorted()]).sort()
  return createHash('sha256').update(JSON.stringify([role, viewingAs, isSuperUser, sorted])).digest('base64url').slice(0, 16)
}
