import { sql } from 'kysely'
import type { Grants } from '../../../core/access/access.ts'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { freshSignInSeconds } from './fresh-sign-in.ts'
import type { RoleStamps } from './role-grants.server.ts'
import { grantsOf } from './role-grants.server.ts'
import { digest, newSecret } from './tokens.server.ts'

/** How long sessions live, in seconds. An unbound one works for anyone who has its token, so it ends sooner. */
export const sessionLife = { idle: 30 * 60, bound: 8 * 3600, unbound: 2 * 3600 } as const

/** Another role's permissions, granted to the person until `endsAt`. */
interface Elevation {
  readonly id: number
  readonly role: string
  readonly reason: string
  /** ISO 8601, UTC. */
  readonly endsAt: string
}

/** A live session with everything that a request needs to know about its person, from one query. */
export interface Session {
  readonly id: number
  readonly staffId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly avatarUrl: string | null
  readonly role: string
  /** Action → objects granted to the role, and to the roles that the person has temporarily. */
  readonly grants: Grants['objects']
  /** How far those reach, where they end somewhere. */
  readonly limits?: Grants['limits']
  /** The person's current temporary access, with the grants that they have without it; null when there is none. */
  readonly temporary: {
    readonly elevations: readonly Elevation[]
    readonly baseGrants: Omit<Grants, 'isSuperUser'>
  } | null
  /** For how many seconds the sign-in still counts as fresh; 0 once it does not. */
  readonly freshFor: number
  /** When it ends whatever happens; ISO 8601, UTC. */
  readonly expiresAt: string
  /** SHA-256 of the second secret; null when the token alone suffices. */
  readonly sidHash: Uint8Array | null
  /** Where the person signed in, or was last seen. */
  readonly address: string
  /** Last seen long enough ago to be noted again. */
  readonly isTouchDue: boolean
}

interface PersonRow extends RoleStamps {
  staff_id: number
  email: string
  first_name: string
  last_name: string
  avatar_url: string | null
  role: string
  elevations: Elevation[] | null
}

interface SessionRow extends PersonRow {
  id: number
  token_hash: Buffer
  fresh_for: number
  expires_at: string
  sid_hash: Uint8Array | null
  address: string
  is_touch_due: boolean
}

/** A staff member (the person `p` and their role `r`), with everything that decides what they can do. */
const personColumns = `
    p.email, p.first_name, p.last_name, p.avatar_url, r.name as role, r.id as role_id, r.grants_stamp,
    temporary.roles as temporary_roles, temporary.stamps as temporary_stamps, temporary.elevations`

// This query itself checks when temporary access ends, so that no job has to run to end it.
const temporary = `
  cross join lateral (
    select array_agg(e.role_id order by e.id) as roles, array_agg(l.grants_stamp::text order by e.id) as stamps, json_agg(json_build_object(
      'id', e.id, 'role', l.name, 'reason', e.reason, 'endsAt', to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) order by e.ends_at desc, e.id) as elevations
    from elevations e join roles l on l.id = e.role_id
    where e.staff_id = p.id and e.decision = 'granted' and e.ended_at is null and e.ends_at > now()
  ) temporary`

const lookup = `
  select s.id, s.token_hash, s.staff_id, s.sid_hash, s.address, s.last_seen_at < now() - interval '1 minute' as is_touch_due,
    s.expires_at, greatest(0, ${freshSignInSeconds} - extract(epoch from now() - s.created_at))::float8 as fresh_for, ${personColumns}
  from sessions s join staff p on p.id = s.staff_id join roles r on r.id = p.role_id ${temporary}
  where s.token_hash = any($1) and s.ended_at is null and s.expires_at > now()
    and s.last_seen_at > now() - interval '${sessionLife.idle} seconds' and p.status = 'active'`

const personLookup = `
  select p.id as staff_id, ${personColumns} from staff p join roles r on r.id = p.role_id ${temporary}
  where p.id = $1 and p.status = 'active'`

/**
 * Finds the live sessions of some tokens, each in its token's place. Signing out, suspending a person or changing a role
 * applies to the very next call: what roles grant is kept by stamps, which are read each time.
 */
export async function findSessions(db: Database, tokens: readonly string[]): Promise<(Session | null)[]> {
  const hashes = tokens.map(digest)
  // Named, so that PostgreSQL plans it once per connection: planning costs more than the lookup itself.
  const { rows } = await db.pool.query<SessionRow>({ name: 'find-sessions', text: lookup, values: [hashes] })
  return await Promise.all(
    hashes.map(async (hash) => {
      const row = rows.find(({ token_hash: found }) => hash.equals(found))
      return row ? await sessionIn(db, row) : null
    }),
  )
}

async function sessionIn(db: Database, row: SessionRow): Promise<Session> {
  return {
    ...(await personIn(db, row)),
    id: row.id,
    freshFor: row.fresh_for,
    expiresAt: row.expires_at,
    sidHash: row.sid_hash,
    address: row.address,
    isTouchDue: row.is_touch_due,
  }
}

/** What a session says about the person only. */
export type Person = Pick<
  Session,
  'staffId' | 'email' | 'firstName' | 'lastName' | 'avatarUrl' | 'role' | 'grants' | 'limits' | 'temporary'
>

async function personIn(db: Database, row: PersonRow): Promise<Person> {
  const { grants, baseGrants } = await grantsOf(db, row)
  return {
    staffId: row.staff_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    avatarUrl: row.avatar_url,
    role: row.role,
    grants: grants.objects,
    ...(grants.limits && { limits: grants.limits }),
    temporary: row.elevations && { elevations: row.elevations, baseGrants },
  }
}

/** An active staff member with their current access, for work that continues in their name without a session. */
export async function findPerson(db: Database, staffId: number): Promise<Person | null> {
  const {
    rows: [row],
  } = await db.pool.query<PersonRow>({ name: 'find-person', text: personLookup, values: [staffId] })
  return row ? await personIn(db, row) : null
}

export interface NewSession {
  readonly id: number
  readonly token: string
  /** The second secret of a bound session. */
  readonly sid: string | null
  /** Seconds until it ends whatever happens. */
  readonly maxAge: number
}

/** Opens a session, and forgets those of the same person that ended long ago. */
export async function openSession(
  db: Db,
  session: { staffId: number; isBound: boolean; address: string; userAgent: string },
): Promise<NewSession> {
  const token = newSecret()
  const sid = session.isBound ? newSecret() : null
  const maxAge = session.isBound ? sessionLife.bound : sessionLife.unbound
  await sql`delete from sessions where staff_id = ${session.staffId} and expires_at < now() - interval '90 days'`.execute(
    db,
  )
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into sessions (staff_id, token_hash, sid_hash, address, user_agent, expires_at)
    values (${session.staffId}, ${digest(token)}, ${sid === null ? null : digest(sid)}, ${session.address},
      ${session.userAgent.slice(0, 400)}, now() + make_interval(secs => ${maxAge}))
    returning id`.execute(db)
  if (!row) throw new Error('The session was not stored.')
  return { id: row.id, token, sid, maxAge }
}

/** Ends the session of the same person that this browser had before: signing in again replaces it. */
export async function endReplaced(db: Db, staffId: number, sids: readonly string[]): Promise<void> {
  if (sids.length === 0) return
  await sql`
    update sessions set ended_at = now(), ended_because = 'replaced'
    where staff_id = ${staffId} and sid_hash = any(${sids.map(digest)}::bytea[]) and ended_at is null`.execute(db)
}

export type EndReason = 'signed-out' | 'revoked' | 'stolen' | 'suspended' | 'replaced'

/** Ends one session; answers whether it was still open. */
export async function endSession(db: Db, id: number, because: EndReason): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = now(), ended_because = ${because} where id = ${id} and ended_at is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Ends every open session of a person; answers how many there were. */
export async function endSessionsOf(db: Db, staffId: number, because: EndReason): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = now(), ended_because = ${because}
    where staff_id = ${staffId} and ended_at is null and expires_at > now()`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Those of some sessions that are open still, in one query for all of them. */
export async function openSessionsAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select s.id from sessions s join staff p on p.id = s.staff_id
    where s.id = any(${ids}::bigint[]) and s.ended_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => ${sessionLife.idle}) and p.status = 'active'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Notes that a session is in use, at most once a minute, so that reading does not write. */
export async function touchSession(db: Database, id: number, address: string): Promise<void> {
  await db.pool.query(
    `update sessions set last_seen_at = now(), address = $2
     where id = $1 and ended_at is null and last_seen_at < now() - interval '1 minute'`,
    [id, address],
  )
}
