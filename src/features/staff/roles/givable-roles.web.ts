import { useMemo } from 'react'
import { holdsGrant } from '../../../core/access/limits.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { useAllPermissions } from './role-client.web.ts'

export interface GivableRole {
  readonly name: string
  /** Whether the person signed in holds all that the role has, so that they may give it to somebody. */
  readonly isGivable: boolean
}

/** Every role, with whether one may give it. The server decides; this only keeps people from choosing what it refuses. */
export function useGivableRoles(): readonly GivableRole[] {
  const { data } = useAllPermissions()
  const session = useSession()
  return useMemo(
    () =>
      (data ?? []).map(({ role, permissions }) => ({
        name: role,
        isGivable:
          session !== null &&
          (session.isSuperUser ||
            (role !== 'admin' && permissions.every((grant) => holdsGrant(session.grants, grant)))),
      })),
    [data, session],
  )
}
