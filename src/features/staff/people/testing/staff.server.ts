import { sql } from 'kysely'
import { digest, newSecret } from '../../../../platform/auth/sign-in/tokens.server.ts'
import type { Db } from '../../../../db/tables.server.ts'

let last = 0

/** A staff member who has signed in before, with a session and its token. */
export async function makeStaff(
  db: Db,
  role: string,
  options: { signedInMinutesAgo?: number } = {},
): Promise<{ id: number; email: string; name: string; token: string }> {
  const n = ++last
  const {
    rows: [person],
  } = await sql<{ id: number; email: string; name: string }>`
    insert into staff (email, first_name, last_name, role_id, status, google_sub)
    select ${`person-${n}@marquee.example`}, 'Person', ${`No ${n}`}, id, 'active', ${`sub-${n}`} from roles where name = ${role}
    returning id, email, name`.execute(db)
  if (!person) throw new Error(`There is no role ${role}.`)
  return { ...person, token: await makeSession(db, person.id, options) }
}

/** An unbound session, as a script has it, opened from this machine. */
export async function makeSession(
  db: Db,
  staffId: number,
  { signedInMinutesAgo = 0, userAgent = 'curl/8.5.0' }: { signedInMinutesAgo?: number; userAgent?: string } = {},
): Promise<string> {
  const token = newSecret()
  await sql`
    insert into sessions (staff_id, token_hash, address, user_agent, created_at, expires_at)
    values (${staffId}, ${digest(token)}, '127.0.0.1', ${userAgent}, now() - make_interval(mins => ${signedInMinutesAgo}), now() + interval '2 hours')`.execute(
    db,
  )
  return token
}

/** A role with some grants: `{ users: ['ui', 'write'] }`. */
export async function makeRole(
  db: Db,
  name: string,
  grants: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await sql`insert into roles (name) values (${name})`.execute(db)
  for (const [object, actions] of Object.entries(grants)) {
    await sql`
      insert into role_permissions (role_id, action, object)
      select r.id, a, ${object} from roles r, unnest(${actions}::text[]) as given (a) where r.name = ${name}`.execute(
      db,
    )
  }
}

/** Makes every session of a staff member too old to count as a fresh sign-in. */
export async function makeStale(db: Db, staffId: number): Promise<void> {
  await sql`update sessions set created_at = now() - interval '6 minutes' where staff_id = ${staffId}`.execute(db)
}
