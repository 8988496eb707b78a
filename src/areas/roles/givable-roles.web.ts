import { useMemo } from 'react'
import { useMay, useSession } from '../../kit/session.web.ts'
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
  const may = useMay()
  return useMemo(() => (data ?? []).map(({ role, permissions }) => ({
    name: role,
    isGivable: session?.isSuperUser === true || (role !== 'admin' && permissions.every(({ action, object }) => may(action, object))),
  // `may` reads nothing but the session.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  })), [data, session])
}
