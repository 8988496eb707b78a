import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { enqueueMessage } from '../../../platform/mail/outbox.server.ts'
import { assertMayAssign } from '../roles/role-rules.server.ts'
import { staffInvitation } from './staff-messages.ts'

/** The settings that invitations depend on. */
export interface InvitationSettings {
  readonly productName: string
  /** Google Workspace domains that people must belong to in order to sign in; empty means any. */
  readonly googleHostedDomains: readonly string[]
}

const anyDomain: InvitationSettings = { productName: 'Marquee', googleHostedDomains: [] }

/** How long an invitation is valid, in days; the database has the same default. */
const invitationDays = 14

export interface Invited {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
}

/**
 * Invites a staff member: creates the account with its role, and emails the invitation. Must run in a transaction; the
 * caller must require a fresh sign-in and write the audit entry.
 *
 * @returns the id of the new staff member
 * @throws Refusal 403, 409 or 422 as `assertMayAssign` does; 409 if the address is taken; 422 if no one with such an
 *   address could sign in
 */
export async function inviteStaff(
  trx: Db,
  actor: Actor,
  person: Invited,
  settings: InvitationSettings = anyDomain,
): Promise<number> {
  assertCanSignIn(person.email, settings)
  await assertMayAssign(trx, actor, { staffId: null, fromRole: null, toRole: person.role })
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into staff (email, first_name, last_name, role_id, status, invited_by)
    values (${person.email}, ${person.firstName}, ${person.lastName}, (select id from roles where name = ${person.role}), 'invited', ${actor.id})
    on conflict (email) do nothing returning id`.execute(trx)
  if (!made) throw taken(person.email)
  await sendInvitationTo(trx, actor, person, settings)
  return made.id
}

/** Puts the invitation into the outbox. */
export async function sendInvitationTo(
  trx: Db,
  actor: Actor,
  { email, firstName }: Pick<Invited, 'email' | 'firstName'>,
  settings: InvitationSettings,
): Promise<void> {
  await enqueueMessage(trx, {
    to: email,
    template: staffInvitation,
    data: {
      firstName: firstName || null,
      by: actor.name,
      productName: settings.productName,
      email,
      days: invitationDays,
    },
  })
}

/** Refuses (422) an address that Google would never let in here. */
export function assertCanSignIn(email: string, { googleHostedDomains: domains }: InvitationSettings): void {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain)) return
  throw invalid({ email: t('Only people of {domains} can sign in here.', { domains: domains.join(' or ') }) })
}

export function taken(email: string): Refusal {
  return new Refusal(409, t('{email} has an account already.', { email }), {
    fields: { email: t('Another account has this address already.') },
  })
}
