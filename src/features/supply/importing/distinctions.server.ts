import { sql } from 'kysely'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import { language, t } from '../../../core/i18n/language.ts'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { codesTable } from './code-rows.server.ts'
import type { CodePreview } from './code-preview.ts'
import type { CodeStatus } from './product-codes.ts'
import type { SupplierFacts } from './supplier-facts.ts'

type Given = Pick<Call, 'db' | 'audit' | 'actor'>

interface Pair {
  readonly id: number
  readonly code: string
  readonly status: CodeStatus
  readonly version: number
  readonly duplicateOfId: number | null
}

async function lockCode(db: Db, facts: SupplierFacts, id: number | null): Promise<Pair> {
  const {
    rows: [row],
  } = await sql<Pair>`
    select id, code, status, version, duplicate_of_id as "duplicateOfId" from ${codesTable(facts)} where id = ${id ?? 0} for update`.execute(
    db,
  )
  if (!row) throw new Refusal(404, t('Code not found.'))
  return row
}

/** Products of which staff have said that a code is not the same. */
export async function distinctionsOf(db: Db, facts: SupplierFacts, code: string): Promise<CodePreview['distinctions']> {
  const { rows } = await sql<CodePreview['distinctions'][number]>`
    select p.id, p.title, d.decided_by as by, to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from product_distinctions d join products p on p.id = d.product_id
    where d.supplier = ${facts.key} and d.code = ${code} order by d.decided_at, p.id`.execute(db)
  return rows
}

/** Keeps that a code is not the same as a product. A code that was stopped by that product is imported. */
export async function markDistinct(
  facts: SupplierFacts,
  { db, audit, actor }: Given,
  id: number | null,
  productId: number,
): Promise<void> {
  const pair = await lockCode(db, facts, id)
  const {
    rows: [product],
  } = await sql<{ title: string }>`
    select p.title from products p join providers v on v.id = p.provider_id where p.id = ${productId} and v.code <> ${facts.key}`.execute(
    db,
  )
  if (!product) throw invalid({ productId: t('Choose a product of another supplier.') })
  const { rows } = await sql`
    insert into product_distinctions (supplier, code, product_id, decided_by) values (${facts.key}, ${pair.code}, ${productId}, ${actor.name})
    on conflict do nothing returning product_id`.execute(db)
  if (rows.length === 0) return
  const isStopped = pair.status === 'duplicate' && pair.duplicateOfId === productId
  if (isStopped)
    await sql`
      update ${codesTable(facts)} set status = 'queued', ${setSaid('reason', null)}, duplicate_of_id = null, attempts = 0, next_try_at = now(),
        language = ${language()}, updated_at = now(), version = version + 1 where id = ${pair.id}`.execute(db)
  audit.record({
    action: 'mark-distinct',
    object: facts.codes.name,
    recordId: pair.id,
    title: pair.code,
    ...(isStopped && { version: pair.version + 1 }),
    before: { status: pair.status },
    after: { status: isStopped ? 'queued' : pair.status, productId, product: product.title },
  })
}

/** Takes such a decision back: the pair is offered again when the code is next compared. */
export async function forgetDistinction(
  facts: SupplierFacts,
  { db, audit }: Given,
  id: number | null,
  productId: number | null,
): Promise<void> {
  const { code, ...pair } = await lockCode(db, facts, id)
  const { rows } = await sql`
    delete from product_distinctions where supplier = ${facts.key} and code = ${code} and product_id = ${productId ?? 0} returning product_id`.execute(
    db,
  )
  if (rows.length === 0) throw new Refusal(404, t('Nothing to undo: this pair is not marked as different.'))
  audit.record({
    action: 'forget-distinction',
    object: facts.codes.name,
    recordId: pair.id,
    title: code,
    before: { productId },
  })
}
