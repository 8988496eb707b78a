import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { enqueueMessage } from '../../mail/outbox.server.ts'
import { requireFreshSignIn } from '../sign-in/fresh-sign-in.server.ts'
import { addressDenied } from './ip-messages.ts'
import { approveVerification, denyVerification } from './ip-verification-commands.ts'
import { ipVerifications } from './ip-verifications.ts'
import type { Verification } from './verification-store.server.ts'
import { findVerification, trustVerified } from './verification-store.server.ts'

export const personName = sql`(select coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) from staff p where p.id = t.staff_id)`
export const personEmail = sql`(select p.email from staff p where p.id = t.staff_id)`

export const ipVerificationsServer = serve(ipVerifications, {
  derived: {
    person: personName,
    email: personEmail,
    userAgent: sql`nullif(t.user_agent, '')`,
    state: sql`(case when t.status = 'pending' and t.expires_at <= now() then 'expired' else t.status end)`,
  },
})

export interface DecisionOptions {
  readonly productName: string
  readonly trustDays: number
}

/** An admin's decision about a refused person. */
export function implementDecisions({ productName, trustDays }: DecisionOptions): Implementation[] {
  return [
    implement(approveVerification, async ({ params, input, db, actor, audit }) => {
      requireFreshSignIn(actor, t('approve an address'))
      const found = await findOpen(db, Number(params.id), actor)
      const days = input.days ?? trustDays
      await decide(db, found, 'approved', actor, input.reason)
      const how = `${actor.name} has approved it.`
      const trust = await trustVerified(db, found, { via: 'admin', days, how, productName })
      audit.record({
        action: 'approve',
        object: 'ip-verifications',
        recordId: found.id,
        title: found.email,
        reason: input.reason,
        after: { network: found.network, expiresAt: trust.expiresAt },
      })
      return {}
    }),
    implement(denyVerification, async ({ params, input, db, actor, audit }) => {
      const found = await findOpen(db, Number(params.id), actor)
      await decide(db, found, 'denied', actor, input.reason)
      await enqueueMessage(db, {
        to: found.email,
        template: addressDenied,
        data: {
          firstName: found.firstName || found.email,
          address: found.address,
          by: actor.name,
          reason: input.reason,
          productName,
        },
      })
      audit.record({
        action: 'deny',
        object: 'ip-verifications',
        recordId: found.id,
        title: found.email,
        reason: input.reason,
        after: { network: found.network },
      })
      return {}
    }),
  ]
}

async function findOpen(db: Db, id: number, actor: Actor): Promise<Verification> {
  const found = await findVerification(db, id, { lock: true })
  if (!found) throw new Refusal(404, t('Verification not found.'))
  if (!found.isOpen) throw new Refusal(409, t('This has been decided already, or the request was withdrawn.'))
  if (found.staffId === actor.id) throw new Refusal(409, t('A colleague must decide this: it is about you.'))
  return found
}

async function decide(
  db: Db,
  { id }: Verification,
  status: 'approved' | 'denied',
  actor: Actor,
  reason: string,
): Promise<void> {
  await sql`
    update ip_verifications set status = ${status}, decided_by = ${actor.name.slice(0, 254)}, decided_at = now(), decision_reason = ${reason},
      code_hash = null, tries_left = 0, version = version + 1, updated_at = now() where id = ${id}`.execute(db)
}
