import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { enqueueMessage } from '../../mail/outbox.server.ts'
import { addressVerified } from './ip-messages.ts'
import { expectPolicyChange } from './ip-policy.server.ts'

/** A verification with the person it is about. */
export interface Verification {
  readonly id: number
  readonly staffId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: string
  readonly network: string
  readonly address: string
  readonly userAgent: string
  readonly status: 'pending' | 'verified' | 'approved' | 'denied'
  readonly isOpen: boolean
  readonly codeEndsIn: number
  readonly codeAge: number | null
  readonly codesSent: number
  readonly triesLeft: number
  readonly hasAsked: boolean
  readonly reason: string | null
}

/** Reads a verification; null when there is none, or its person is no longer active. */
export async function findVerification(
  db: Db,
  id: number,
  options: { lock?: boolean } = {},
): Promise<Verification | null> {
  const {
    rows: [row],
  } = await sql<Verification>`
    select v.id, v.staff_id as "staffId", p.email, p.first_name as "firstName", p.last_name as "lastName", r.name as role,
      v.network, v.address, v.user_agent as "userAgent", v.status, v.status = 'pending' and v.expires_at > now() as "isOpen",
      case when v.code_hash is null then 0 else greatest(0, round(extract(epoch from v.code_expires_at - now())))::int end as "codeEndsIn",
      extract(epoch from now() - v.code_sent_at)::int as "codeAge", v.codes_sent as "codesSent", v.tries_left as "triesLeft",
      v.asked_at is not null as "hasAsked", v.decision_reason as reason
    from ip_verifications v join staff p on p.id = v.staff_id join roles r on r.id = p.role_id
    where v.id = ${id} and p.status = 'active' ${options.lock ? sql`for update of v` : sql``}`.execute(db)
  return row ?? null
}

/** Codes emailed to a person within the last hour, whatever they were for. */
export async function codesWithinAnHour(db: Db, staffId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ sent: number }>`
    select coalesce(sum(codes_sent), 0)::int as sent from ip_verifications
    where staff_id = ${staffId} and code_sent_at > now() - interval '1 hour'`.execute(db)
  return row?.sent ?? 0
}

/** Trusts a person's network for some days from now, or for longer if it is trusted for longer already. */
async function trustNetwork(
  db: Db,
  {
    staffId,
    network,
    via,
    days,
  }: { staffId: number; network: string; via: 'code' | 'admin' | 'break-glass'; days: number },
): Promise<{ id: number; expiresAt: string }> {
  expectPolicyChange()
  const {
    rows: [row],
  } = await sql<{ id: number; expiresAt: string }>`
    insert into ip_trusts as t (staff_id, network, via, expires_at)
    values (${staffId}, ${network}, ${via}, now() + make_interval(days => ${days}))
    on conflict (staff_id, network) do update set via = excluded.via, expires_at = greatest(t.expires_at, excluded.expires_at),
      version = t.version + 1, updated_at = now()
    returning id, expires_at as "expiresAt"`.execute(db)
  if (!row) throw new Error('The trust was not stored.')
  return row
}

interface Verified {
  readonly via: 'code' | 'admin' | 'break-glass'
  readonly days: number
  /** A sentence for the person: who or what opened it. */
  readonly how: string
  readonly productName: string
}

/** Trusts the network of a verification, and says so to its person. */
export async function trustVerified(db: Db, found: Verification, { via, days, how, productName }: Verified) {
  const trust = await trustNetwork(db, { ...found, via, days })
  const { email, firstName, address } = found
  await enqueueMessage(db, {
    to: email,
    template: addressVerified,
    data: { firstName: firstName || email, address, days, productName, how },
  })
  return trust
}
