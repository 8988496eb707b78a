import { sql } from 'kysely'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { StoredColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { StoredText } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { Db } from '../../../db/tables.server.ts'
import { takeSupplierValues } from '../../products/drifts.server.ts'
import { takeStep } from '../../products/product-steps.server.ts'
import type { ProductStatus, SuspensionReason } from '../../products/product-statuses.ts'
import type { Choices, Currency } from '../importing/choices.server.ts'
import { choicesOf, chosenDraft, ownCurrencySql } from '../importing/choices.server.ts'
import { codesTable } from '../importing/code-rows.server.ts'
import { addMissingOptions, noteIndexing, supplierValuesOf } from '../importing/draft-product.server.ts'
import type { ProductDraft } from '../importing/product-draft.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'
import type { SupplierServer } from '../importing/supplier-server.server.ts'
import type { SyncRun } from './fetch-changes.server.ts'
import { backText, failChange, noteFailure } from './fetch-changes.server.ts'
import { keepSync } from './sync-rows.server.ts'
import { syncActor } from './sync-actor.server.ts'

interface Fetched {
  readonly id: number
  readonly productId: number
  readonly hash: string
  readonly draft: ProductDraft | null
  readonly isGone: boolean
  readonly reason: string | null
  readonly reasonSaid: StoredColumns['said']
  readonly isOld: boolean
}

interface Product {
  readonly status: ProductStatus
  readonly suspendedBecause: SuspensionReason | null
  readonly goneAt: string | null
  readonly currency: Currency
}

/**
 * Applies what was fetched, product by product, each in a transaction of its own: one that cannot be written is set aside with its
 * reason, and stops none of the others. False: it was stopped before the end.
 */
export async function applyChanges(run: SyncRun, deltaId: number): Promise<boolean> {
  const { db, signal, sync, supplier, log } = run
  const choices = await choicesOf(db, supplier.facts)
  while (!signal.aborted) {
    if (!(await keepSync(db, sync))) return false
    const {
      rows: [next],
    } = await sql<{ id: number; productId: number }>`
      select id, product_id as "productId" from supplier_changes where delta_id = ${deltaId} and state = 'fetched' order by id limit 1`.execute(
      db,
    )
    if (!next) return true
    try {
      await db.transaction().execute((trx) => applyOne(trx, supplier, choices, next.id))
      log.debug({ product: next.productId }, 'The change of a product is applied')
    } catch (error) {
      if (signal.aborted) return false
      log.error({ err: error, supplier: sync.supplier, product: next.productId }, 'A change could not be written')
      await failChange(db, next, storedText('Something went wrong on our side. Retry, or contact support.'))
    }
  }
  return false
}

async function applyOne(db: Db, supplier: SupplierServer, choices: Choices, id: number): Promise<void> {
  const {
    rows: [change],
  } = await sql<Fetched>`
    select id, product_id as "productId", hash, draft, is_gone as "isGone", reason, reason_said as "reasonSaid",
      exists (select from supplier_changes o where o.product_id = c.product_id and o.id > c.id and o.state = 'applied') as "isOld"
    from supplier_changes c where id = ${id} and state = 'fetched' for update`.execute(db)
  if (!change) return
  const {
    rows: [product],
  } = await sql<Product>`
    select p.status, p.suspended_because as "suspendedBecause", s.gone_at as "goneAt", ${ownCurrencySql} as currency
    from products p join supplier_products s on s.product_id = p.id where p.id = ${change.productId} for update of p, s`.execute(
    db,
  )
  const isMoot = change.isOld || !product || product.status === 'retired'
  await sql`
    update supplier_changes set state = ${isMoot ? 'superseded' : 'applied'}, draft = null where id = ${change.id}`.execute(
    db,
  )
  if (isMoot) return
  const entries: AuditEntry[] = []
  if (change.isGone) await takeOff(db, change, product, entries)
  else if (change.draft) {
    const chosen = chosenDraft(change.draft, choices, product.currency)
    entries.push(
      ...(await takeSupplierValues(db, change.productId, supplierValuesOf(chosen, product.currency.code), syncActor)),
    )
    await addMissingOptions(db, change.productId, chosen)
    await bringUpToDate(db, supplier, { ...change, draft: change.draft }, product, entries)
  }
  await appendAudit(db, entries, { actor: syncActor })
}

/** What its supplier does not sell is suspended, and says why. What staff have suspended stays theirs. */
async function takeOff(
  db: Db,
  { productId, reason, reasonSaid }: Fetched,
  { status }: Product,
  entries: AuditEntry[],
): Promise<void> {
  if (status === 'live')
    await takeStep('suspend', 'supplier_off', {
      db,
      input: { ids: [productId], note: reason },
      audit: { record: (entry) => entries.push(entry) },
    })
  await sql`
    update supplier_products set gone_at = coalesce(gone_at, now()), ${setSaid('note', reasonSaid ?? reason)}, refused_hash = null where product_id = ${productId}`.execute(
    db,
  )
  if (reason !== null) await noteFailure(db, productId, reasonSaid ?? reason)
}

/** What is kept of its answer beside the product, and that it sells it. */
async function bringUpToDate(
  db: Db,
  { facts }: SupplierServer,
  { productId, draft, hash }: Fetched & { draft: ProductDraft },
  product: Product,
  entries: AuditEntry[],
): Promise<void> {
  await noteIndexing(db, productId, draft)
  await sql`
    update ${codesTable(facts)} set title = ${draft.title}, draft = ${JSON.stringify(draft)}::jsonb, payload_hash = ${hash}, fetched_at = now(),
      supplier_tags = ${draft.supplierTags}::text[], is_no_index = ${draft.isNoIndex}, updated_at = now(), version = version + 1
    where product_id = ${productId} and lease is null`.execute(db)
  const note = isOffThere(product) ? await putBack(db, facts, productId, entries) : null
  await sql`
    update supplier_products set gone_at = null, ${setSaid('note', note)}, refused_hash = null,
      availability_due_at = case when gone_at is null then availability_due_at else now() end
    where product_id = ${productId}`.execute(db)
}

/** It was suspended because its supplier did not sell it. */
const isOffThere = ({ status, suspendedBecause, goneAt }: Product) =>
  goneAt !== null && status === 'suspended' && suspendedBecause === 'supplier_off'

/** Puts a product on sale again. Returns why it can't be, for its page; null: it is. */
async function putBack(
  db: Db,
  { name }: SupplierFacts,
  productId: number,
  entries: AuditEntry[],
): Promise<StoredText | null> {
  const { results } = await takeStep('go_live', null, {
    db,
    input: { ids: [productId], note: sayStored(backText(name, null)) },
    audit: { record: (entry) => entries.push(entry) },
  })
  const refusal = results[0]?.message
  return refusal === undefined ? null : backText(name, refusal)
}
