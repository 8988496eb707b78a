import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { isWithin } from '../../core/ip-address.ts'
import { t } from '../../core/i18n/language.ts'
import { hashOfKey, looksLikeApiKey } from './api-keys.server.ts'
import type { Quotas } from './api-quota.server.ts'

/** Who calls the discovery API. */
export interface ApiCaller extends Quotas {
  readonly keyId: number
  readonly name: string
  readonly company: string
  readonly scopes: readonly string[]
  readonly prefix: string
  readonly lastFour: string
  /** When the key stops working, by its own end or that of the access as a whole. */
  readonly expiresAt: string | null
  readonly allowedRanges: readonly string[]
}

type KeyRow = ApiCaller & { readonly status: string; readonly isRevoked: boolean; readonly isExpired: boolean }

/** What a key is looked up by: its SHA-256. */
export const callerLookup = `
  select u.id as "userId", k.id as "keyId", u.name, u.company, u.scopes, k.prefix, k.last_four as "lastFour", u.status,
    least(k.expires_at, u.expires_at) as "expiresAt", k.revoked_at is not null as "isRevoked",
    coalesce(least(k.expires_at, u.expires_at) <= now(), false) as "isExpired",
    u.allowed_ranges as "allowedRanges", u.quota_per_minute as "quotaPerMinute", u.quota_per_day as "quotaPerDay"
  from discovery_api_keys k join discovery_api_users u on u.id = k.user_id where k.hash = $1`

function refused(error: string, message: string): Refusal {
  return new Refusal(401, message, { error, headers: { 'WWW-Authenticate': 'Bearer realm="discovery"' } })
}

/** The key of a call, if it looks like one of ours. Only in the header: addresses end up in logs and histories. */
export function keyIn(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined) throw refused('KeyMissing', t('Send your key as “Authorization: Bearer mk_live_…”.'))
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
  if (!looksLikeApiKey(key))
    throw refused('KeyUnknown', t('This isn’t one of our keys. Check that you copied all of it.'))
  return key
}

/** Finds out who calls by their key, afresh with every call, so that what is taken away is gone with the next. */
export async function findApiCaller(db: Database, key: string): Promise<ApiCaller> {
  const {
    rows: [row],
  } = await db.pool.query<KeyRow>({ name: 'find-api-caller', text: callerLookup, values: [hashOfKey(key)] })
  if (!row) throw refused('KeyUnknown', t('This isn’t one of our keys. Check that you copied all of it.'))
  const { status, isRevoked, isExpired, ...caller } = row
  if (isRevoked) throw refused('KeyRevoked', t('This key has been revoked.'))
  if (isExpired) throw refused('KeyExpired', t('This key has expired.'))
  if (status !== 'active') throw refused('Suspended', t('Your access is suspended. Ask your contact why.'))
  return caller
}

/** Refuses (403) calls from elsewhere than the addresses that the API user is held to. */
export function checkAddress(caller: ApiCaller, address: string): void {
  if (caller.allowedRanges.length === 0 || isWithin(caller.allowedRanges, address)) return
  throw new Refusal(403, t('Calls with this key are not allowed from {address}.', { address }), {
    error: 'AddressNotAllowed',
  })
}

/** Refuses (403) what the key's scopes do not cover. */
export function checkScope(caller: ApiCaller, scope: string | null): void {
  if (scope === null || caller.scopes.includes(scope)) return
  throw new Refusal(403, t('This key lacks the scope {scope}.', { scope }), { error: 'ScopeMissing' })
}
