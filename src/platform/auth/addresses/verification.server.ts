import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.server.ts'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { createRateLimit, networkOf } from '../../../core/http/rate-limit.server.ts'
import { enqueueMessage } from '../../mail/outbox.server.ts'
import { actorOf } from '../sign-in/sign-in-audit.server.ts'
import { breakGlassDays, useBreakGlass } from './break-glass.server.ts'
import { ownNetworkOf } from '../../../core/ip-address.ts'
import { deviceOf, deviceText } from '../../../core/http/device.ts'
import { addressCode, addressVerified, approvalWanted } from './ip-messages.ts'
import { askAdmins, enterCode, readVerification, sendCode } from './verification.endpoints.ts'
import type { VerificationStatus } from './verification.endpoints.ts'
import type { Verification } from './verification-store.server.ts'
import { codesWithinAnHour, findVerification, trustNetwork } from './verification-store.server.ts'
import { clearedTicketCookie, codeHash, codeLife, newCode, verificationIdOf } from './verification-ticket.server.ts'

export interface VerificationOptions {
  readonly db: Database
  readonly isHttps: boolean
  readonly sessionSecret: string
  readonly productName: string
  /** Days for which a proved address is trusted. */
  readonly trustDays: number
  readonly mail: VerificationStatus['mail']
}

/** Tries for one code, seconds between two codes, codes for one verification, codes for one person within an hour. */
const limits = { tries: 5, pause: 30, codes: 5, codesAnHour: 8 } as const

/** The calls by which a user proves that a refused address is theirs. They never sign anyone in. */
export function implementVerification(options: VerificationOptions): Implementation[] {
  const { db, sessionSecret, productName, trustDays } = options
  const calls = createRateLimit({
    limit: 30,
    windowSeconds: 60,
    message: () => t('Too many tries from your network. Wait a moment and try again.'),
  })

  /** The verification of the browser that calls, whatever has become of it. */
  async function find(handle: Db, request: FastifyRequest, lock = false): Promise<Verification | null> {
    const id = verificationIdOf(request.headers.cookie, options)
    return id === null ? null : await findVerification(handle, id, { lock })
  }

  /** The open one, on the network where it was opened; the person has to come from where they want to be let in. */
  async function findOpen(handle: Db, request: FastifyRequest): Promise<Verification> {
    calls.take(networkOf(request.clientAddress))
    const found = await find(handle, request, true)
    if (!found?.isOpen)
      throw new Refusal(409, t('There is nothing to verify in this browser any more. Sign in again.'), {
        error: 'NothingToVerify',
      })
    if (found.network !== ownNetworkOf(request.clientAddress)) {
      throw new Refusal(409, t('You are on another network by now. Sign in again from here.'), {
        error: 'NothingToVerify',
      })
    }
    return found
  }

  function statusOf(found: Verification | null, request: FastifyRequest): VerificationStatus {
    const isElsewhere = found?.isOpen === true && found.network !== ownNetworkOf(request.clientAddress)
    const isOver = found?.status === 'pending' && !found.isOpen
    const state = !found || isOver ? ('none' as const) : isElsewhere ? ('elsewhere' as const) : found.status
    const pending = state === 'pending' ? found : null
    const pause = Math.max(0, limits.pause - (pending?.codeAge ?? limits.pause))
    return {
      state,
      address: request.clientAddress,
      email: pending ? masked(pending.email) : null,
      hasCode: pending !== null && pending.codeEndsIn > 0 && pending.triesLeft > 0,
      codeEndsIn: pending?.codeEndsIn ?? 0,
      triesLeft: pending?.triesLeft ?? 0,
      nextCodeIn: (pending?.codesSent ?? 0) >= limits.codes ? null : pause,
      hasAsked: pending?.hasAsked ?? false,
      trustDays,
      mail: options.mail,
      reason: state === 'denied' ? (found?.reason ?? null) : null,
    }
  }

  async function audit(
    handle: Db,
    request: FastifyRequest,
    person: Verification,
    entry: Omit<AuditEntry, 'title'>,
  ): Promise<void> {
    await appendAudit(handle, [{ ...entry, title: person.email }], {
      actor: actorOf({ ...person, grants: {} }),
      requestId: request.id,
      address: request.clientAddress,
    })
  }

  async function send(request: FastifyRequest): Promise<VerificationStatus> {
    return await db.kysely.transaction().execute(async (transaction) => {
      const found = await findOpen(transaction, request)
      refuseHaste(found, await codesWithinAnHour(transaction, found.staffId))
      const code = newCode()
      await sql`
        update ip_verifications set code_hash = ${codeHash(found.id, code, sessionSecret)}, code_sent_at = now(),
          code_expires_at = now() + make_interval(secs => ${codeLife}), codes_sent = codes_sent + 1, tries_left = ${limits.tries},
          version = version + 1, updated_at = now() where id = ${found.id}`.execute(transaction)
      await enqueueMessage(transaction, {
        to: found.email,
        template: addressCode,
        data: {
          firstName: found.firstName || found.email,
          address: found.address,
          device: deviceText(deviceOf(found.userAgent)),
          code,
          minutes: codeLife / 60,
          productName,
        },
      })
      await audit(transaction, request, found, {
        action: 'send-ip-code',
        object: 'ip-verifications',
        recordId: found.id,
        after: { address: found.address },
      })
      return statusOf(await findVerification(transaction, found.id), request)
    })
  }

  async function ask(request: FastifyRequest): Promise<VerificationStatus> {
    return await db.kysely.transaction().execute(async (transaction) => {
      const found = await findOpen(transaction, request)
      // One request is enough: admins see it on their list until it is decided.
      if (!found.hasAsked) {
        await sql`update ip_verifications set asked_at = now(), version = version + 1, updated_at = now() where id = ${found.id}`.execute(
          transaction,
        )
        const { rows: admins } = await sql<{ email: string }>`
          select p.email from staff p join roles r on r.id = p.role_id
          where r.name = 'admin' and p.status = 'active' and p.id <> ${found.staffId} order by p.id limit 50`.execute(
          transaction,
        )
        const person = `${found.firstName} ${found.lastName}`.trim() || found.email
        for (const { email } of admins) {
          await enqueueMessage(transaction, {
            to: email,
            template: approvalWanted,
            data: {
              person,
              email: found.email,
              address: found.address,
              device: deviceText(deviceOf(found.userAgent)),
              productName,
            },
          })
        }
        await audit(transaction, request, found, {
          action: 'ask-for-approval',
          object: 'ip-verifications',
          recordId: found.id,
        })
      }
      return statusOf(await findVerification(transaction, found.id), request)
    })
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, code: string): Promise<VerificationStatus> {
    const isBreakGlass = code.length === 20
    // A try that fails is counted whatever happens next, so it is not part of the transaction that a refusal undoes.
    const found = await db.kysely.transaction().execute(async (transaction) => {
      const open = await findOpen(transaction, request)
      if (isBreakGlass) return open
      const {
        rows: [row],
      } = await sql<{ code_hash: Uint8Array }>`
        update ip_verifications set tries_left = tries_left - 1, version = version + 1, updated_at = now()
        where id = ${open.id} and tries_left > 0 and code_hash is not null and code_expires_at > now()
        returning code_hash`.execute(transaction)
      if (!row) return 'no-code' as const
      return timingSafeEqual(row.code_hash, codeHash(open.id, code, sessionSecret))
        ? open
        : { ...open, triesLeft: open.triesLeft - 1, isWrong: true }
    })
    if (found === 'no-code') throw invalid({ code: t('That code is no longer good. Ask for a new one.') })
    if ('isWrong' in found) throw wrongCode(found.triesLeft)
    const days = isBreakGlass ? breakGlassDays : trustDays
    await db.kysely.transaction().execute(async (transaction) => {
      if (isBreakGlass && !(await useBreakGlass(transaction, found.staffId, code))) {
        throw invalid({ code: t('That break-glass code is wrong, used up, or for another person.') })
      }
      const { numAffectedRows } = await sql`
        update ip_verifications set status = 'verified', code_hash = null, tries_left = 0, decided_by = ${found.email}, decided_at = now(),
          version = version + 1, updated_at = now() where id = ${found.id} and status = 'pending'`.execute(transaction)
      // The same code twice at once: the first one was it.
      if (numAffectedRows !== 1n) throw invalid({ code: t('That code has been used. Sign in again.') })
      const trust = await trustNetwork(transaction, { ...found, via: isBreakGlass ? 'break-glass' : 'code', days })
      await enqueueMessage(transaction, {
        to: found.email,
        template: addressVerified,
        data: {
          firstName: found.firstName || found.email,
          address: found.address,
          days,
          productName,
          how: isBreakGlass
            ? 'It was opened with a break-glass code from the command line.'
            : 'It was opened with the code that we sent you.',
        },
      })
      await audit(transaction, request, found, {
        action: 'verify-address',
        object: 'ip-trusts',
        recordId: trust.id,
        after: { network: found.network, via: isBreakGlass ? 'break-glass' : 'code', expiresAt: trust.expiresAt },
      })
    })
    void reply.header('set-cookie', clearedTicketCookie(options.isHttps))
    return statusOf({ ...found, status: 'verified', isOpen: false }, request)
  }

  return [
    implement(readVerification, async ({ request, db: handle }) => {
      calls.check(networkOf(request.clientAddress))
      return statusOf(await find(handle, request), request)
    }),
    implement(sendCode, ({ request }) => send(request), { transaction: false }),
    implement(askAdmins, ({ request }) => ask(request), { transaction: false }),
    implement(enterCode, ({ request, reply, input }) => enter(request, reply, input.code), { transaction: false }),
  ]
}

function refuseHaste({ codeAge, codesSent }: Verification, withinAnHour: number): void {
  if (codesSent >= limits.codes || withinAnHour >= limits.codesAnHour) {
    throw new Refusal(
      429,
      t('That was one code too many. Ask an administrator to let you in, or try again in an hour.'),
      { headers: { 'retry-after': '3600' } },
    )
  }
  const wait = limits.pause - (codeAge ?? limits.pause)
  if (wait > 0) {
    throw new Refusal(429, t('A code has just been sent. You can ask for another in {wait} seconds.', { wait }), {
      headers: { 'retry-after': String(wait) },
    })
  }
}

function wrongCode(triesLeft: number): Refusal {
  if (triesLeft <= 0) return invalid({ code: t('That is not the code, and it was the last try. Ask for a new one.') })
  return invalid({
    code: t('That is not the code. {triesLeft, plural, one {One try is left} other {# tries are left}}.', {
      triesLeft,
    }),
  })
}

/** `a••••@m••••.example`: enough to know which mailbox to open. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const dot = domain.lastIndexOf('.')
  return `${name.charAt(0)}••••@${domain.charAt(0)}••••${dot < 0 ? '' : domain.slice(dot)}`
}
