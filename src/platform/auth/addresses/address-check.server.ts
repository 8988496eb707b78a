import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { enqueueMessage } from '../../mail/outbox.server.ts'
import type { AddressCheck, Entrant } from '../sign-in/address-check.server.ts'
import { refuseUnknownAddress } from '../sign-in/address-check.server.ts'
import { neighbourhoodOf, ownNetworkOf } from '../../../core/ip-address.ts'
import { unknownAddress } from '../../../core/unknown-address.ts'
import { deviceOf, deviceText } from '../../../core/http/device.ts'
import { newNetwork } from './ip-messages.ts'
import { createPolicyReader, isTrustedAddress } from './ip-policy.server.ts'
import { ticketCookie, verificationLife } from './verification-ticket.server.ts'

export interface AddressCheckOptions {
  readonly db: Database
  readonly isHttps: boolean
  readonly sessionSecret: string
  readonly productName: string
}

/** How often it is written down that a range or trust is in use, in milliseconds. */
const notedEvery = 60_000

/** Checks every request's address against the ranges and the addresses that its user has verified. */
export function createAddressCheck({ db, isHttps, sessionSecret, productName }: AddressCheckOptions): AddressCheck {
  const reader = createPolicyReader(db)
  const notedAt = new Map<string, number>()

  function refusal(verification: number | null, address: string): Refusal {
    if (address === unknownAddress) return refuseUnknownAddress()
    return new Refusal(403, t('This network address has not been verified for your account.'), {
      error: 'UnverifiedIP',
      ...(verification !== null && {
        headers: { 'set-cookie': ticketCookie(verification, { isHttps, sessionSecret }) },
      }),
    })
  }

  /** Whether it is time again to write something down; reading must not turn into writing. */
  function isDue(key: string): boolean {
    const now = performance.now()
    if (now - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < notedEvery) return false
    if (notedAt.size > 1_000) notedAt.clear()
    notedAt.set(key, now)
    return true
  }

  async function noteUse(text: string, values: readonly unknown[], request: FastifyRequest): Promise<void> {
    await db.pool.query(text, [...values]).catch((failure: unknown) => {
      request.log.warn({ err: failure }, 'The use of a range could not be noted')
    })
  }

  return {
    async prepare() {
      await reader.read()
    },

    async atSignIn(transaction, entrant, request) {
      const policy = reader.known()
      const { clientAddress: address } = request
      if (policy.isOn) {
        const range = policy.rangeOf(address)
        if (range === null && !(await isTrustedAddress(transaction, entrant.staffId, address))) {
          return refusal(await openVerification(transaction, entrant.staffId, request), address)
        }
        if (range !== null)
          await sql`update ip_ranges set hits = hits + 1, last_seen_at = greatest(last_seen_at, now()) where id = ${range}`.execute(
            transaction,
          )
      }
      await noteNetwork(transaction, entrant, request, productName)
      return null
    },

    async onRequest(session, request) {
      const policy = await reader.read()
      if (!policy.isOn) return
      const { clientAddress: address } = request
      const range = policy.rangeOf(address)
      if (range !== null) {
        if (isDue(`range ${range}`))
          await noteUse(
            'update ip_ranges set last_seen_at = greatest(last_seen_at, now()) where id = $1',
            [range],
            request,
          )
        return
      }
      if (await reader.isTrusted(session.staffId, address)) {
        const network = ownNetworkOf(address)
        if (isDue(`trust ${session.staffId} ${network}`)) {
          await noteUse(
            'update ip_trusts set last_seen_at = greatest(last_seen_at, now()) where staff_id = $1 and network = $2',
            [session.staffId, network],
            request,
          )
        }
        return
      }
      throw refusal(await openVerification(db.kysely, session.staffId, request), address)
    },
  }
}

/**
 * Finds the open verification of a person and network, or opens one. One that an admin has denied stays the answer for
 * a day. Null for an address that is none.
 */
async function openVerification(db: Db, staffId: number, request: FastifyRequest): Promise<number | null> {
  const network = ownNetworkOf(request.clientAddress)
  if (network === null) return null
  const {
    rows: [denied],
  } = await sql<{ id: number }>`
    select id from ip_verifications where staff_id = ${staffId} and network = ${network} and status = 'denied'
      and decided_at > now() - interval '24 hours' order by id desc limit 1`.execute(db)
  if (denied) return denied.id
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400)
  // A page makes many calls at once; all of them are refused into the same verification, and only the first writes it.
  const {
    rows: [open],
  } = await sql<{ id: number }>`
    select id from ip_verifications
    where staff_id = ${staffId} and network = ${network} and status = 'pending' and expires_at > now() + interval '1 hour'`.execute(
    db,
  )
  if (open) return open.id
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    insert into ip_verifications (staff_id, network, address, user_agent, expires_at)
    values (${staffId}, ${network}, ${request.clientAddress}, ${userAgent}, now() + make_interval(secs => ${verificationLife}))
    on conflict (staff_id, network) where status = 'pending' do update set
      address = excluded.address, user_agent = excluded.user_agent, expires_at = excluded.expires_at,
      version = ip_verifications.version + 1, updated_at = now()
    returning id`.execute(db)
  return row?.id ?? null
}

/** Tells a person by email that they are somewhere new. The very first place is not news. */
async function noteNetwork(db: Db, entrant: Entrant, request: FastifyRequest, productName: string): Promise<void> {
  const network = neighbourhoodOf(request.clientAddress)
  if (network === null) return
  const {
    rows: [seen],
  } = await sql<{ is_new: boolean; others: number }>`
    insert into staff_networks as n (staff_id, network) values (${entrant.staffId}, ${network})
    on conflict (staff_id, network) do update set last_seen_at = now()
    returning xmax = 0 as is_new, (select count(*) from staff_networks o where o.staff_id = n.staff_id) as others`.execute(
    db,
  )
  if (!seen?.is_new || Number(seen.others) === 0) return
  await enqueueMessage(db, {
    to: entrant.email,
    template: newNetwork,
    data: {
      firstName: entrant.firstName || entrant.email,
      address: request.clientAddress,
      productName,
      device: deviceText(deviceOf(request.headers['user-agent'] ?? '')),
      at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    },
  })
}
