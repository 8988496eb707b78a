import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { system } from '../../../core/access/access.ts'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import { takeSupplierValues } from '../../products/drifts.server.ts'
import type { ClaimedCode } from './code-rows.server.ts'
import { holdsCode, settleCode } from './code-rows.server.ts'
import { addMissingOptions, createProduct, noteIndexing, supplierValuesOf } from './draft-product.server.ts'
import { findDuplicate } from './duplicates.server.ts'
import { mappingOf } from './mappings.server.ts'
import type { CodeStatus } from './product-codes.ts'
import type { ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'
import type { SupplierServer } from './supplier-server.server.ts'

const actor = system('imports')

/** What a payload says, by which an unchanged one is known again. */
export function hashOf(draft: ProductDraft, { adapterVersion }: SupplierServer): string {
  return createHash('sha256')
    .update(JSON.stringify([adapterVersion, draft]))
    .digest('hex')
}

/** Why a draft can become no product at all; null if it can. */
export function draftProblem(draft: ProductDraft): string | null {
  if (draft.options.length === 0) return t('It has no option that can be booked.')
  if (!leadUnit(draft)) return t('None of its units has a price.')
  return null
}

/** The provider of a supplier, made where the installation has none yet. */
async function providerOf(db: Db, { facts: { key, name } }: SupplierServer, currency: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ id: number }>`
    with made as (
      insert into providers (code, name, kind, currency, commission) values (${key}, ${name}, 'tours', ${currency}, 0)
      on conflict (code) do nothing returning id
    ) select id from made union all select id from providers where code = ${key} limit 1`.execute(db)
  return row?.id ?? 0
}

/**
 * Makes a product of what a supplier sent, or brings a known one up to date: all of it or nothing. To be called in a
 * transaction, with the code in hand.
 */
export async function importDraft(
  db: Db,
  supplier: SupplierServer,
  code: ClaimedCode,
  draft: ProductDraft,
): Promise<CodeStatus | null> {
  const { facts } = supplier
  if (!(await holdsCode(db, facts, code))) return null
  const hash = hashOf(draft, supplier)
  const seen = sql`title = ${draft.title}, draft = ${JSON.stringify(draft)}::jsonb, payload_hash = ${hash}, fetched_at = now(), attempts = 0,
    destination = ${draft.destination && (draft.destination.name ?? draft.destination.key).slice(0, 160)},
    supplier_tags = ${draft.supplierTags}::text[], is_no_index = ${draft.isNoIndex}`
  const settle = async (status: CodeStatus, change: ReturnType<typeof sql>, entries: readonly AuditEntry[] = []) => {
    await settleCode(db, facts, code, status, sql`${seen}, ${change}`)
    await appendAudit(
      db,
      [
        ...entries,
        {
          action: 'import',
          object: facts.codes.name,
          recordId: code.id,
          title: code.code,
          version: code.version + 1,
          before: { status: 'fetching' },
          after: { status },
        },
      ],
      { actor },
    )
    return status
  }
  const problem = draftProblem(draft)
  if (problem !== null) return await settle('failed', sql`reason = ${problem}`)

  const providerId = await providerOf(db, supplier, draft.currency)
  const {
    rows: [known],
  } = await sql<{ id: number; status: string; cityId: number; subcategoryIds: number[]; currency: string }>`
    select id, status, city_id as "cityId", subcategory_ids as "subcategoryIds", currency from products
    where provider_id = ${providerId} and supplier_code = ${draft.code} for update`.execute(db)
  if (known) {
    const place = sql`product_id = ${known.id}, city_id = ${known.cityId}, subcategory_id = ${known.subcategoryIds[0] ?? null}::bigint`
    if (known.status === 'retired') return await settle('rejected', sql`${place}, reason = ${retiredWords()}`)
    // The same payload again changes nothing.
    if (code.payloadHash === hash && code.productId === known.id)
      return await settle('imported', sql`${place}, reason = null`)
    const entries = await takeSupplierValues(db, known.id, supplierValuesOf(draft, known.currency), actor)
    await addMissingOptions(db, known.id, draft)
    await noteIndexing(db, known.id, draft)
    return await settle('imported', sql`${place}, reason = null`, entries)
  }

  const mapped = await mappingOf(db, facts, draft)
  const cityId = code.cityId ?? mapped.cityId
  const subcategoryId = code.subcategoryId ?? mapped.subcategoryId
  const place = sql`city_id = ${cityId}::bigint, subcategory_id = ${subcategoryId}::bigint`
  if (cityId === null || subcategoryId === null)
    return await settle('needs_mapping', sql`${place}, reason = ${missingWords(cityId, subcategoryId, draft)}`)
  const duplicate = code.isForced ? null : await findDuplicate(db, draft, { supplier: facts.key, cityId, providerId })
  if (duplicate)
    return await settle(
      'duplicate',
      sql`${place}, duplicate_of_id = ${duplicate.productId}, reason = ${duplicate.evidence.slice(0, 500)}`,
    )
  const { id, entry } = await createProduct(db, draft, { providerId, cityId, subcategoryId })
  return await settle('imported', sql`${place}, product_id = ${id}, duplicate_of_id = null, reason = null`, [
    { ...entry, actor },
  ])
}

export const retiredWords = () => t('Its product is retired, for good.')

/** What a person has to choose before a draft can become a product. */
export function missingWords(
  cityId: number | null,
  subcategoryId: number | null,
  { destination }: ProductDraft,
): string {
  const place = destination?.name ?? destination?.key
  if (cityId !== null) return t('Choose a subcategory.')
  const what = subcategoryId === null ? t('Choose a city and a subcategory.') : t('Choose a city.')
  return place === undefined ? what : `${what} ${t('The supplier’s destination is {place}.', { place })}`
}
