import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../kit/access.ts'
import { system } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { createRateLimit, networkOf } from '../../kit/rate-limit.server.ts'
import type { Session } from './sessions.server.ts'

/** A person as every check and the audit see them. */
export function actorOf(
  person: Pick<Session, 'staffId' | 'email' | 'firstName' | 'lastName' | 'role' | 'grants'> & Partial<Pick<Session, 'id' | 'limits' | 'lent' | 'freshFor'>>,
): Actor {
  const { id, limits, lent, freshFor } = person
  const isAdmin = person.role === 'admin'
  const elevations = lent?.elevations ?? []
  const [first] = elevations
  return {
    kind: 'staff',
    id: person.staffId,
    name: `${person.firstName} ${person.lastName}`.trim() || person.email,
    email: person.email,
    role: person.role,
    grants: { isSuperUser: isAdmin || elevations.some(({ role }) => role === 'admin'), objects: person.grants, ...(limits && { limits }) },
    ...(lent && { standing: { isSuperUser: isAdmin, ...lent.standing } }),
    ...(first && { elevation: { from: person.role, to: elevations.map(({ role }) => role), reason: first.reason, until: first.endsAt } }),
    ...(id !== undefined && freshFor !== undefined && { session: { id, isFresh: freshFor > 0 } }),
  }
}

/** Writes a refusal into the audit. Never fails: a refusal stays one even when the audit cannot be written. */
export type RecordDenial = (request: FastifyRequest, entry: AuditEntry, actor?: Actor) => Promise<void>

/**
 * Refusals belong into the audit, but nobody may fill it with them: of one kind from one place or person at most
 * twelve a minute are kept, and 120 in all. The log has every one.
 */
export function createDenialAudit(db: Db): RecordDenial {
  const perSource = createRateLimit({ limit: 12, windowSeconds: 60, message: '' })
  const overall = createRateLimit({ limit: 120, windowSeconds: 60, message: '' })

  return async function recordDenial(request, entry, actor = system('sign-in')) {
    const { action, object, recordId, reason } = entry
    request.log.warn({ audit: { action, object, recordId, reason }, address: request.clientAddress }, 'refused')
    try {
      perSource.take(`${action} ${actor.id ?? networkOf(request.clientAddress)}`)
      overall.take('all')
    } catch {
      return
    }
    try {
      await db.transaction().execute((transaction) => appendAudit(transaction, [entry], {
        actor, requestId: request.id, address: request.clientAddress,
      }))
    } catch (failure) {
      request.log.error({ err: failure }, 'The refusal could not be written into the audit')
    }
  }
}
