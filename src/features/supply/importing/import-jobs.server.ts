import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { system } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { msg } from '../../../core/i18n/language.ts'
import { speaking } from '../../../core/http/language.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { setSaid, storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import { parameterizedJob, withFailedItems, withQueue } from '../../../platform/jobs/staffed-job.server.ts'
import { atOnce } from '../../../platform/outbound/at-once.ts'
import { failedCodes } from './failed-codes.server.ts'
import type { ClaimedCode } from './code-rows.server.ts'
import { claimCodes, codesTable, letGo, settleCode } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openSupplier } from './connections.server.ts'
import type { FetchedCode } from './import-code.server.ts'
import { importDrafts } from './import-code.server.ts'
import type { SupplierCatalogue } from './supplier-catalogue.server.ts'
import { faultText, isPassing } from './supplier-catalogue.server.ts'
import { supplierParameter } from './supplier-parameter.server.ts'
import { keepPictures } from './supplier-pictures.server.ts'
import type { SupplierServer } from './supplier-server.server.ts'

/** The job that fetches pasted codes. */
export const importCodesJob = 'import-supplier-codes'

/** Seconds until a code is tried again while its supplier is busy or away; after the last one it has failed. */
const retrySeconds = [15, 60, 300, 900] as const

interface Run {
  readonly context: SupplyContext
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
  readonly supplier: SupplierServer
}

/** Codes of one supplier that are asked for at a time: as many as there are connections to one host. */
const codesAtOnce = 8
/** Codes that are written together. */
const maxInHand = 32
/** Seconds of a supplier's pace for which codes are taken in hand. */
const paceInHand = 4
/** Milliseconds after which no more codes in hand are begun: one process keeps them for a few minutes only. */
const longestPage = 60_000
/** Milliseconds after which a connection is looked at again: staff can switch it off during a long run. */
const openFor = 60_000

/**
 * Imports one supplier's codes, page by page, until none is due. No connection to the database is used while the supplier
 * answers.
 */
async function importCodes(run: Run): Promise<void> {
  const { context, database, signal, supplier } = run
  const { facts } = supplier
  const db = database.kysely
  const subjects = new AsyncLocalStorage<string>()
  const use = { signal, subject: () => subjects.getStore() ?? facts.codes.name }
  let open: Awaited<ReturnType<typeof openSupplier>> = null
  let catalogue: SupplierCatalogue | null = null
  let openedAt = 0
  while (!signal.aborted) {
    if (!open || !catalogue || performance.now() - openedAt > openFor) {
      open = await openSupplier(db, supplier, context, use)
      if (!open) return
      catalogue = supplier.openCatalogue(open)
      openedAt = performance.now()
    }
    const { perSecond } = open
    const codes = await claimCodes(db, facts, Math.max(1, Math.min(maxInHand, Math.round(perSecond * paceInHand))))
    if (codes.length === 0) return
    await importPage(run, catalogue, codes, subjects)
  }
}

async function importPage(
  run: Run,
  catalogue: SupplierCatalogue,
  codes: readonly ClaimedCode[],
  subjects: AsyncLocalStorage<string>,
): Promise<void> {
  const { context, database, signal, supplier } = run
  const { facts } = supplier
  const begun = performance.now()
  const unasked: ClaimedCode[] = []
  const answers = await atOnce(codes, codesAtOnce, async (code) => {
    if (!signal.aborted && performance.now() - begun < longestPage)
      return await subjects.run(`${facts.codes.name} ${code.id}`, () =>
        speaking(code.language, () => fetchDraft(run, catalogue, code)),
      )
    unasked.push(code)
    return null
  })
  const fetched = answers.filter((one) => one !== null)
  // Before they are compared with what others sell; a product that is known is compared with none.
  const fresh = fetched.filter(({ code }) => code.productId === null)
  const pictures = new Map(fresh.map(({ draft }) => [draft.code, draft.images[0]?.url ?? null]))
  const wanted = Array.from(pictures, ([code, url]) => ({ code, url }))
  await keepPictures(database.kysely, supplier, context, { wanted, signal })
  const left = signal.aborted ? [...unasked, ...fetched.map(({ code }) => code)] : unasked
  await letGo(database.kysely, facts, left)
  if (!signal.aborted) await write(run, fetched)
}

/** What a supplier says of a code now; null where that was no product, and what became of the code is written. */
async function fetchDraft(run: Run, catalogue: SupplierCatalogue, code: ClaimedCode): Promise<FetchedCode | null> {
  const { database, log, signal, supplier } = run
  const { facts } = supplier
  try {
    return { code, draft: await catalogue.getProduct(code.code) }
  } catch (error) {
    if (signal.aborted) await letGo(database.kysely, facts, [code])
    else {
      const fault = catalogue.classifyError(error)
      if (fault.kind === 'invalid')
        log.warn({ err: error, supplier: facts.key, code: code.code }, 'An answer of a supplier could not be read')
      const pause = isPassing(fault) ? retrySeconds[code.attempts - 1] : undefined
      const reason = faultText(facts.name, fault, pause === undefined ? 'by hand' : 'by itself')
      log.info({ supplier: facts.key, code: code.code, reason: sayStored(reason) }, 'A code could not be fetched')
      if (pause === undefined) await fail(run, code, reason)
      else await putBack(run, code, Math.max(pause, Math.ceil((fault.retryAfter ?? 0) / 1_000)), reason)
    }
    return null
  }
}

/** Writes a page of products. One that cannot be written fails alone: then each is written by itself. */
async function write(run: Run, fetched: readonly FetchedCode[]): Promise<void> {
  if (fetched.length === 0) return
  const { database, log, supplier } = run
  try {
    await database.kysely.transaction().execute(async (trx) => {
      // Compiling the comparison with other suppliers takes longer than doing it. While nearly all products are of one supplier,
      // statistics know of no other, and PostgreSQL reads the whole table for each draft: a second a page at 70,000 products.
      await sql`select set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`.execute(trx)
      await importDrafts(trx, supplier, fetched)
    })
    for (const { code } of fetched)
      log.debug({ supplier: supplier.facts.key, code: code.code }, 'A code was fetched and settled')
  } catch (error) {
    const [first] = fetched
    if (fetched.length > 1) for (const one of fetched) await write(run, [one])
    else if (first) {
      const { code } = first
      log.error(
        { err: error, supplier: supplier.facts.key, code: code.code },
        'A product of a supplier could not be written',
      )
      await fail(run, code, storedText('Something went wrong on our side. Retry, or contact support.'))
    }
  }
}

/** Leaves a code for later, with what its supplier answered. */
async function putBack({ database, supplier }: Run, code: ClaimedCode, seconds: number, reason: Said): Promise<void> {
  await settleCode(
    database.kysely,
    supplier.facts,
    code,
    'queued',
    sql`${setSaid('reason', reason)}, next_try_at = now() + make_interval(secs => ${seconds})`,
  )
}

async function fail({ database, supplier: { facts } }: Run, code: ClaimedCode, reason: Said): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    if (!(await settleCode(db, facts, code, 'failed', setSaid('reason', reason)))) return
    const { id, code: title, version } = code
    await appendAudit(
      db,
      [
        {
          action: 'import-failed',
          object: facts.codes.name,
          recordId: id,
          title,
          version: version + 1,
          before: { status: 'fetching' },
          after: { status: 'failed', reason: storedColumns(reason).detail },
        },
      ],
      { actor: system('imports') },
    )
  })
}

export function importJobs(context: SupplyContext, suppliers: readonly SupplierServer[]): Job[] {
  const job = parameterizedJob({
    name: importCodesJob,
    label: msg('Product imports'),
    does: msg('Fetches the pasted codes from their suppliers and makes products of them.'),
    staleWithout: msg('Pasted codes stay queued.'),
    overlap: 'share',
    cron: '* * * * *',
    timeout: 6 * 3_600,
    parameters: { supplier: supplierParameter },
    async run({ database, log, signal, parameters }) {
      await Promise.all(
        suppliers
          .filter(({ facts }) => parameters.supplier === undefined || facts.key === parameters.supplier)
          .map((supplier) => importCodes({ context, database, log, signal, supplier })),
      )
    },
  })
  const due = suppliers.map(
    ({ facts }) => sql`select count(*) as n from ${codesTable(facts)} where status = 'queued' and next_try_at <= now()`,
  )
  return [
    withQueue(
      withFailedItems(job, failedCodes(suppliers.map(({ facts }) => facts))),
      sql`select sum(n) from (${sql.join(due, sql` union all `)}) due`,
    ),
  ]
}
