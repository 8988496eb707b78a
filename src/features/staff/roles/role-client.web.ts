import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { Limits } from '../../../core/access/access.ts'
import type { Endpoint } from '../../../core/http/endpoint.ts'
import { pathOf } from '../../../core/http/endpoint.ts'
import { http } from '../../../core/browser/http-client.web.ts'
import type { Currency } from '../../currencies/currencies.ts'
import { listCurrencies } from '../../currencies/currencies.ts'
import type { Explanation } from './access-explanation.ts'
import { explainAccess } from './access-explanation.ts'
import type { Limitable } from './limitable.ts'
import type { PermissionObjectRecord } from './permission-objects.ts'
import { listPermissionActions, listPermissionObjects } from './permission-objects.ts'
import type { ConsoleUser } from './role-users.ts'
import { listConsoleUsers } from './role-users.ts'
import type { Role } from './roles.ts'
import { listRoles, readPermissions } from './roles.ts'
import type { PermissionUsage } from './unused-permissions.ts'
import { readPermissionUsage } from './unused-permissions.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Everything about roles hangs together, so one change makes all of it stale. */
const area = 'rbac'

function useRead<T>(
  endpoint: { path: string },
  query: Query = {},
  options: { params?: Record<string, string>; enabled?: boolean } = {},
): UseQueryResult<T> {
  const path = pathOf(endpoint, options.params)
  return useQuery({
    queryKey: [area, path, query],
    queryFn: async ({ signal }) => (await http.request('GET', path, { params: query, signal, quiet: [404] })).data as T,
    enabled: options.enabled ?? true,
  })
}

export const roleHref = ({ name }: Pick<Role, 'name'>) => `/roles/update/${encodeURIComponent(name)}`

export const useRoles = () => useRead<Role[]>(listRoles)
export const useRole = (name: string | null) =>
  useRead<Role>(listRoles, { name: name ?? '' }, { enabled: name !== null })

export interface PermissionSet {
  role: string
  permissions: { action: string; object: string; limits?: Limits }[]
}
export const usePermissions = (role: string | null) =>
  useRead<PermissionSet>(readPermissions, { role: role ?? '' }, { enabled: role !== null })
export const useAllPermissions = () => useRead<PermissionSet[]>(readPermissions)

export const useObjects = () => useRead<PermissionObjectRecord[]>(listPermissionObjects)
export const useActions = () =>
  useRead<{ name: string; label: string; objects: string[]; limits: Limitable }[]>(listPermissionActions)

export const useCurrencies = () => useRead<Currency[]>(listCurrencies)

export const useUsers = (role?: string) => useRead<ConsoleUser[]>(listConsoleUsers, { role })
export const useUser = (email: string | null) =>
  useRead<ConsoleUser>(listConsoleUsers, { email: email ?? '' }, { enabled: email !== null })

export const useExplanation = (email: string, action: string, object: string) =>
  useRead<Explanation>(
    explainAccess,
    {},
    { params: { email, action, object }, enabled: action !== '' && object !== '' },
  )

export const useUsage = (name: string, days: number) =>
  useRead<{ permissions: PermissionUsage[] }>(readPermissionUsage, { days: String(days) }, { params: { name } })

interface Sent {
  input?: unknown
  query?: Query
  version?: number
}

/**
 * Changes something about roles. Errors that a form shows itself (409, 412 and 422) raise no toast. With `isLast` the
 * user leaves the page afterwards, so nothing on it is read again: it can be gone by then.
 */
export function useChange<T>(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { isLast = false } = {},
): UseMutationResult<T, Error, Sent> {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ input, query, version }: Sent) => {
      const { data } = await http.request(endpoint.method, endpoint.path, {
        body: input,
        params: query,
        quiet: [409, 412, 422],
        ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
      })
      return data as T
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [area], ...(isLast && { refetchType: 'none' as const }) }),
  })
}
