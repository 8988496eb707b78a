import type { Logger } from 'pino'
import { sql } from 'kysely'
import { setSaid, storedColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Said, StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { noteFailedSync, noteSync } from '../../products/product-syncs.server.ts'
import type { Currency } from '../importing/choices.server.ts'
import { leadIn, ownCurrencySql } from '../importing/choices.server.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import { draftProblem, hashOf } from '../importing/import-code.server.ts'
import type { ProductDraft } from '../importing/product-draft.ts'
import type { SupplierCatalogue } from '../importing/supplier-catalogue.server.ts'
import { faultText, isOfAllCalls, isPassing } from '../importing/supplier-catalogue.server.ts'
import type { SupplierServer } from '../importing/supplier-server.server.ts'
import type { Delta, ProductsSync, Sync } from './sync-rows.server.ts'
import { keepSync, noteProblem } from './sync-rows.server.ts'
import { syncActor } from './sync-actor.server.ts'

/** Seconds until a product is asked for again while its supplier is busy or away; after the last one it has failed. */
const retrySeconds = [15, 60, 300, 900] as const

/** The hash of a product that its supplier does not sell. */
const goneHash = 'gone'

export interface SyncRun {
  readonly db: Db
  readonly log: Logger
  readonly signal: AbortSignal
  readonly supplier: SupplierServer
  readonly sync: ProductsSync
  /** What the calls that follow are about, for the log of calls. */
  about(subject: string): void
}

interface Change {
  readonly id: number
  readonly productId: number
  readonly code: string
  readonly isGone: boolean
  readonly attempts: number
  readonly hash: string | null
  readonly refusedHash: string | null
  readonly goneAt: string | null
  readonly before: ProductDraft | null
  /** Of the product. */
  readonly own: Currency
}

/**
 * Asks the supplier for each product of a delta. No connection to the database is used while it answers. True: all of them are
 * settled; false: some wait.
 *
 * @throws Error with the supplier's reason where it lets us ask for nothing
 */
export async function fetchChanges(run: SyncRun, catalogue: SupplierCatalogue, delta: Delta): Promise<boolean> {
  const { db, signal, sync } = run
  while (!signal.aborted) {
    if (!(await keepSync(db, sync))) return false
    const change = await nextChange(run, delta)
    if (!change) break
    if (!(await fetchOne(run, catalogue, change))) return false
  }
  const { rows } = await sql`
    select from supplier_changes where delta_id = ${delta.id} and state = 'waiting' limit 1`.execute(db)
  return rows.length === 0
}

async function nextChange({ db, supplier: { facts } }: SyncRun, { id }: Delta): Promise<Change | null> {
  const {
    rows: [row],
  } = await sql<Change>`
    select c.id, c.product_id as "productId", c.code, c.is_gone as "isGone", c.attempts, k.payload_hash as hash, s.refused_hash as "refusedHash",
      s.gone_at as "goneAt", k.draft as before, ${ownCurrencySql} as own
    from supplier_changes c join supplier_products s on s.product_id = c.product_id join products p on p.id = c.product_id
    left join lateral (select payload_hash, draft from ${codesTable(facts)} where product_id = c.product_id order by id limit 1) k on true
    where c.delta_id = ${id} and c.state = 'waiting' and c.next_try_at <= now() order by c.id limit 1`.execute(db)
  return row ?? null
}

/** False: nothing more can be asked in this run. */
async function fetchOne(run: SyncRun, catalogue: SupplierCatalogue, change: Change): Promise<boolean> {
  const { db, log, signal, supplier, sync } = run
  const { name } = supplier.facts
  if (change.isGone) {
    log.info({ code: change.code }, 'The supplier no longer lists a product')
    await storeGone(db, change, faultText(name, { kind: 'gone' }))
    return true
  }
  let draft: ProductDraft
  try {
    run.about(`products ${change.productId}`)
    draft = await catalogue.getProduct(change.code)
  } catch (error) {
    if (signal.aborted) return false
    const fault = catalogue.classifyError(error)
    const reason = faultText(name, fault, 'by itself')
    if (fault.kind === 'gone' || fault.kind === 'not_found') {
      await storeGone(db, change, reason)
      return true
    }
    if (isOfAllCalls(fault)) {
      await noteProblem(db, sync, reason)
      throw new Error(sayStored(reason), { cause: error })
    }
    if (fault.kind === 'invalid')
      log.warn({ err: error, code: change.code }, 'An answer of a supplier could not be read')
    const pause = retrySeconds[change.attempts]
    log.info({ code: change.code, reason: sayStored(reason) }, 'A product could not be read')
    if (!isPassing(fault) || pause === undefined) await failChange(db, change, reason)
    else await waitForSupplier(db, change, reason, Math.max(pause, Math.ceil((fault.retryAfter ?? 0) / 1_000)))
    return true
  }
  const problem = draftProblem(draft)
  if (problem !== null) await failChange(db, change, problem)
  else await storeDraft(db, change, draft, hashOf(draft, supplier))
  log.debug({ code: change.code, ...(problem !== null && { problem: sayStored(problem) }) }, 'A product was read')
  return true
}

async function waitForSupplier(db: Db, { id }: Change, reason: Said, seconds: number): Promise<void> {
  await sql`
    update supplier_changes set attempts = attempts + 1, ${setSaid('reason', reason)}, next_try_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and state = 'waiting'`.execute(db)
}

/** It is unknown what the supplier offers, so the product stays as it is and says so. */
export async function failChange(db: Db, { id, productId }: Pick<Change, 'id' | 'productId'>, reason: Said) {
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows } = await sql`
      update supplier_changes set state = 'failed', ${setSaid('reason', reason)}, draft = null where id = ${id} and state in ('waiting', 'fetched')`.execute(
      trx,
    )
    if ((numAffectedRows ?? 0n) > 0n) await noteFailure(trx, productId, reason)
  })
}

/** The same failure again is no news: it is written down once. */
export async function noteFailure(db: Db, productId: number, reason: Said): Promise<void> {
  const {
    rows: [known],
  } = await sql<{ isSame: boolean }>`
    select p.sync_status = 'failed' and exists (select from product_syncs s where s.product_id = p.id and s.kind = 'failed'
      and s.id = (select max(id) from product_syncs where product_id = p.id) and s.message = ${storedColumns(reason).detail}) as "isSame"
    from products p where p.id = ${productId} for update`.execute(db)
  if (known && !known.isSame) await noteFailedSync(db, productId, reason, syncActor)
}

async function storeGone(db: Db, change: Change, reason: Said): Promise<void> {
  const isKnown = change.goneAt !== null || change.refusedHash === goneHash
  await sql`
    update supplier_changes set state = ${isKnown ? 'same' : 'fetched'}, is_gone = true, ${setSaid('reason', reason)}, hash = ${goneHash}
    where id = ${change.id} and state = 'waiting'`.execute(db)
}

async function storeDraft(db: Db, change: Change, draft: ProductDraft, hash: string): Promise<void> {
  const { id, productId, before, own, goneAt, refusedHash } = change
  const isOurs = hash === change.hash && goneAt === null
  await db.transaction().execute(async (trx) => {
    const isSame = isOurs || hash === refusedHash
    const { numAffectedRows } = await sql`
      update supplier_changes set state = ${isSame ? 'same' : 'fetched'}, hash = ${hash}, ${setSaid('reason', null)}, draft = ${isSame ? null : JSON.stringify(draft)}::jsonb,
        has_price = ${!isSame && before !== null && leadIn(before, own)?.net !== leadIn(draft, own)?.net},
        has_text = ${!isSame && before !== null && (before.title !== draft.title || before.description !== draft.description)}
      where id = ${id} and state = 'waiting'`.execute(trx)
    if ((numAffectedRows ?? 0n) === 0n || !isOurs) return
    await sql`update supplier_products set refused_hash = null where product_id = ${productId} and refused_hash is not null`.execute(
      trx,
    )
    await noteSync(trx, productId, [], syncActor)
  })
}

/** Fewer changes than these are never an accident of the supplier's, however few products there are. */
const leastChanges = 5

/** Counts what a delta changes, and says whether that is more than the supplier is let. */
export async function measureDelta(db: Db, { supplier, quarantineShare }: Sync, { id }: Delta): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const {
      rows: [measured],
    } = await sql<{ products: number; prices: number; texts: number; gone: number }>`
      update supplier_deltas d set measured_at = now(), products = n.products, prices = n.prices, texts = n.texts, gone = n.gone
      from (select (select count(*)::integer from supplier_products s join products p on p.id = s.product_id
            where s.supplier = ${supplier} and p.status <> 'retired') as products,
          count(*) filter (where has_price)::integer as prices, count(*) filter (where has_text)::integer as texts,
          count(*) filter (where is_gone)::integer as gone
        from supplier_changes where delta_id = ${id} and state = 'fetched') n
      where d.id = ${id} returning d.products, d.prices, d.texts, d.gone`.execute(trx)
    if (!measured) return false
    const { products, ...counts } = measured
    const isTooMuch = Object.values(counts).some(
      (count) => count >= leastChanges && count * 10_000 > products * quarantineShare,
    )
    if (isTooMuch)
      await sql`
        update supplier_products s set refused_hash = c.hash from supplier_changes c
        where c.delta_id = ${id} and c.state = 'fetched' and s.product_id = c.product_id`.execute(trx)
    await sql`
      update supplier_deltas set state = ${isTooMuch ? 'quarantined' : 'applying'}, version = version + 1 where id = ${id} and state = 'fetching'`.execute(
      trx,
    )
    return isTooMuch
  })
}

/** Of a product that is back, and of one that cannot be sold again yet. */
export function backText(supplier: string, refusal: string | null): StoredText {
  return refusal === null
    ? storedText('{supplier} sells it again, so it is live again.', { supplier })
    : storedText('{supplier} sells it again, but it can’t go live: {refusal}', { supplier, refusal })
}
