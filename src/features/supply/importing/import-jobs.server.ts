import { sql } from 'kysely'
import type { Logger } from 'pino'
import { system } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { t, msg } from '../../../core/i18n/language.ts'
import { speaking } from '../../../core/http/language.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { parameterizedJob, withFailedItems } from '../../../platform/jobs/staffed-job.server.ts'
import { failedCodes } from './failed-codes.server.ts'
import type { ClaimedCode } from './code-rows.server.ts'
import { claimCode, settleCode } from './code-rows.server.ts'
import type { SupplyContext } from './connections.server.ts'
import { openCatalogue } from './connections.server.ts'
import { importDraft } from './import-code.server.ts'
import type { ProductDraft } from './product-draft.ts'
import type { SupplierCatalogue } from './supplier-catalogue.server.ts'
import { faultSentence, isPassing } from './supplier-catalogue.server.ts'
import { supplierParameter } from './supplier-parameter.server.ts'
import { keepPicture } from './supplier-pictures.server.ts'
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

/** Imports one supplier's codes until none is due. No connection to the database is used while the supplier answers. */
async function importCodes(run: Run): Promise<void> {
  const { context, database, signal, supplier } = run
  const { facts } = supplier
  let subject = facts.codes.name as string
  const db = database.kysely
  let catalogue: SupplierCatalogue | null = null
  while (!signal.aborted) {
    catalogue ??= await openCatalogue(db, supplier, context, { signal, subject: () => subject })
    if (!catalogue) return
    const code = await claimCode(db, facts)
    if (!code) return
    subject = `${facts.codes.name} ${code.id}`
    const current = catalogue
    await speaking(code.language, () => importOne(run, current, code))
  }
}

async function importOne(run: Run, catalogue: SupplierCatalogue, code: ClaimedCode): Promise<void> {
  const { database, log, signal, supplier } = run
  const about = { supplier: supplier.facts.key, code: code.code }
  let draft: ProductDraft
  try {
    draft = await catalogue.getProduct(code.code)
  } catch (error) {
    if (signal.aborted) return await putBack(run, code, 0, null)
    const fault = catalogue.classifyError(error)
    if (fault.kind === 'invalid') log.warn({ err: error, ...about }, 'An answer of a supplier could not be read')
    const reason = faultSentence(supplier.facts.name, fault).slice(0, 500)
    const pause = retrySeconds[code.attempts - 1]
    if (!isPassing(fault) || pause === undefined) return await fail(run, code, reason)
    return await putBack(run, code, Math.max(pause, Math.ceil((fault.retryAfter ?? 0) / 1_000)), reason)
  }
  // Before it is compared with what others sell; a product that is known is compared with none.
  if (code.productId === null)
    await keepPicture(database.kysely, supplier, run.context, {
      code: draft.code,
      url: draft.images[0]?.url ?? null,
      signal,
    })
  try {
    await database.kysely.transaction().execute((trx) => importDraft(trx, supplier, code, draft))
  } catch (error) {
    log.error({ err: error, ...about }, 'A product of a supplier could not be written')
    await fail(run, code, t('Something went wrong on our side. Retry, or tell support.'))
  }
}

/** Leaves a code for later: a start of ours that was broken off is no attempt. */
async function putBack({ database, supplier }: Run, code: ClaimedCode, seconds: number, reason: string | null) {
  await settleCode(
    database.kysely,
    supplier.facts,
    code,
    'queued',
    sql`reason = ${reason}, next_try_at = now() + make_interval(secs => ${seconds}),
      attempts = ${reason === null ? code.attempts - 1 : code.attempts}`,
  )
}

async function fail({ database, supplier: { facts } }: Run, code: ClaimedCode, reason: string): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    if (!(await settleCode(db, facts, code, 'failed', sql`reason = ${reason}`))) return
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
          after: { status: 'failed', reason },
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
  return [withFailedItems(job, failedCodes(suppliers.map(({ facts }) => facts)))]
}
