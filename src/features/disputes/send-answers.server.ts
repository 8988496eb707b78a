import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/job.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { DisputeStatus, Evidence } from './dispute-states.ts'
import { needsAnswer } from './dispute-states.ts'
import type { FileField } from './evidence-files.ts'
import { settleDispute } from './settle-dispute.server.ts'
import type { DisputeAnswer, DisputeGateway, FilesAtProvider } from './stripe-disputes.server.ts'

// As refunds are sent: taken in hand and committed, then sent without a transaction, then settled. A process can die between
// any two, so the provider is asked how the dispute is before anything is sent a second time.

const nextTry = sql`now() + least(interval '1 day', interval '1 minute' * power(2, least(tries, 12)))`
const rounding = sql`interval '1 millisecond'`

interface TakenAnswer {
  readonly id: number
  readonly disputeId: number
  readonly kind: 'evidence' | 'accept'
  readonly evidence: Evidence
  readonly submissions: number
  readonly tries: number
  readonly dispute: string
  readonly status: DisputeStatus
  readonly email: string
  readonly address: string | null
}

export const sendAnswersName = 'send-dispute-answers'

/** Sends what staff answered to disputes. */
export function sendAnswersJob(gateway: DisputeGateway | null): Job {
  return {
    name: sendAnswersName,
    label: msg('Dispute answers'),
    does: msg('Sends evidence and accepted disputes to the payment provider.'),
    staleWithout: msg('Evidence stays unsent, and disputes are lost when their deadline passes.'),
    cron: '* * * * *',
    overlap: 'share',
    async run({ database, log, signal }) {
      while (gateway && !signal.aborted) {
        // A database that is away ends the run, which begins again in a minute; it would fail again at once.
        const answer = await take(database.kysely)
        if (!answer) return
        await send(database, gateway, answer).catch((error: unknown) =>
          log.warn({ err: error, answer: answer.id }, 'An answer to a dispute is not settled yet'),
        )
      }
    },
  }
}

async function send(database: Pick<Database, 'kysely'>, gateway: DisputeGateway, answer: TakenAnswer): Promise<void> {
  const said = await ask(database, gateway, answer)
  // The dispute first: an answer whose dispute was not written down is due again, and finds it answered.
  if ('facts' in said) await settleDispute(database, said.facts)
  const failure = 'failure' in said ? said.failure : null
  await sql`
    update dispute_answers set state = ${failure === null ? 'done' : 'failed'}, failure = ${failure}, next_try_at = null,
      settled_at = now()
    where id = ${answer.id} and state = 'sending'`.execute(database.kysely)
}

async function ask(
  database: Pick<Database, 'kysely'>,
  gateway: DisputeGateway,
  answer: TakenAnswer,
): Promise<DisputeAnswer> {
  if (answer.tries > 1) {
    const facts = await gateway.find(answer.dispute)
    const isDone = answer.kind === 'accept' ? !needsAnswer(facts.status) : facts.submissions > answer.submissions
    if (isDone) return { facts }
  }
  const key = `dispute-answer-${answer.dispute}-${answer.id}`
  if (answer.kind === 'accept') return await gateway.accept(answer.dispute, key)
  const sent = await sendFiles(database.kysely, gateway, answer)
  if ('failure' in sent) return sent
  return await gateway.submit(
    answer.dispute,
    {
      ...answer.evidence,
      ...sent.files,
      customer_email_address: answer.email,
      ...(answer.address !== null && { customer_purchase_ip: answer.address }),
    },
    key,
  )
}

interface FileToSend {
  readonly id: number
  readonly field: FileField
  readonly reference: string | null
}

/**
 * Sends the files that the provider does not have yet, one after the other, each with a key of its own: one whose answer was lost is
 * sent again under its key, which names the same file. They cannot change, because their dispute is being answered.
 */
async function sendFiles(
  db: Db,
  gateway: DisputeGateway,
  { disputeId, dispute }: TakenAnswer,
): Promise<{ readonly files: FilesAtProvider } | { readonly failure: string }> {
  const { rows } = await sql<FileToSend>`
    select id, field, provider_reference as reference from dispute_files where dispute_id = ${disputeId} order by id`.execute(
    db,
  )
  const files: FilesAtProvider = {}
  for (const { id, field, reference } of rows) {
    if (reference !== null) {
      files[field] = reference
      continue
    }
    const { rows: contents } = await sql<{ name: string; type: string; data: Buffer }>`
      select file_name as name, media_type as type, data from dispute_files where id = ${id}`.execute(db)
    const [content] = contents
    // Its customer was forgotten since.
    if (!content) continue
    const said = await gateway.upload(content, `dispute-file-${dispute}-${id}`)
    if ('failure' in said) return said
    await sql`update dispute_files set provider_reference = ${said.file} where id = ${id}`.execute(db)
    files[field] = said.file
  }
  return { files }
}

async function take(db: Db): Promise<TakenAnswer | null> {
  const { rows } = await sql<TakenAnswer>`
    with taken as (
      update dispute_answers set state = 'sending', tries = tries + 1, next_try_at = ${nextTry}
      where id = (select id from dispute_answers where next_try_at <= now() + ${rounding} order by next_try_at, id limit 1
        for update skip locked)
      returning id, dispute_id, kind, evidence, submissions, tries
    )
    select t.id, t.dispute_id as "disputeId", t.kind, t.evidence, t.submissions, t.tries, d.provider_reference as dispute, d.status,
      p.customer_email as email, p.client_address as address
    from taken t join disputes d on d.id = t.dispute_id join purchases p on p.id = d.purchase_id`.execute(db)
  return rows[0] ?? null
}
