import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { enqueueMessage } from '../messages/outbox.server.ts'
import { assertMayAssign } from '../roles/role-rules.server.ts'
import { staffInvitation } from './staff-messages.ts'

/** What invitations depend on, out of all settings. */
export interface InvitationSettings {
  readonly productName: string
  /** Google Workspace domains that people must belong to in order to sign in; empty means any. */
  readonly googleHostedDomains: readonly string[]
}

export const anyDomain: InvitationSettings = { productName: 'Marquee', googleHostedDomains: [] }

/** How long an invitation is good for, in days; the database's default says the same. */
export const invitationDays = 14

export interface Invited { readonly email: string; readonly firstName: string; readonly lastName: string; readonly role: string }

/**
 * Invites somebody: the account with its role, and the e-mail that tells them. Must run in a transaction; the caller
 * has asked for a fresh sign-in and writes the audit.
 *
 * @returns the id of the new member of staff
 * @throws Refusal 403, 409 or 422 as `assertMayAssign` does; 409 when the address is taken; 422 when nobody with such
 *   an address could sign in
 */
export async function inviteStaff(trx: Db, actor: Actor, person: Invited, settings: InvitationSettings = anyDomain): Promise<number> {
  assertCanSignIn(person.email, settings)
  await assertMayAssign(trx, actor, { staffId: null, fromRole: null, toRole: person.role })
  const { rows: [made] } = await sql<{ id: number }>`
    insert into staff (email, first_name, last_name, role_id, status, invited_by)
    values (${person.email}, ${person.firstName}, ${person.lastName}, (select id from roles where name = ${person.role}), 'invited', ${actor.id})
    on conflict (email) do nothing returning id`.execute(trx)
  if (!made) throw taken(person.email)
  await sendInvitationTo(trx, actor, person, settings)
  return made.id
}

/** Puts the invitation into the outbox. */
export async function sendInvitationTo(
  trx: Db, actor: Actor, { email, firstName }: Pick<Invited, 'email' | 'firstName'>, settings: InvitationSettings,
): Promise<void> {
  await enqueueMessage(trx, {
    to: email, template: staffInvitation,
    data: { firstName: firstName || null, by: actor.name, productName: settings.productName, email, days: invitationDays },
  })
}

/** Refuses (422) an address that Google would never let in here. */
export function assertCanSignIn(email: string, { googleHostedDomains: domains }: InvitationSettings): void {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain)) return
  throw invalid({ email: t('Only people of {domains} can sign in here.', { domains: domains.join(' or ') }) })
}

export function taken(email: string): Refusal {
  return new Refusal(409, t('{email} has an account already.', { email }), { fields: { email: t('Somebody has this address already.') } })
}
