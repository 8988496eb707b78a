import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditOrigin } from '../../kit/audit.server.ts'
import { announceChange, appendAudit } from '../../kit/audit.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import { DatabaseUnavailable } from '../../db/engine-errors.server.ts'
import { checkDraft, parseDraft } from '../../kit/draft.ts'
import type { Call, Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { tabOf } from '../../kit/http.server.ts'
import { columnOf } from '../../kit/fields.ts'
import { csvText } from '../../kit/csv.ts'
import { t } from '../../kit/language.ts'
import { generateCode } from './coupon-codes.ts'
import { coupons } from './coupons.ts'
import { prepareCoupon, stateSql } from './coupons.server.ts'
import type { GeneratedBatch } from './generate-coupons.ts'
import { generateCoupons, readCouponCodes, resumeCouponBatch } from './generate-coupons.ts'

/** Codes in one transaction: well below the 200 ms that one may hold the embedded engine's only connection. */
const pageSize = 200

/** Stands in for the code while a template is checked like any other coupon. */
const sampleCode = 'SAMPLE'

type Template = Readonly<Record<string, unknown>>
type Origin = Pick<Call, 'actor' | 'request' | 'db'>

/**
 * The batch, its first page of codes and the audit's one row about it are one transaction, so that a template the
 * database refuses leaves nothing behind; each further page is another. Whatever stops the work in between leaves a
 * batch that says how many of its codes there are; resuming makes just the rest.
 */
export const generateCouponsServer = implement(generateCoupons, async ({ input, db, actor, request }) => {
  const { count, prefix } = input
  const template = await parseTemplate(input.template, { db, actor, request })
  const batch = await db.transaction().execute(async (transaction) => {
    const { rows: [made] } = await sql<GeneratedBatch>`
      insert into coupon_batches (name, prefix, wanted, template, created_by)
      values (${template['name']}, ${prefix}, ${count}, ${JSON.stringify(template)}, ${actor.name})
      returning id, name, prefix, wanted, made`.execute(transaction)
    if (!made) throw new Error('An insert answers with its row.')
    const first = await makePage(transaction, made.id, tabOf(request))
    await appendAudit(transaction, [{
      action: 'generate', object: 'coupon-batches', recordId: made.id, title: made.name,
      after: { prefix, wanted: count, template },
    }], originOf({ actor, request }))
    return { ...made, made: first }
  }).catch((error: unknown) => { throw onTemplate(refusalOf(error, coupons)) })
  return await fill(db, batch, tabOf(request))
}, { transaction: false })

export const resumeCouponBatchServer = implement(resumeCouponBatch, async ({ params, db, actor, request }) => {
  const batch = await readBatch(db, params.id)
  if (batch.made === batch.wanted) throw new Refusal(409, t('All {wanted} codes of this batch have been made.', { wanted: batch.wanted }))
  await db.transaction().execute((transaction) => appendAudit(transaction, [{
    action: 'resume', object: 'coupon-batches', recordId: batch.id, title: batch.name,
    before: { made: batch.made }, after: { made: batch.wanted },
  }], originOf({ actor, request })))
  return await fill(db, batch, tabOf(request))
}, { transaction: false })

export const readCouponCodesServer = implement(readCouponCodes, async ({ params, db, reply }) => {
  const batch = await readBatch(db, params.id)
  const { rows } = await sql<{ code: string; state: string; timesUsed: number; validUntil: string | null }>`
    select t.code, ${stateSql()} as state, t.times_used as "timesUsed", t.valid_until as "validUntil"
    from coupons t where t.batch_id = ${batch.id} order by t.id`.execute(db)
  reply.type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="coupons-${batch.prefix.toLowerCase()}-${batch.id}.csv"`)
  return csvText([
    ['Code', 'State', 'Times used', 'Valid until'],
    ...rows.map(({ code, state, timesUsed, validUntil }) => [code, state, timesUsed, validUntil]),
  ])
})

function originOf({ actor, request }: Pick<Origin, 'actor' | 'request'>): AuditOrigin {
  return { actor, requestId: request.id, address: request.clientAddress, tab: tabOf(request) }
}

/** Holds a template to every rule of a coupon; what is wrong with it is said on `template.<field>`. */
async function parseTemplate(input: Template, { db, actor }: Origin): Promise<Template> {
  if (Object.hasOwn(input, 'code')) throw invalid({ 'template.code': t('The codes are generated, so leave the code out.') })
  try {
    const draft = parseDraft(coupons, { ...input, code: sampleCode }, null)
    checkDraft(coupons, draft)
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
  const { rows: [batch] } = /^[1-9][0-9]{0,14}$/.test(id)
    ? await sql<GeneratedBatch>`select id, name, prefix, wanted, made from coupon_batches where id = ${Number(id)}`.execute(db)
    : { rows: [] }
  if (!batch) throw new Refusal(404, t('There is no such batch.'))
  return batch
}

/** Makes codes, a page at a time, until the batch has as many as were asked for. */
async function fill(db: Db, batch: GeneratedBatch, tab: string | null): Promise<GeneratedBatch> {
  let made = batch.made
  try {
    while (made < batch.wanted) made = await db.transaction().execute((transaction) => makePage(transaction, batch.id, tab))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) {
      const stopped = t('{made} of {wanted} codes were made before the database stopped answering.', { made, wanted: batch.wanted })
      throw new Refusal(503, t('{stopped} Resume batch {id} for the rest.', { stopped, id: batch.id }), {
        headers: { 'Retry-After': String(error.retryAfterSeconds) },
      })
    }
    throw refusalOf(error, coupons)
  }
  return { ...batch, made }
}

/**
 * One page of codes, and how many the batch has then. The batch is locked, so that two who resume it make no more
 * than were asked for. A code that exists already is left out, and the next page makes up for it.
 */
async function makePage(db: Db, batchId: number, tab: string | null): Promise<number> {
  const { rows: [batch] } = await sql<GeneratedBatch & { template: Template }>`
    select prefix, wanted, made, template from coupon_batches where id = ${batchId} for update`.execute(db)
  if (!batch) throw new Refusal(404, t('There is no such batch.'))
  const codes = new Set<string>()
  const size = Math.min(pageSize, batch.wanted - batch.made)
  while (codes.size < size) codes.add(generateCode(batch.prefix, (below) => randomInt(below)))
  const columns = Object.keys(batch.template).map(columnOf)
  const values = Object.fromEntries(Object.entries(batch.template).map(([key, value]) => [columnOf(key), value]))
  const { rows } = await sql`
    insert into coupons (code, batch_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select fresh.code, ${batchId}::bigint, ${sql.join(columns.map((column) => sql.ref(`template.${column}`)))}
    from unnest(${[...codes]}::text[]) as fresh(code),
      jsonb_populate_record(null::coupons, ${JSON.stringify(values)}::jsonb) as template
    on conflict (code) do nothing returning id`.execute(db)
  const made = batch.made + rows.length
  await sql`
    update coupon_batches set made = ${made}, version = version + 1, updated_at = now() where id = ${batchId}`.execute(db)
  await announceChange(db, coupons.name, tab)
  return made
}
