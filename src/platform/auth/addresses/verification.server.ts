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
import { addressCode, approvalWanted } from './ip-messages.ts'
import { askAdmins, enterCode, readVerification, sendCode } from './verification.endpoints.ts'
import type { VerificationStatus } from './verification.endpoints.ts'
import type { Verification } from './verification-store.server.ts'
import { codesWithinAnHour, findVerification, trustVerified } from './verification-store.server.ts'
import { codeLimits, statusOf } from './verification-status.server.ts'
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

/** A call about the open verification of its browser, within its transaction. */
interface OpenCall {
  readonly db: Db
  readonly request: FastifyRequest
  readonly found: Verification
  readonly options: VerificationOptions
}

/** The calls by which a user proves that a refused address is theirs. They never sign anyone in. */
export function implementVerification(options: VerificationOptions): Implementation[] {
  const { db } = options
  const own = createOwnVerification(options)

  /** Does something with the open verification, and answers with what has become of it. */
  async function change(request: FastifyRequest, act: (call: OpenCall) => Promise<void>): Promise<VerificationStatus> {
    return await db.kysely.transaction().execute(async (transaction) => {
      const found = await own.findOpen(transaction, request)
      await act({ db: transaction, request, found, options })
      return statusOf(await findVerification(transaction, found.id), request, options)
    })
  }

  async function enter(request: FastifyRequest, reply: FastifyReply, code: string): Promise<VerificationStatus> {
    const isBreakGlass = code.length === 20
    // A try that fails is counted whatever happens next, so it is not part of the transaction that a refusal undoes.
    const tried = await db.kysely.transaction().execute(async (transaction) => {
      const found = await own.findOpen(transaction, request)
      const refusal = isBreakGlass ? null : await takeTry({ db: transaction, request, found, options }, code)
      return { found, refusal }
    })
    if (tried.refusal) throw tried.refusal
    const { found } = tried
    await db.kysely.transaction().execute(async (transaction) => {
      const call: OpenCall = { db: transaction, request, found, options }
      if (isBreakGlass && !(await useBreakGlass(transaction, found.staffId, code))) {
        throw invalid({ code: t('That break-glass code is wrong, used up, or for another person.') })
      }
      await trust(call, isBreakGlass ? 'break-glass' : 'code')
    })
    void reply.header('set-cookie', clearedTicketCookie(options.isHttps))
    return statusOf({ ...found, status: 'verified', isOpen: false }, request, options)
  }

  return [
    implement(readVerification, async ({ request, db: handle }) => {
      own.assertCalm(request)
      return statusOf(await own.find(handle, request), request, options)
    }),
    implement(sendCode, ({ request }) => change(request, sendNewCode), { transaction: false }),
    implement(askAdmins, ({ request }) => change(request, askOnce), { transaction: false }),
    implement(enterCode, ({ request, reply, input }) => enter(request, reply, input.code), { transaction: false }),
  ]
}

/** Finds the verification of the browser that calls, which must not call too often. */
function createOwnVerification(options: VerificationOptions) {
  const calls = createRateLimit({
    limit: 30,
    windowSeconds: 60,
    message: () => t('Too many tries from your network. Wait a moment and try again.'),
  })

  /** Whatever has become of it. */
  async function find(handle: Db, request: FastifyRequest, lock = false): Promise<Verification | null> {
    const id = verificationIdOf(request.headers.cookie, options)
    return id === null ? null : await findVerification(handle, id, { lock })
  }

  /** The open one, on the network where it was opened; the person has to come from where they want to be let in. */
  async function findOpen(handle: Db, request: FastifyRequest): Promise<Verification> {
    calls.take(networkOf(request.clientAddress))
    const found = await find(handle, request, true)
    if (!found?.isOpen)
      throw new Refusal(409, t('Nothing left to verify. Sign in again.'), {
        error: 'NothingToVerify',
      })
    if (found.network !== ownNetworkOf(request.clientAddress)) {
      throw new Refusal(409, t('Your network has changed. Sign in again from here.'), {
        error: 'NothingToVerify',
      })
    }
    return found
  }

  return { find, findOpen, assertCalm: (request: FastifyRequest) => calls.check(networkOf(request.clientAddress)) }
}

async function sendNewCode(call: OpenCall): Promise<void> {
  const { db, found, options } = call
  refuseHaste(found, await codesWithinAnHour(db, found.staffId))
  const code = newCode()
  await sql`
    update ip_verifications set code_hash = ${codeHash(found.id, code, options.sessionSecret)}, code_sent_at = now(),
      code_expires_at = now() + make_interval(secs => ${codeLife}), codes_sent = codes_sent + 1, tries_left = ${codeLimits.tries},
      version = version + 1, updated_at = now() where id = ${found.id}`.execute(db)
  await enqueueMessage(db, {
    to: found.email,
    template: addressCode,
    data: {
      firstName: found.firstName || found.email,
      address: found.address,
      device: deviceText(deviceOf(found.userAgent)),
      code,
      minutes: codeLife / 60,
      productName: options.productName,
    },
  })
  await audit(call, {
    action: 'send-ip-code',
    object: 'ip-verifications',
    recordId: found.id,
    after: { address: found.address },
  })
}

/** One request is enough: admins see it on their list until it is decided. */
async function askOnce(call: OpenCall): Promise<void> {
  const { db, found, options } = call
  if (found.hasAsked) return
  await sql`update ip_verifications set asked_at = now(), version = version + 1, updated_at = now() where id = ${found.id}`.execute(
    db,
  )
  const { rows: admins } = await sql<{ email: string }>`
    select p.email from staff p join roles r on r.id = p.role_id
    where r.name = 'admin' and p.status = 'active' and p.id <> ${found.staffId} order by p.id limit 50`.execute(db)
  const person = `${found.firstName} ${found.lastName}`.trim() || found.email
  for (const { email } of admins) {
    await enqueueMessage(db, {
      to: email,
      template: approvalWanted,
      data: {
        person,
        email: found.email,
        address: found.address,
        device: deviceText(deviceOf(found.userAgent)),
        productName: options.productName,
      },
    })
  }
  await audit(call, { action: 'ask-for-approval', object: 'ip-verifications', recordId: found.id })
}

/** Uses up one try for the code that was emailed. Resolves to what is wrong with it, or null. */
async function takeTry({ db, found, options }: OpenCall, code: string): Promise<Refusal | null> {
  const {
    rows: [row],
  } = await sql<{ code_hash: Uint8Array }>`
    update ip_verifications set tries_left = tries_left - 1, version = version + 1, updated_at = now()
    where id = ${found.id} and tries_left > 0 and code_hash is not null and code_expires_at > now()
    returning code_hash`.execute(db)
  if (!row) return invalid({ code: t('That code is no longer good. Ask for a new one.') })
  const isRight = timingSafeEqual(row.code_hash, codeHash(found.id, code, options.sessionSecret))
  return isRight ? null : wrongCode(found.triesLeft - 1)
}

/** Trusts the address from now on, and says so to its person. */
async function trust(call: OpenCall, via: 'break-glass' | 'code'): Promise<void> {
  const { db, found, options } = call
  const days = via === 'break-glass' ? breakGlassDays : options.trustDays
  const { numAffectedRows } = await sql`
    update ip_verifications set status = 'verified', code_hash = null, tries_left = 0, decided_by = ${found.email}, decided_at = now(),
      version = version + 1, updated_at = now() where id = ${found.id} and status = 'pending'`.execute(db)
  // The same code twice at once: the first one was it.
  if (numAffectedRows !== 1n) throw invalid({ code: t('That code has been used. Sign in again.') })
  const how =
    via === 'break-glass'
      ? 'It was opened with a break-glass code from the command line.'
      : 'It was opened with the code that we sent you.'
  const { id, expiresAt } = await trustVerified(db, found, { via, days, how, productName: options.productName })
  await audit(call, {
    action: 'verify-address',
    object: 'ip-trusts',
    recordId: id,
    after: { network: found.network, via, expiresAt },
  })
}

async function audit({ db, request, found }: OpenCall, entry: Omit<AuditEntry, 'title'>): Promise<void> {
  await appendAudit(db, [{ ...entry, title: found.email }], {
    actor: actorOf({ ...found, grants: {} }),
    requestId: request.id,
    address: request.clientAddress,
  })
}

function refuseHaste({ codeAge, codesSent }: Verification, withinAnHour: number): void {
  if (codesSent >= codeLimits.codes || withinAnHour >= codeLimits.codesAnHour) {
    throw new Refusal(429, t('Too many codes. Ask an administrator to let you in, or try again in an hour.'), {
      headers: { 'retry-after': '3600' },
    })
  }
  const wait = codeLimits.pause - (codeAge ?? codeLimits.pause)
  if (wait > 0) {
    throw new Refusal(429, t('A code has just been sent. You can ask for another in {wait} seconds.', { wait }), {
      headers: { 'retry-after': String(wait) },
    })
  }
}

function wrongCode(triesLeft: number): Refusal {
  if (triesLeft <= 0) return invalid({ code: t('Wrong code, and that was the last try. Request a new one.') })
  return invalid({
    code: t('Wrong code. {triesLeft, plural, one {One try left} other {# tries left}}.', {
      triesLeft,
    }),
  })
}
