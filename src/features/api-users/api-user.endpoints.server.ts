import { sql } from 'kysely'
import type { ResourceContext, RecordCall } from '../../core/calls/record-rows.server.ts'
import { createRecord, updateRecord } from '../../core/calls/crud.server.ts'
import { fetchRecord } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Endpoint } from '../../core/http/endpoint.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Operation } from '../../core/resource/resource.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import type { ApiGateway } from './api-gateway.server.ts'
import { issueKey, keyName } from './api-keys.server.ts'
import type { ApiKey, ApiUsage } from './api-user.endpoints.ts'
import {
  createApiUser,
  listApiKeys,
  readApiSelf,
  readApiUsage,
  revokeApiKey,
  rotateApiKey,
  updateApiUser,
} from './api-user.endpoints.ts'
import { apiUsersServer } from './api-users.server.ts'
import { apiUsers } from './api-users.ts'

const records: ResourceContext = {
  server: apiUsersServer,
  resource: apiUsers,
  lookup(name) {
    throw new Error(`API users refer to nothing, and so not to ${name}.`)
  },
}

const noSuchUser = () => new Refusal(404, t('API user not found.'))
const noSuchKey = () => new Refusal(404, t('Key not found.'))

function idIn(text: string, missing: () => Refusal): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw missing()
  return Number(text)
}

/** A call about a record that reads its body by the definition's own rules, as the core's calls do. */
function onRecords(
  endpoint: Endpoint,
  operation: Operation,
  handle: (call: RecordCall) => Promise<unknown>,
): Implementation {
  return {
    endpoint: { ...endpoint, resource: apiUsers, operation } as Endpoint,
    transaction: true,
    isSecret: operation === 'create',
    async handle(call) {
      try {
        return await handle(call as RecordCall)
      } catch (error) {
        throw refusalOf(error, apiUsers, operation)
      }
    },
  }
}

const create = onRecords(createApiUser as unknown as Endpoint, 'create', async (call) => {
  requireFreshSignIn(call.actor, t('create a key'))
  const record = await createRecord(records, call)
  const made = await issueKey(call.db, Number(record['id']), call.actor)
  call.audit.record({
    action: 'make-key',
    object: apiUsers.name,
    recordId: Number(record['id']),
    title: String(record['name']),
    after: { key: keyName(made) },
  })
  // Read once more for what is said of its keys: by now it has one.
  const keyed = await fetchRecord(records, call, Number(record['id']))
  return { ...record, keyHint: keyed?.['keyHint'], keyCount: keyed?.['keyCount'], key: made.key }
})

const update = onRecords(updateApiUser as unknown as Endpoint, 'update', async (call) => {
  const { input } = call
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid({ id: t('Send the API user’s id.') })
  const { id, ...rest } = input as Record<string, unknown>
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw invalid({ id: t('Send the API user’s id.') })
  return await updateRecord(records, { ...call, params: { id: String(id) }, input: rest })
})

async function lockedUser(db: Db, text: string): Promise<{ id: number; name: string }> {
  const {
    rows: [user],
  } = await sql<{ id: number; name: string }>`
    select id, name from discovery_api_users where id = ${idIn(text, noSuchUser)} for update`.execute(db)
  if (!user) throw noSuchUser()
  return user
}

async function keysOf(db: Db, userId: number, keyId: number | null = null): Promise<ApiKey[]> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await sql<ApiKey>`
    select k.id, k.prefix, k.last_four as "lastFour", case when k.revoked_at is not null then 'revoked'
        when k.expires_at <= now() then 'ended' when k.expires_at is not null then 'ending' else 'active' end as state,
      ${instant('k.created_at')} as "createdAt", s.name as "createdBy", ${instant('k.expires_at')} as "expiresAt",
      ${instant('k.revoked_at')} as "revokedAt", ${instant('k.last_used_at')} as "lastUsedAt"
    from discovery_api_keys k left join staff s on s.id = k.created_by
    where k.user_id = ${userId} and (${keyId}::bigint is null or k.id = ${keyId}) order by k.id desc limit 100`.execute(
    db,
  )
  return rows
}

async function rotate({
  params,
  input,
  db,
  actor,
  audit,
}: Call<{ id: string }, undefined, { overlap?: number | undefined }>) {
  requireFreshSignIn(actor, t('create a key'))
  const user = await lockedUser(db, params.id)
  const overlap = input.overlap ?? 24
  const { rows } = await sql<{ expires_at: string }>`
    update discovery_api_keys set expires_at = least(expires_at, now() + make_interval(hours => ${overlap}))
    where user_id = ${user.id} and revoked_at is null and (expires_at is null or expires_at > now()) returning expires_at`.execute(
    db,
  )
  const made = await issueKey(db, user.id, actor)
  audit.record({
    action: 'rotate-key',
    object: apiUsers.name,
    recordId: user.id,
    title: user.name,
    after: { key: keyName(made), overlapHours: overlap, othersEnding: rows.length },
  })
  const ends = rows.map(({ expires_at }) => expires_at).toSorted()
  return { ...made, othersEndAt: ends.at(-1) ?? null }
}

async function revoke({ params, db, audit }: Call<{ id: string; keyId: string }>): Promise<ApiKey> {
  const user = await lockedUser(db, params.id)
  const keyId = idIn(params.keyId, noSuchKey)
  const [before] = await keysOf(db, user.id, keyId)
  if (!before) throw noSuchKey()
  if (before.state === 'revoked') throw new Refusal(409, t('This key has been revoked already.'))
  await sql`update discovery_api_keys set revoked_at = now() where id = ${keyId}`.execute(db)
  audit.record({
    action: 'revoke-key',
    object: apiUsers.name,
    recordId: user.id,
    title: user.name,
    before: { key: keyName(before) },
  })
  const [after] = await keysOf(db, user.id, keyId)
  if (!after) throw new Error('A revoked key can still be read.')
  return after
}

type Limits = { id: number; quotaPerMinute: number; quotaPerDay: number }

async function usageOf(gateway: ApiGateway, db: Db, text: string, days: number): Promise<ApiUsage> {
  const id = idIn(text, noSuchUser)
  const {
    rows: [user],
  } = await sql<Limits>`
    select id, quota_per_minute as "quotaPerMinute", quota_per_day as "quotaPerDay" from discovery_api_users where id = ${id}`.execute(
    db,
  )
  if (!user) throw noSuchUser()
  // What this server has counted and not yet written belongs to it too.
  await gateway.usage.flush()
  const since = sql`(date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1})) at time zone 'UTC'`
  const { rows: endpoints } = await sql<ApiUsage['endpoints'][number]>`
    select endpoint, sum(calls)::bigint as calls, sum(errors)::bigint as errors, sum(throttled)::bigint as throttled,
      round(sum(milliseconds)::numeric / greatest(sum(calls), 1))::bigint as "averageMs"
    from discovery_api_usage where user_id = ${id} and hour >= ${since} group by endpoint order by calls desc, endpoint limit 100`.execute(
    db,
  )
  const { rows: byDay } = await sql<ApiUsage['byDay'][number]>`
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(sum(u.calls), 0)::bigint as calls, coalesce(sum(u.errors), 0)::bigint as errors,
      coalesce(sum(u.throttled), 0)::bigint as throttled
    from generate_series(${since} at time zone 'UTC', now() at time zone 'UTC', interval '1 day') as d (day)
    left join discovery_api_usage u on u.user_id = ${id} and u.hour >= d.day at time zone 'UTC' and u.hour < (d.day + interval '1 day') at time zone 'UTC'
    group by d.day order by d.day`.execute(db)
  const { minute, day } = await gateway.quotas.look({ userId: id, ...user })
  return {
    days,
    endpoints,
    byDay,
    quota: {
      minute: { limit: minute.limit, left: minute.left },
      day: { ...day, usedUpAt: await usedUpAt(db, id, day.left, day.resetsAt) },
    },
  }
}

/** When the calls that are left will be gone, if they go on as in this hour and the one before. */
async function usedUpAt(db: Db, userId: number, left: number, resetsAt: string): Promise<string | null> {
  const {
    rows: [pace],
  } = await sql<{ calls: number; hours: number }>`
    select coalesce(sum(calls - throttled), 0)::bigint as calls, extract(epoch from now() - date_trunc('hour', now()) + interval '1 hour')::float8 / 3600 as hours
    from discovery_api_usage where user_id = ${userId} and hour >= date_trunc('hour', now()) - interval '1 hour'`.execute(
    db,
  )
  if (!pace || pace.calls === 0) return null
  const at = Date.now() + (left / (pace.calls / pace.hours)) * 3_600_000
  return at < Date.parse(resetsAt) ? new Date(at).toISOString() : null
}

/** The calls about API users, and the one of the discovery API that there is so far. */
export function implementApiUsers(gateway: ApiGateway): readonly Implementation[] {
  return [
    create,
    update,
    implement(listApiKeys, async ({ params, db }) => {
      const id = idIn(params.id, noSuchUser)
      const { rows } = await sql`select 1 from discovery_api_users where id = ${id}`.execute(db)
      if (rows.length === 0) throw noSuchUser()
      return await keysOf(db, id)
    }),
    implement(rotateApiKey, rotate, { isSecret: true }),
    implement(revokeApiKey, revoke),
    implement(readApiUsage, ({ params, query, db }) => usageOf(gateway, db, params.id, Number(query.days ?? 30))),
    gateway.implement(readApiSelf, null, async ({ caller, quota }) => ({
      name: caller.name,
      company: caller.company,
      scopes: [...caller.scopes],
      key: { prefix: caller.prefix, lastFour: caller.lastFour, expiresAt: caller.expiresAt },
      quota,
    })),
  ]
}
