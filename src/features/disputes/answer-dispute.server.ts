import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { assertWithinLimits } from '../../core/access/limits.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { requireFreshSignIn } from '../../platform/auth/sign-in/fresh-sign-in.server.ts'
import { sentAs } from '../orders/messages/order-letter.server.ts'
import { assertMayGive } from '../payments/refund-limits.server.ts'
import type { WrittenEvidence } from './dispute.endpoints.ts'
import {
  acceptDispute,
  previewAccept,
  previewSubmit,
  saveDisputeEvidence,
  submitEvidence,
} from './dispute.endpoints.ts'
import type { OpenedDispute } from './dispute-details.server.ts'
import { blockedAnswers, openDispute } from './dispute-details.server.ts'
import type { Evidence } from './dispute-states.ts'
import { isOfCustomer } from './dispute-states.ts'
import { sendAnswersName } from './send-answers.server.ts'
import { disputeGatewayOf } from './stripe-disputes.server.ts'

// What staff answer is an intent: written behind the lock of the dispute and committed. A job sends it, and settles it by what
// the provider says, so that no call to the provider is made inside a transaction.

type Kind = 'evidence' | 'accept'

/** The calls by which staff answer a dispute. */
export function implementAnswers({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const hasGateway = disputeGatewayOf(settings) !== null
  const seen = (db: Db, id: string, kind: Kind, actor: Actor) =>
    answerable(db, id, { kind, actor, hasGateway, isLocked: false })
  const locked = (db: Db, id: string, kind: Kind, actor: Actor) =>
    answerable(db, id, { kind, actor, hasGateway, isLocked: true })
  return [
    implement(saveDisputeEvidence, async (call) => await save(call), { enforcesLimits: true }),
    implement(
      previewSubmit,
      async ({ db, params, input, actor }) => {
        const dispute = await seen(db, params.id, 'evidence', actor)
        const evidence = evidenceIn(input.evidence)
        return { effects: [...submitEffects(dispute, evidence)], token: tokenOf(dispute, evidence) }
      },
      { transaction: false, enforcesLimits: true },
    ),
    implement(
      previewAccept,
      async ({ db, params, actor }) => {
        const dispute = await seen(db, params.id, 'accept', actor)
        const name = isOfCustomer(dispute.reason) ? await sentAs(db, 'bank_returned') : null
        const letter =
          name === null ? t('The customer gets no message.') : t('The customer is emailed “{name}”.', { name })
        const effects = [...acceptEffects(dispute), letter]
        return { effects, token: tokenOf(dispute, {}) }
      },
      { transaction: false, enforcesLimits: true },
    ),
    implement(
      submitEvidence,
      async (call) => {
        requireFreshSignIn(call.actor, t('send evidence'))
        const dispute = await locked(call.db, call.params.id, 'evidence', call.actor)
        const evidence = evidenceIn(call.input.evidence)
        assertSeen(call.input.token, dispute, evidence)
        await intend(call, dispute, 'evidence', evidence)
        return { message: t('Evidence on its way') }
      },
      { enforcesLimits: true },
    ),
    implement(
      acceptDispute,
      async (call) => {
        requireFreshSignIn(call.actor, t('accept a dispute'))
        const dispute = await locked(call.db, call.params.id, 'accept', call.actor)
        assertSeen(call.input.token, dispute, {})
        await intend(call, dispute, 'accept', {})
        return { message: t('Dispute accepted') }
      },
      { enforcesLimits: true },
    ),
  ]
}

interface Wish {
  readonly kind: Kind
  readonly actor: Actor
  readonly hasGateway: boolean
  readonly isLocked: boolean
}

/** The dispute, if the person can give this answer now. */
async function answerable(db: Db, id: string, { kind, actor, hasGateway, isLocked }: Wish): Promise<OpenedDispute> {
  const dispute = await openDispute(db, id, { isLocked })
  const { cityId, amount, currency } = dispute
  // Accepting gives the money away, as a refund does.
  if (kind === 'accept') await assertMayGive(actor, db, { cityId, currency, amount })
  else assertWithinLimits(actor, 'write', 'purchases', { cityId })
  const { submit, accept } = blockedAnswers(dispute, hasGateway)
  const why = kind === 'accept' ? accept : submit
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
  return dispute
}

/** @throws Refusal 422 for a field that is named twice, and for evidence without a word */
function evidenceIn(written: WrittenEvidence): Evidence {
  const texts = written.map(({ field, text }) => [field, text.trim()] as const)
  if (new Set(texts.map(([field]) => field)).size < texts.length)
    throw invalid({ evidence: t('List each field once.') })
  const evidence = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  if (Object.keys(evidence).length === 0) throw invalid({ evidence: t('Enter what the bank should know.') })
  return evidence
}

function* submitEffects({ amount, currency, status, files }: OpenedDispute, evidence: Evidence): Generator<string> {
  const length = Object.values(evidence).reduce((sum, text) => sum + text.length, 0)
  yield t(
    'The bank receives {n, plural, one {# text} other {# texts}}, {length} characters, with the customer’s email and IP address.',
    {
      n: Object.keys(evidence).length,
      length: formatNumber(length),
    },
  )
  if (files.length > 0) yield t('It receives {n, plural, one {# file} other {# files}}.', { n: files.length })
  yield t('The bank decides on {amount} within about 75 days.', { amount: formatMoney(amount, currency) })
  if (!status.startsWith('warning')) yield t('Until then nothing can be refunded.')
  yield t('Evidence can be sent only once. You can’t change it afterwards.')
}

function* acceptEffects({ amount, currency, fee, status }: OpenedDispute): Generator<string> {
  const words = (part: number) => formatMoney(part, currency)
  yield t('The customer keeps {amount}.', { amount: words(amount) })
  if (!status.startsWith('warning') && fee > 0)
    yield t('The dispute fee of {amount} stays with the provider.', { amount: words(fee) })
  yield t('The order becomes charged back. This can’t be undone.')
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 32)

/** Names what a person saw: the dispute as it was, and what they were about to send. */
const tokenOf = ({ id, status, amount, withdrawn, files }: OpenedDispute, evidence: Evidence) =>
  digest([id, status, amount, withdrawn, Object.entries(evidence).toSorted(), files.map((file) => file.id)])

function assertSeen(token: string, dispute: OpenedDispute, evidence: Evidence): void {
  if (token === tokenOf(dispute, evidence)) return
  throw new Refusal(409, t('This dispute has changed since the preview. Check it again.'), {
    error: 'PreviewChanged',
  })
}

type Answering = Pick<Call, 'db' | 'actor' | 'audit' | 'request' | 'reply'>

async function intend(
  { db, actor, audit, request, reply }: Answering,
  dispute: OpenedDispute,
  kind: Kind,
  evidence: Evidence,
): Promise<void> {
  const person = actor.behind?.id ?? actor.id
  const key = `${person ?? 'system'}:${String(request.headers['idempotency-key'] ?? '')}`.slice(0, 240)
  await sql`
    insert into dispute_answers (dispute_id, kind, evidence, submissions, idempotency_key, next_try_at, requested_by)
    values (${dispute.id}, ${kind}, ${JSON.stringify(evidence)}::jsonb, ${dispute.submissions}, ${key}, now(), ${person})`.execute(
    db,
  )
  await sql`
    update disputes set evidence = case when ${kind === 'evidence'} then ${JSON.stringify(evidence)}::jsonb else evidence end,
      updated_at = now(), version = version + 1
    where id = ${dispute.id}`.execute(db)
  await sql`
    insert into purchase_events (purchase_id, at, kind, actor_kind, actor_name, amount)
    values (${dispute.purchaseId}, now(), ${kind === 'accept' ? 'dispute_accepted' : 'dispute_answered'}, 'staff', ${actor.name},
      ${dispute.amount})`.execute(db)
  reply.raw.once('close', () => wakeJob(sendAnswersName))
  audit.record({
    action: kind === 'accept' ? 'accept-dispute' : 'submit-evidence',
    object: 'disputes',
    recordId: dispute.id,
    title: dispute.reference,
    before: { status: dispute.status },
    after: { answer: kind, fields: Object.keys(evidence), files: dispute.files.length },
    version: dispute.version + 1,
  })
}

type Saving = Pick<Call, 'db' | 'actor' | 'audit'> & {
  readonly params: { readonly id: string }
  readonly input: { readonly version: number; readonly evidence: WrittenEvidence }
}

async function save({ db, params, input, actor, audit }: Saving): Promise<{ id: number; version: number }> {
  const dispute = await openDispute(db, params.id, { isLocked: true })
  assertWithinLimits(actor, 'write', 'purchases', { cityId: dispute.cityId })
  if (dispute.version !== input.version)
    throw new Refusal(412, t('This dispute changed since you opened it.'), { error: 'StaleVersion' })
  const evidence = evidenceIn(input.evidence)
  await sql`
    update disputes set evidence = ${JSON.stringify(evidence)}::jsonb, updated_at = now(), version = version + 1
    where id = ${dispute.id}`.execute(db)
  const version = dispute.version + 1
  audit.record({
    action: 'save-evidence',
    object: 'disputes',
    recordId: dispute.id,
    title: dispute.reference,
    after: { fields: Object.keys(evidence) },
    version,
  })
  return { id: dispute.id, version }
}
