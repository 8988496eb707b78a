import { sql } from 'kysely'
import type { Call } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { sessionLife } from '../../../platform/auth/sign-in/sessions.server.ts'
import { fetchAdminUser } from './admin-users.server.ts'
import { adminUsers } from './admin-users.ts'
import { networkOf } from './network.server.ts'
import { assertMayManage, idOf } from './staff-rules.server.ts'
import type { StaffSession } from './staff-sessions.ts'
import { endOwnSessions, endStaffSessions, listOwnSessions, listStaffSessions } from './staff-sessions.ts'
import { deviceOf, deviceText } from '../../../core/http/device.ts'

interface SessionRow {
  id: number
  user_agent: string
  opened_from: string
  address: string
  created_at: string
  last_seen_at: string
  expires_at: string
  ended_at: string | null
  state: StaffSession['state']
  is_bound: boolean
}

async function sessionsOf(db: Db, staffId: number, current: number | undefined): Promise<StaffSession[]> {
  const { rows } = await sql<SessionRow>`
    select id, user_agent, opened_from, address, created_at, last_seen_at, expires_at, ended_at, sid_hash is not null as is_bound,
      case when ended_at is not null then ended_because when expires_at <= now() then 'expired'
        when last_seen_at <= now() - make_interval(secs => ${sessionLife.idle}) then 'idle' else 'open' end as state
    from sessions where staff_id = ${staffId} order by (ended_at is null and expires_at > now()) desc, last_seen_at desc, id desc limit 50`.execute(
    db,
  )
  return rows.map((row) => {
    const device = deviceOf(row.user_agent)
    return {
      id: row.id,
      device: deviceText(device),
      deviceKind: device.kind,
      userAgent: row.user_agent,
      openedFrom: row.opened_from,
      lastSeenFrom: row.address,
      network: networkOf(row.address),
      firstSeenAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      endedAt: row.ended_at,
      state: row.state,
      isCurrent: row.id === current,
      isBound: row.is_bound,
    }
  })
}

/** Ends them and writes down which; the one that asks stays, because logging out is how that one ends. */
async function endThem(
  { db, actor, input, audit }: Call<unknown, unknown, { ids?: number[] | undefined }>,
  staffId: number,
  name: string,
): Promise<{ ended: number }> {
  const { ids } = input
  const current = actor.session?.id ?? 0
  if (ids?.includes(current)) throw new Refusal(409, t('That is your current session. Log out to end it.'))
  if (ids) await refuseStrangers(db, staffId, ids)
  const { rows } = await sql<{ id: number; user_agent: string; address: string }>`
    update sessions set ended_at = now(), ended_because = 'revoked'
    where staff_id = ${staffId} and ended_at is null and expires_at > now() and id <> ${current}
      and (${ids === undefined} or id = any(${ids ?? []}::bigint[]))
    returning id, user_agent, address`.execute(db)
  for (const { id, user_agent: userAgent, address } of rows) {
    audit.record({
      action: 'end-session',
      object: adminUsers.name,
      recordId: staffId,
      title: name,
      before: { session: id, device: deviceText(deviceOf(userAgent)), address },
      after: null,
    })
  }
  return { ended: rows.length }
}

async function refuseStrangers(db: Db, staffId: number, ids: readonly number[]): Promise<void> {
  const {
    rows: [found],
  } = await sql<{ count: number }>`
    select count(*)::integer as count from sessions where staff_id = ${staffId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  if (found?.count !== new Set(ids).size) throw new Refusal(404, t('Session of this person not found.'))
}

export const listStaffSessionsServer = implement(listStaffSessions, async ({ params, db, actor }) => {
  const person = await fetchAdminUser(db, idOf(params.id, t('Admin user not found.')))
  return await sessionsOf(db, person.id, actor.session?.id)
})

export const endStaffSessionsServer = implement(endStaffSessions, async (call) => {
  const person = await fetchAdminUser(call.db, idOf(call.params.id, t('Admin user not found.')))
  await assertMayManage(call.db, call.actor, person.id)
  return await endThem(call, person.id, person.name)
})

export const listOwnSessionsServer = implement(listOwnSessions, ({ db, actor }) =>
  sessionsOf(db, actor.id ?? 0, actor.session?.id),
)

export const endOwnSessionsServer = implement(endOwnSessions, (call) =>
  endThem(call, call.actor.id ?? 0, call.actor.name),
)
