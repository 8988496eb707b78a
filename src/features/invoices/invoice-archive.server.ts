import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { InvoiceArchive } from './invoice-archive.endpoints.ts'
import { downloadInvoiceArchive, readInvoiceArchive, runInvoiceArchive } from './invoice-archive.endpoints.ts'
import { pdfFileOf } from './invoice-files.server.ts'
import { daysOf } from './periods.ts'

const makePdfsName = 'make-invoice-pdfs'
/** Documents after which it is looked up whether staff stopped it. */
const batch = 20

/** Makes the PDFs that staff asked for as one file, a document at a time: stopped or killed, it goes on with what is missing. */
export const makePdfsJob: Job = {
  name: makePdfsName,
  label: msg('PDFs of invoices'),
  does: msg('Creates the PDFs that staff requested for a period, as one file.'),
  staleWithout: msg('ZIP files of invoices are never ready.'),
  overlap: 'skip',
  cron: '* * * * *',
  counts: { done: msg('PDFs generated'), failed: msg('PDFs that failed') },
  async run({ database: { kysely: db }, log, signal, count }) {
    const failed: number[] = []
    while (!signal.aborted) {
      const ids = await missingPdfs(db, failed)
      if (ids.length === 0) break
      for (const id of ids) {
        if (signal.aborted) return
        try {
          await pdfFileOf(db, id)
          count('done')
        } catch (error) {
          // The others do not wait for it; the next run tries it again.
          log.warn({ err: error, invoice: id }, 'The PDF of an invoice could not be made')
          failed.push(id)
          count('failed')
        }
        // Making one takes 50 ms in which nothing else runs.
        await setImmediate()
      }
    }
    await sql`
      update invoice_archives a set state = 'done', updated_at = now()
      where state = 'running' and not exists (
        select from (${ofArchive}) d where not d.has_pdf)`.execute(db)
  },
}

/** Documents of a period with whether they have their PDF. */
function issuedIn(from: RawBuilder<unknown>, until: RawBuilder<unknown>) {
  return sql`
    select i.id, i.number, i.issued_at, exists (
      select from invoice_files f where f.invoice_id = i.id and f.format = 'pdf') as has_pdf
    from invoices i where i.issued_on >= ${from} and i.issued_on < ${until} and not i.is_test`
}
/** Of a row `a` of the archives. */
const ofArchive = issuedIn(sql`a.first_day`, sql`a.next_day`)

async function missingPdfs(db: Db, failed: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from invoice_archives a cross join lateral (${ofArchive}) d
    where a.state = 'running' and not d.has_pdf and d.id <> all(${[...failed]}::bigint[])
    order by a.created_at, d.id limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

async function archiveOf(db: Db, period: string): Promise<InvoiceArchive> {
  const [from, until] = daysOf(period)
  const { rows } = await sql<Omit<InvoiceArchive, 'period'>>`
    select count(*)::integer as documents, count(*) filter (where has_pdf)::integer as ready,
      coalesce((select state from invoice_archives where period = ${period}), 'idle') as state,
      (select requested_by from invoice_archives where period = ${period}) as "requestedBy"
    from (${issuedIn(sql`${from}::date`, sql`${until}::date`)}) d`.execute(db)
  const [found] = rows
  if (!found) throw new Error('A count has a row.')
  return { period, ...found }
}

export const implementedArchive: readonly Implementation[] = [
  implement(readInvoiceArchive, ({ db, query }) => archiveOf(db, query.period)),
  implement(runInvoiceArchive, async ({ db, input: { period, isRunning }, actor, audit, reply }) => {
    const [from, until] = daysOf(period)
    const before = await archiveOf(db, period)
    if (isRunning && before.documents === 0)
      throw new Refusal(409, t('No documents were issued in this period.'), { error: 'NothingIssued' })
    await sql`
      insert into invoice_archives (period, first_day, next_day, state, requested_by)
      values (${period}, ${from}::date, ${until}::date, ${isRunning ? 'running' : 'stopped'}, ${actor.name})
      on conflict (period) do update set state = excluded.state, requested_by = excluded.requested_by, updated_at = now()`.execute(
      db,
    )
    audit.record({
      action: isRunning ? 'make-invoice-archive' : 'stop-invoice-archive',
      object: 'purchases',
      title: period,
      after: { documents: before.documents, ready: before.ready },
    })
    // Once the transaction has committed and the reply is out, or the job finds nothing.
    if (isRunning) reply.raw.once('close', () => wakeJob(makePdfsName))
    return await archiveOf(db, period)
  }),
  implement(downloadInvoiceArchive, async ({ db, query: { period }, reply, actor, request }) => {
    const { documents, ready } = await archiveOf(db, period)
    if (documents === 0 || ready < documents)
      throw new Refusal(409, t('Not every document of this period has its PDF yet.'), { error: 'NotReady' })
    const entry = { action: 'export', object: 'purchases', title: period, after: { documents, format: 'zip' } }
    await db
      .transaction()
      .execute((trx) => appendAudit(trx, [entry], { actor, requestId: request.id, address: request.clientAddress }))
    reply
      .type('application/zip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', `attachment; filename="invoices-${period}.zip"`)
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return (await zipOf(db, period)) as unknown as string
  }),
]

/** The PDFs one after the other: one in memory at a time, and the connection free while it travels. */
async function zipOf(db: Db, period: string): Promise<Readable> {
  const [from, until] = daysOf(period)
  const { rows } = await sql<{ id: number; number: string; issuer: string; issuedAt: string }>`
    select id, number, issuer_tax_id as issuer, issued_at as "issuedAt" from invoices
    where issued_on >= ${from}::date and issued_on < ${until}::date and not is_test
    order by issuer_tax_id, number`.execute(db)
  const zip = new ZipFile()
  const out = new PassThrough()
  // Breaking off tells the client that the file is incomplete.
  zip.on('error', (error: Error) => out.destroy(error))
  for (const { id, number, issuer, issuedAt } of rows) {
    zip.addReadStreamLazy(
      // Two issuers can have used one number.
      `${issuer.replaceAll(/[^A-Za-z0-9]/g, '')}/${number}.pdf`,
      // They are compressed already.
      { mtime: new Date(issuedAt), compress: false },
      (done) =>
        void pdfFileOf(db, id).then(
          ({ content }) => done(null, Readable.from([content], { objectMode: false })),
          (error: unknown) => done(error, Readable.from([])),
        ),
    )
  }
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
