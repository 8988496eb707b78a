import { useCallback, useSyncExternalStore } from 'react'
import { type Grants, type Limits, may } from '../access/access.ts'
import { clearToken } from './cookies.web.ts'
import { setDraftOwner, wipeDrafts } from './drafts.web.ts'
import { http } from './http-client.web.ts'
import { patiently } from './patience.web.ts'
import { isRecord } from './request-errors.web.ts'
import { forgetView } from './view-as.web.ts'

/** The person at the console, as `rest/data/rbac/whoami` describes them. */
export interface SignedIn {
  /** The token this was loaded with. Another token in the cookie means that another user can have signed in. */
  readonly token: string
  /** First name plus last name. */
  readonly name: string
  readonly email: string
  readonly role: string
  /** The https address of a picture; where there is none, initials replace it. */
  readonly avatar: string | null
  readonly grants: Grants
  readonly isSuperUser: boolean
  /** Until when the sign-in counts as fresh, in milliseconds of this machine's clock. */
  readonly freshUntil: number
  /** The user's temporary access, each until `endsAt`; the soonest to end first. */
  readonly elevations: readonly Elevation[]
  /** The role as which the console is viewed, whose permissions the others here are; null or absent as oneself. */
  readonly viewingAs?: string | null
  /** Changes whenever the permissions do. */
  readonly permissionsVersion?: string | null
}

/** Temporary access to another role's permissions. */
interface Elevation {
  readonly id: number
  readonly role: string
  readonly reason: string
  /** ISO 8601. */
  readonly endsAt: string
}

/** How long logging out waits for the server before leaving anyway, in milliseconds. */
const LOGOUT_WAIT_MS = 1500

let signedIn: SignedIn | null = null
let loading: { token: string; result: Promise<SignedIn> } | null = null
const listeners = new Set<() => void>()

/** The session as loaded, or null before that and after it was cleared. An empty list of permissions is loaded all the same. */
export function currentSession(): SignedIn | null {
  return signedIn
}

/**
 * Asks the server who is signed in and keeps the answer. Calls made in the meantime with the same token share the
 * request.
 *
 * A server that is busy or restarting is asked again before that counts as a failure; `tell` says so while it waits.
 *
 * Rejects with what the client rejects with (unshown), or an Error when the answer cannot be understood.
 */
export function loadSession(token: string, tell: () => () => void = () => () => {}): Promise<SignedIn> {
  if (loading?.token === token) return loading.result
  const ask = () =>
    http.request('GET', 'rest/data/rbac/whoami', { quiet: 'everything', parse: (body) => parseWhoAmI(body, token) })
  const result = patiently(ask, tell)
    .then(({ data, headers }) => {
      const session = { ...data, permissionsVersion: headers.get('X-Permissions-Version') }
      if (session.viewingAs === null) forgetView()
      setDraftOwner(session.email)
      setSession(session)
      return session
    })
    .finally(() => {
      loading = null
    })
  loading = { token, result }
  return result
}

/** Forgets who is signed in: token, permissions and everything the menu was built from. */
export function clearSession(): void {
  clearToken()
  setSession(null)
}

/**
 * Ends the session. The server is notified, but whether it answers makes no difference: this browser forgets the
 * session in any case, and the promise never rejects. Leaving for the sign-in page is up to the caller.
 */
export async function endSession(): Promise<void> {
  const told = http.request('POST', '/user/logout', { quiet: 'everything', keepalive: true }).catch(() => null)
  wipeDrafts()
  clearSession()
  forgetView()
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS))])
  // The server's reply can have set cookies again; what counts is that no token is left behind.
  clearToken()
}

function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useSession(): SignedIn | null {
  return useSyncExternalStore(subscribeToSession, currentSession)
}

/**
 * Whether the signed-in user can do something: `mayI('write', 'coupons')`. Before sign-in, nothing is allowed. The function
 * stays the same while their permissions do, so that what is made with it once, such as the columns of a list, is kept.
 */
export function useMay(): (action: string, object: string) => boolean {
  const grants = useSession()?.grants
  return useCallback((action, object) => grants !== undefined && may(grants, action, object), [grants])
}

function setSession(next: SignedIn | null): void {
  signedIn = next
  for (const listener of listeners) listener()
}

/** The current token's session, or null when it has to be loaded first. */
export function sessionFor(token: string | null): SignedIn | null {
  return signedIn !== null && signedIn.token === token ? signedIn : null
}

/**
 * Reads the whoami answer. Throws when a part that access depends on is missing, rather than guessing at it.
 */
function parseWhoAmI(body: unknown, token: string): SignedIn {
  const user = isRecord(body) ? body['user'] : null
  const permissions = isRecord(body) ? body['permissions'] : null
  if (!isRecord(user) || typeof user['role'] !== 'string' || typeof user['email'] !== 'string') {
    throw new Error('The server did not say who is signed in')
  }
  if (!Array.isArray(permissions)) throw new Error('The server did not return your permissions')
  const isSuperUser = user['role'] === 'admin'
  return {
    token,
    name: [user['first_name'], user['last_name']].filter((part) => typeof part === 'string' && part !== '').join(' '),
    email: user['email'],
    role: user['role'],
    avatar: typeof user['avatar'] === 'string' && user['avatar'].startsWith('https://') ? user['avatar'] : null,
    grants: {
      isSuperUser,
      objects: objectsByAction(permissions),
      limits: limitsByAction(isRecord(body) ? body['limits'] : null),
    },
    isSuperUser,
    ...parseSession(body),
  }
}

/** What the session is good for; a server that says nothing about it has nothing to say. */
function parseSession(body: unknown): Pick<SignedIn, 'freshUntil' | 'elevations' | 'viewingAs'> {
  const session = isRecord(body) && isRecord(body['session']) ? body['session'] : {}
  const { fresh_for: freshFor, elevations, viewing_as: viewingAs } = session
  return {
    viewingAs: typeof viewingAs === 'string' ? viewingAs : null,
    freshUntil: typeof freshFor === 'number' ? Date.now() + freshFor * 1000 : 0,
    elevations: (Array.isArray(elevations) ? elevations : [])
      .flatMap((item: unknown) => {
        if (!isRecord(item) || typeof item['id'] !== 'number' || typeof item['ends_at'] !== 'string') return []
        return [{ id: item['id'], role: String(item['role']), reason: String(item['reason']), endsAt: item['ends_at'] }]
      })
      .sort((a, b) => Date.parse(a.endsAt) - Date.parse(b.endsAt)),
  }
}

function objectsByAction(permissions: readonly unknown[]): Record<string, string[]> {
  const objects: Record<string, string[]> = Object.create(null)
  for (const item of permissions) {
    if (!isRecord(item) || typeof item['action'] !== 'string' || typeof item['object'] !== 'string') continue
    const listed = (objects[item['action']] ??= [])
    if (!listed.includes(item['object'])) listed.push(item['object'])
  }
  return objects
}

/** Edge: what the server sends in `any` are limits, as the core has them. A server without them has nothing to limit. */
function limitsByAction(limits: unknown): Record<string, Record<string, readonly Limits[]>> {
  const byAction: Record<string, Record<string, readonly Limits[]>> = Object.create(null)
  for (const item of Array.isArray(limits) ? (limits as unknown[]) : []) {
    if (
      !isRecord(item) ||
      typeof item['action'] !== 'string' ||
      typeof item['object'] !== 'string' ||
      !Array.isArray(item['any'])
    )
      continue
    const byObject: Record<string, readonly Limits[]> = (byAction[item['action']] ??= Object.create(null))
    byObject[item['object']] = item['any'] as Limits[]
  }
  return byAction
}
