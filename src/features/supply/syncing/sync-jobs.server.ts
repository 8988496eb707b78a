import { sql } from 'kysely'
import type { Logger } from 'pino'
import { msg, t } from '../../../core/i18n/language.ts'
import { forgetJob } from '../../../core/jobs/forget-job.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import type { Database } from '../../../db/database.server.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import { parameterizedJob } from '../../../platform/jobs/staffed-job.server.ts'
import type { SupplyContext } from '../importing/connections.server.ts'
import { openCatalogue } from '../importing/connections.server.ts'
import type { SupplierCatalogue } from '../importing/supplier-catalogue.server.ts'
import { faultText } from '../importing/supplier-catalogue.server.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'
import { supplierParameter } from '../importing/supplier-parameter.server.ts'
import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { applyChanges } from './apply-changes.server.ts'
import { askAvailability, refreshAvailability } from './availability.server.ts'
import type { SyncRun } from './fetch-changes.server.ts'
import { fetchChanges, measureDelta } from './fetch-changes.server.ts'
import type { AskedProducts, Delta } from './sync-rows.server.ts'
import {
  addAsked,
  endDelta,
  endReading,
  noteProblem,
  openDelta,
  registerProducts,
  releaseSync,
  storePage,
  takeSync,
} from './sync-rows.server.ts'

export const syncJobOf = ({ key }: Pick<SupplierFacts, 'key'>) => `sync-${key}`

const labels: Readonly<Record<SupplierFacts['key'], string>> = {
  viator: msg('Viator sync'),
  tiqets: msg('Tiqets sync'),
  globick: msg('Globick sync'),
  tourcms: msg('TourCMS sync'),
}

interface Given {
  /** Null: the run of the schedule. */
  readonly asked: AskedProducts | null
  readonly count: (counter: string, by?: number) => void
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
}

/** One run: what people have released, the supplier's list from where it was left, its products, and then what they change. */
async function syncSupplier(
  context: SupplyContext,
  supplier: SupplierServer,
  { asked, count, database, log, signal }: Given,
): Promise<void> {
  const db = database.kysely
  let subject = 'supplier_syncs'
  const catalogue = await openCatalogue(db, supplier, context, { signal, subject: () => subject })
  if (!catalogue) return
  const taken = await takeSync(db, supplier.facts)
  if (!taken) {
    // The schedule comes again; what a person asked for does not.
    if (asked)
      throw new Error(t('Another sync of {supplier} is under way. Run it again afterwards.', supplierOf(supplier)))
    return
  }
  const sync = { ...taken, facts: supplier.facts }
  const run: SyncRun = { db, log, signal, supplier, sync, about: (next) => (subject = next) }
  try {
    await registerProducts(db, supplier.facts)
    await applyReleased(run)
    await followDelta(run, catalogue, count, asked && ((delta) => addAskedProducts(run, delta, asked, count)))
  } finally {
    await releaseSync(db, sync)
  }
}

async function applyReleased(run: SyncRun): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from supplier_deltas where supplier = ${run.sync.supplier} and state = 'released' order by id`.execute(
    run.db,
  )
  for (const { id } of rows) if (await applyChanges(run, id)) await endDelta(run.db, run.sync, { id })
}

const supplierOf = ({ facts: { name } }: SupplierServer) => ({ supplier: name })

async function addAskedProducts(
  { db, sync }: SyncRun,
  delta: Delta,
  asked: AskedProducts,
  count: Given['count'],
): Promise<Delta> {
  const { products, isRead } = await addAsked(db, sync, delta, { code: asked.code, before: asked.before })
  count('products', products)
  return isRead ? { ...delta, state: 'fetching' } : delta
}

/** @param addTo - adds what staff have asked for to a delta that is not applied yet */
async function followDelta(
  run: SyncRun,
  catalogue: SupplierCatalogue,
  count: Given['count'],
  addTo: ((delta: Delta) => Promise<Delta>) | null,
): Promise<void> {
  const { db, sync, log } = run
  let delta = await openDelta(db, sync)
  if (addTo) {
    if (delta.state === 'applying') {
      if (!(await applyChanges(run, delta.id))) return
      await endDelta(db, sync, delta)
      delta = await openDelta(db, sync)
    }
    delta = await addTo(delta)
  }
  if (delta.state === 'reading') {
    if (!(await readChanges(run, catalogue, delta, count))) return
    delta = { ...delta, state: 'fetching' }
  }
  if (delta.state === 'fetching') {
    if (!(await fetchChanges(run, catalogue, delta))) return
    if (await measureDelta(db, sync, delta)) {
      count('held')
      log.warn({ supplier: sync.supplier, delta: delta.id }, 'A delta of a supplier waits for a person')
      return
    }
  }
  if (!(await applyChanges(run, delta.id))) return
  await endDelta(db, sync, delta)
  log.info({ delta: delta.id }, 'Every change of the delta is applied')
}

/**
 * Reads the list of changes to its end, page by page. False: it stopped before that, and goes on where it was left.
 *
 * @throws Error with the supplier's reason where a page can't be read
 */
async function readChanges(
  run: SyncRun,
  catalogue: SupplierCatalogue,
  delta: Delta,
  count: Given['count'],
): Promise<boolean> {
  const { db, signal, supplier, sync, log } = run
  let { cursor } = sync
  const seen = new Set<string | null>([cursor])
  run.about('supplier_syncs')
  for (;;) {
    if (signal.aborted) return false
    try {
      const page = await catalogue.listChanged(cursor)
      count('listed', page.items.length)
      log.debug({ changes: page.items.length }, 'A page of the list of changes was read')
      if (!(await storePage(db, sync, delta, { from: cursor, page }))) return false
      if (page.done) {
        await noteProblem(db, sync, null)
        return true
      }
      cursor = page.nextCursor
    } catch (error) {
      if (signal.aborted) return false
      const fault = catalogue.classifyError(error)
      log.warn({ err: error, supplier: sync.supplier }, 'A list of changes could not be read')
      count('unread')
      const reason = faultText(supplier.facts.name, fault, 'by itself')
      await noteProblem(db, sync, reason)
      // Fails the run. What was read so far is stored, and the next run begins at the page that could not be read.
      throw new Error(sayStored(reason), { cause: error })
    }
    if (seen.has(cursor)) {
      // What was read counts; a list that leads in a circle is not known to be whole, so nothing is missed in it.
      await noteProblem(
        db,
        sync,
        storedText('{supplier} sends the same page of its list again and again.', { supplier: supplier.facts.name }),
      )
      await endReading(db, sync, delta, false)
      return true
    }
    seen.add(cursor)
  }
}

function syncJob(context: SupplyContext, supplier: SupplierServer): Job {
  const { readCode, codeExample } = supplier.facts
  return parameterizedJob({
    name: syncJobOf(supplier.facts),
    label: labels[supplier.facts.key],
    does: msg('Reads what has changed at the supplier and brings imported products up to date.'),
    staleWithout: msg('Products keep old texts and prices, and stay on sale when their supplier ends them.'),
    overlap: 'share',
    cron: supplier.syncCron,
    timeout: 6 * 3_600,
    counts: {
      listed: msg('Listed changes'),
      products: msg('Requested products'),
      held: msg('Held-back deltas'),
      unread: msg('Lists not read'),
    },
    parameters: {
      code: {
        kind: 'text',
        max: 64,
        label: msg('Product code'),
        hint: msg('Syncs this product now. Blank means all products the supplier reports as changed.'),
      },
      before: {
        kind: 'date',
        label: msg('Last synced before'),
        hint: msg('Syncs every product that has not been synced since this day.'),
      },
    },
    *check({ code, before }) {
      if (code === undefined) return
      if (readCode(code.trim()) === null)
        yield { field: 'code', message: t('Codes look like {example}.', { example: codeExample }) }
      else if (before !== undefined) yield { field: 'before', message: t('Enter a code or a day, not both.') }
    },
    async run({ parameters: { code, before }, ...given }) {
      const asked =
        code === undefined && before === undefined
          ? null
          : { before, code: code === undefined ? code : (readCode(code.trim()) ?? code) }
      await syncSupplier(context, supplier, { ...given, asked })
    },
  })
}

export function syncJobs(context: SupplyContext, suppliers: readonly SupplierServer[]): Job[] {
  return [
    ...suppliers.map((supplier) => syncJob(context, supplier)),
    availabilityJob(context, suppliers),
    forgetJob({
      name: 'forget-supplier-deltas',
      label: msg('Supplier delta clean-up'),
      does: msg('Deletes what suppliers changed more than 90 days ago.'),
      staleWithout: msg('Old supplier changes are kept longer than promised.'),
      cron: '47 3 * * *',
      table: 'supplier_deltas',
      since: 'ended_at',
      days: 90,
      atOnce: 20,
    }),
  ]
}

function availabilityJob(context: SupplyContext, suppliers: readonly SupplierServer[]): Job {
  return parameterizedJob({
    name: 'sync-availability',
    label: msg('Supplier availability'),
    does: msg('Asks suppliers on which days their products can be booked.'),
    staleWithout: msg('Calendars show days as not asked, and those days can’t be booked after a day.'),
    overlap: 'share',
    cron: '*/10 * * * *',
    timeout: 6 * 3_600,
    counts: { products: msg('Products'), days: msg('Changed days'), failed: msg('Failed') },
    parameters: {
      supplier: supplierParameter,
      from: { kind: 'date', label: msg('First day'), hint: msg('Blank means today.') },
      to: { kind: 'date', label: msg('Last day'), hint: msg('Blank means 90 days from the first day.') },
      dryRun: { kind: 'flag', label: msg('Dry run'), hint: msg('Dry run: counts what would change.') },
    },
    *check({ from, to }) {
      if (from === undefined || to === undefined) return
      if (to < from) yield { field: 'to', message: t('The last day is before the first day.') }
      else if (Date.parse(to) - Date.parse(from) > 366 * 86_400_000)
        yield { field: 'to', message: t('Choose at most a year.') }
    },
    async run({ database: { kysely: db }, log, signal, count, parameters }) {
      const { supplier: key, from, to, dryRun } = parameters
      const isAsked = Object.keys(parameters).length > 0
      await Promise.all(
        suppliers
          .filter(({ facts }) => key === undefined || facts.key === key)
          .map((supplier) =>
            isAsked
              ? askAvailability(context, supplier, { db, log, signal, count }, { from, to, isDryRun: dryRun === true })
              : refreshAvailability(context, supplier, { db, log, signal }),
          ),
      )
    },
  })
}
