import { useMemo } from 'react'
import { hasGrant } from '../../../core/access/limits.ts'
import { useSession } from '../../../core/browser/session.web.ts'
import { useAllPermissions } from './role-client.web.ts'

export interface GivableRole {
  readonly name: string
  /** Whether the signed-in user has every permission of the role, and so can give it to others. */
  readonly isGivable: boolean
}

/** Every role, and whether the user can give it. The server decides; this only hides choices that it would refuse. */
export function useGivableRoles(): readonly GivableRole[] {
  const { data } = useAllPermissions()
  const session = useSession()
  return useMemo(
    () =>
      (data ?? []).map(({ role, permissions }) => ({
        name: role,
        isGivable:
          session !== null &&
          (session.isSuperUser || (role !== 'admin' && permissions.every((grant) => hasGrant(session.grants, grant)))),
      })),
    [data, session],
  )
}
