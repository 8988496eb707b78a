import type { Actor } from '../../../core/access/access.ts'
import type { Session } from './sessions.server.ts'

/** A person as every check and the audit see them. */
export function actorOf(
  person: Pick<Session, 'staffId' | 'email' | 'firstName' | 'lastName' | 'role' | 'grants'> &
    Partial<Pick<Session, 'id' | 'limits' | 'temporary' | 'freshFor'>>,
): Actor {
  const { id, limits, temporary, freshFor } = person
  const isAdmin = person.role === 'admin'
  const elevations = temporary?.elevations ?? []
  const [first] = elevations
  return {
    kind: 'staff',
    id: person.staffId,
    name: `${person.firstName} ${person.lastName}`.trim() || person.email,
    email: person.email,
    role: person.role,
    grants: {
      isSuperUser: isAdmin || elevations.some(({ role }) => role === 'admin'),
      objects: person.grants,
      ...(limits && { limits }),
    },
    ...(temporary && { baseGrants: { isSuperUser: isAdmin, ...temporary.baseGrants } }),
    ...(first && {
      elevation: {
        from: person.role,
        to: elevations.map(({ role }) => role),
        reason: first.reason,
        until: first.endsAt,
      },
    }),
    ...(id !== undefined && freshFor !== undefined && { session: { id, isFresh: freshFor > 0 } }),
  }
}
