import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { StoredColumns } from '../../../platform/stored-texts/stored-columns.server.ts'
import { setSaid } from '../../../platform/stored-texts/stored-columns.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Language } from '../../../core/i18n/language.ts'
import { tableOf } from '../../../core/resource/resource.ts'
import type { CodeStatus } from './product-codes.ts'
import type { SupplierFacts } from './supplier-facts.ts'

/** How long one process keeps a code in hand before another takes it over: longer than all tries of its calls. */
const lease = sql`now() + interval '4 minutes'`

/** A code in hand. */
export interface ClaimedCode {
  readonly id: number
  readonly code: string
  readonly lease: string
  readonly language: Language
  readonly attempts: number
  readonly productId: number | null
  readonly payloadHash: string | null
  /** A person has said that it is no duplicate. */
  readonly isForced: boolean
  readonly version: number
}

export const codesTable = ({ codes }: SupplierFacts) => sql.table(tableOf(codes))

/** Takes codes in hand: those that have waited longest, or whose process died. None: none is due. */
export async function claimCodes(db: Db, supplier: SupplierFacts, most: number): Promise<readonly ClaimedCode[]> {
  // A common table, so that it is read once whatever the plan: read again it would lock as many more.
  const { rows } = await sql<ClaimedCode>`
    with due as materialized (
      select id from ${codesTable(supplier)} where status in ('queued', 'fetching') and next_try_at <= now()
      order by next_try_at, id limit ${most} for update skip locked
    )
    update ${codesTable(supplier)} set status = 'fetching', lease = gen_random_uuid(), next_try_at = ${lease}, attempts = attempts + 1,
      ${setSaid('reason', null)}, updated_at = now(), version = version + 1
    where id in (select id from due)
    returning id, code, lease, language, attempts, product_id as "productId", payload_hash as "payloadHash", is_forced as "isForced", version`.execute(
    db,
  )
  return rows.toSorted((a, b) => a.id - b.id)
}

/** What becomes of a code in hand. Answers false where another process has taken it over: then nothing must be written. */
export async function settleCode(
  db: Db,
  supplier: SupplierFacts,
  { id, lease: held }: ClaimedCode,
  status: CodeStatus,
  change: RawBuilder<unknown> = setSaid('reason', null),
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${codesTable(supplier)} set status = ${status}, lease = null, updated_at = now(), version = version + 1, ${change}
    where id = ${id} and lease = ${held}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** What a code says of its product. */
export interface CodePlace {
  readonly cityId: number | null
  readonly subcategoryId: number | null
  readonly productId: number | null
  readonly duplicateOfId: number | null
}

/** Locks those codes that are still in hand, for the transaction that writes their products; another process has the rest. */
export async function heldCodes(
  db: Db,
  supplier: SupplierFacts,
  codes: readonly ClaimedCode[],
): Promise<ReadonlyMap<number, CodePlace>> {
  const { rows } = await sql<CodePlace & { id: number }>`
    select id, city_id as "cityId", subcategory_id as "subcategoryId", product_id as "productId", duplicate_of_id as "duplicateOfId"
    from ${codesTable(supplier)} where (id, lease) in (${leasesOf(codes)}) order by id for update`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

const leasesOf = (codes: readonly ClaimedCode[]) =>
  sql`select * from unnest(${codes.map(({ id }) => id)}::bigint[], ${codes.map(({ lease: held }) => held)}::uuid[])`

/** Leaves codes in hand for another run. That they were begun is no attempt. */
export async function letGo(db: Db, supplier: SupplierFacts, codes: readonly ClaimedCode[]): Promise<void> {
  if (codes.length === 0) return
  await sql`
    update ${codesTable(supplier)} set status = 'queued', lease = null, next_try_at = now(), attempts = attempts - 1, updated_at = now(),
      version = version + 1
    where (id, lease) in (${leasesOf(codes)})`.execute(db)
}

/** What became of a code whose draft has come. */
export interface SettledCode extends CodePlace {
  readonly id: number
  readonly status: CodeStatus
  /** Why, in English or in the words of staff; what is said in the reader’s language is `reasonSaid`. */
  readonly reason: string | null
  readonly reasonSaid: StoredColumns['said']
  readonly title: string
  readonly draft: object
  readonly payloadHash: string
  readonly destination: string | null
  readonly supplierTags: readonly string[]
  readonly isNoIndex: boolean
}

/** Writes what became of codes that the transaction has locked. */
export async function settleCodes(db: Db, supplier: SupplierFacts, codes: readonly SettledCode[]): Promise<void> {
  await sql`
    update ${codesTable(supplier)} c set status = s.status, lease = null, updated_at = now(), version = c.version + 1, reason = s.reason,
      reason_said = s."reasonSaid", title = s.title, draft = s.draft, payload_hash = s."payloadHash", fetched_at = now(), attempts = 0, destination = s.destination,
      supplier_tags = s."supplierTags", is_no_index = s."isNoIndex", city_id = s."cityId", subcategory_id = s."subcategoryId",
      product_id = s."productId", duplicate_of_id = s."duplicateOfId"
    from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as s (id bigint, status text, reason text, "reasonSaid" jsonb, title text, draft jsonb,
      "payloadHash" text, destination text, "supplierTags" text[], "isNoIndex" boolean, "cityId" bigint, "subcategoryId" bigint,
      "productId" bigint, "duplicateOfId" bigint)
    where c.id = s.id`.execute(db)
}
