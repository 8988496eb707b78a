import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { announceChange } from '../../core/audit/audit.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { tabOf } from '../../core/http/searched-read.server.ts'
import { csvText } from '../../core/csv.ts'
import { t } from '../../core/i18n/language.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { findBatch, makeCouponCodesJob, makePage } from './coupon-code-job.server.ts'
import { coupons } from './coupons.ts'
import { prepareCoupon, stateSql } from './coupons.server.ts'
import type { GeneratedBatch } from './generate-coupons.ts'
import { couponLike, generateCoupons, readCouponCodes, resumeCouponBatch } from './generate-coupons.ts'

/** Codes that are made with the call itself. */
const firstPage = 200

type Template = Readonly<Record<string, unknown>>
type Origin = Pick<Call, 'actor' | 'db'>

/**
 * The batch, its first page of codes and the audit's one row about it are one transaction, so that a template the
 * database refuses leaves nothing behind. A job makes the other pages.
 */
export const generateCouponsServer = implement(generateCoupons, async ({ input, db, actor, request, audit }) => {
  const { count, prefix } = input
  const template = await parseTemplate(input.template, { db, actor })
  try {
    const {
      rows: [batch],
    } = await sql<{ id: number; name: string }>`
      insert into coupon_batches (name, prefix, wanted, template, created_by)
      values (${template['name']}, ${prefix}, ${count}, ${JSON.stringify(template)}, ${actor.name})
      returning id, name`.execute(db)
    if (!batch) throw new Error('An insert answers with its row.')
    await makePage(db, batch.id, firstPage)
    await announceChange(db, coupons.name, tabOf(request))
    audit.record({
      action: 'generate',
      object: 'coupon-batches',
      recordId: batch.id,
      title: batch.name,
      after: { prefix, wanted: count, template },
    })
    return await wakeFor(db, batch.id)
  } catch (error) {
    throw onTemplate(refusalOf(error, coupons))
  }
})

export const resumeCouponBatchServer = implement(resumeCouponBatch, async ({ params, db, audit }) => {
  const batch = await readBatch(db, params.id)
  if (batch.made === batch.wanted)
    throw new Refusal(409, t('All {wanted} codes of this batch have been generated.', { wanted: batch.wanted }))
  if (batch.stoppedBecause === null) return batch
  await sql`
    update coupon_batches set stopped_because = null, version = version + 1, updated_at = now() where id = ${batch.id}`.execute(
    db,
  )
  audit.record({
    action: 'resume',
    object: 'coupon-batches',
    recordId: batch.id,
    title: batch.name,
    before: { made: batch.made },
    after: { made: batch.wanted },
  })
  await makePage(db, batch.id, firstPage).catch((error: unknown) => {
    throw refusalOf(error, coupons)
  })
  return await wakeFor(db, batch.id)
})

export const readCouponCodesServer = implement(readCouponCodes, async ({ params, db, reply }) => {
  const batch = await readBatch(db, params.id)
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="coupons-${batch.prefix.toLowerCase()}-${batch.id}.csv"`)
  // A small batch is one text, which can still fail as a whole.
  const pages = codesOf(db, batch.id)
  // Edge: the core passes a stream on as it is; its text is what the endpoint promises.
  if (batch.made > codePage) return Readable.from(pages, { objectMode: false }) as unknown as string
  let text = ''
  for await (const page of pages) text += page
  return text
})

/** Codes read in one statement. */
const codePage = 2_000

/** The codes of a batch as CSV, a page at a time: others want to be served too. */
async function* codesOf(db: Db, batchId: number): AsyncGenerator<string> {
  yield csvText([['Code', 'State', 'Times used', 'Valid until']])
  for (let after = 0; ;) {
    const { rows } = await sql<{
      id: number
      code: string
      state: string
      timesUsed: number
      validUntil: string | null
    }>`
      select t.id, t.code, ${stateSql()} as state, t.times_used as "timesUsed", t.valid_until as "validUntil"
      from coupons t where t.batch_id = ${batchId} and t.id > ${after} order by t.id limit ${codePage}`.execute(db)
    if (rows.length > 0)
      yield csvText(rows.map(({ code, state, timesUsed, validUntil }) => [code, state, timesUsed, validUntil]))
    const last = rows.at(-1)
    if (!last || rows.length < codePage) return
    after = last.id
  }
}

/** Checks a template against what the database knows as well. Problems are reported on `template.<field>`. */
async function parseTemplate(input: Template, { db, actor }: Origin): Promise<Template> {
  try {
    const draft = couponLike(input)
    await prepareCoupon({ draft, current: null, db, actor })
    const { code: _, ...template } = draft
    return template
  } catch (error) {
    throw onTemplate(error)
  }
}

/** The same refusal, its fields named as the caller sent them. */
function onTemplate(error: unknown): unknown {
  if (!(error instanceof Refusal) || !error.fields) return error
  const fields = Object.entries(error.fields).map(([key, message]) => [`template.${key}`, message])
  return new Refusal(error.status, error.message, { fields: Object.fromEntries(fields) })
}

async function readBatch(db: Db, id: string): Promise<GeneratedBatch> {
  const batch = /^[1-9][0-9]{0,14}$/.test(id) ? await findBatch(db, Number(id)) : undefined
  if (!batch) throw new Refusal(404, t('Batch not found.'))
  return batch
}

/** The batch, for the one who has left work on it to be done in the background. */
async function wakeFor(db: Db, id: number): Promise<GeneratedBatch> {
  const batch = await findBatch(db, id)
  if (!batch) throw new Error('A batch that is locked is there.')
  // The job finds it once this transaction has ended, and until then looks again.
  if (batch.made < batch.wanted) wakeJob(makeCouponCodesJob)
  return batch
}
