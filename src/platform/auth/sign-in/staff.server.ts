import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { foldEmail } from '../../../core/email.ts'
import type { Identity } from './id-token.server.ts'

type StaffStatus = 'invited' | 'active' | 'suspended'

export interface StaffMember {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly status: StaffStatus
  readonly googleSub: string | null
  /** Invited, and too long ago. */
  readonly hasLapsed: boolean
}

interface StaffRow {
  id: number
  email: string
  first_name: string
  last_name: string
  role: string
  status: StaffStatus
  google_sub: string | null
  has_lapsed: boolean
}

/** Why a verified person is not let in. `other-account` needs attention: an address changed hands. */
export type Denial = 'unknown' | 'suspended' | 'other-account' | 'lapsed'

/**
 * Finds the staff member with a verified identity, by `sub`; an invited person's first sign-in binds it to the
 * invitation for the same address. Never creates a staff member.
 */
export async function admit(db: Db, identity: Identity): Promise<StaffMember | Denial> {
  const bound = await findStaff(db, sql`p.google_sub = ${identity.sub}`)
  if (bound) return bound.status === 'active' ? bound : 'suspended'
  const invited = await findStaff(db, sql`p.email = ${identity.email}`)
  if (!invited) return 'unknown'
  if (invited.googleSub !== null) return 'other-account'
  if (invited.status !== 'invited') return 'suspended'
  if (invited.hasLapsed) return 'lapsed'
  // Of two accounts that come at once only one gets the invitation.
  const { numAffectedRows } = await sql`
    update staff set google_sub = ${identity.sub}, status = 'active', version = version + 1, updated_at = now()
    where id = ${invited.id} and status = 'invited' and google_sub is null`.execute(db)
  return numAffectedRows === 1n ? { ...invited, status: 'active', googleSub: identity.sub } : 'other-account'
}

/** Notes a sign-in, and the picture that came with it. */
export async function noteSignIn(db: Db, staffId: number, avatarUrl: string | null): Promise<void> {
  await sql`
    update staff set last_login_at = now(), avatar_url = coalesce(${avatarUrl}, avatar_url) where id = ${staffId}`.execute(
    db,
  )
}

export interface AddedAdmin {
  readonly email: string
  readonly outcome: 'invited' | 'made-admin' | 're-activated' | 'unchanged'
}

/**
 * Gives a person the admin role: a new invitation, a new role, or a suspended account reactivated. For the command
 * line: anyone who can run it has full access to the data anyway. Must run in a transaction, which it audits.
 *
 * @throws Refusal 422 when the address is invalid
 */
export async function addAdmin(db: Db, address: string): Promise<AddedAdmin> {
  const email = foldEmail(address)
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email) || email.length > 254) {
    throw new Refusal(422, t('"{address}" is not an email address.', { address }), {
      fields: { email: t('Enter an email address.') },
    })
  }
  const known = await findStaff(db, sql`p.email = ${email}`)
  const outcome = !known
    ? 'invited'
    : known.status === 'suspended'
      ? 're-activated'
      : known.role !== 'admin'
        ? 'made-admin'
        : known.hasLapsed
          ? 'invited'
          : 'unchanged'
  if (outcome === 'unchanged') return { email, outcome }
  // A person who has signed in before is verified already; anyone else must still prove who they are.
  const {
    rows: [saved],
  } = await sql<{ id: number; status: StaffStatus }>`
    insert into staff (email, role_id, status) values (${email}, (select id from roles where name = 'admin'), 'invited')
    on conflict (email) do update set role_id = excluded.role_id, version = staff.version + 1, updated_at = now(), invitation_ends_at = default,
      status = case when staff.google_sub is null then 'invited' else 'active' end
    returning id, status`.execute(db)
  if (!saved) throw new Error('The admin was not stored.')
  await appendAudit(
    db,
    [
      {
        action: known ? 'update' : 'create',
        object: 'admin-users',
        recordId: saved.id,
        title: email,
        before: known ? { role: known.role, status: known.status } : null,
        after: { role: 'admin', status: saved.status },
        reason: 'Added as an admin from the command line.',
      },
    ],
    { actor: system('command line') },
  )
  return { email, outcome }
}

async function findStaff(db: Db, condition: ReturnType<typeof sql>): Promise<StaffMember | null> {
  const {
    rows: [row],
  } = await sql<StaffRow>`
    select p.id, p.email, p.first_name, p.last_name, p.status, p.google_sub, r.name as role,
      p.status = 'invited' and p.invitation_ends_at <= now() as has_lapsed
    from staff p join roles r on r.id = p.role_id where ${condition}`.execute(db)
  if (!row) return null
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    status: row.status,
    googleSub: row.google_sub,
    hasLapsed: row.has_lapsed,
  }
}
