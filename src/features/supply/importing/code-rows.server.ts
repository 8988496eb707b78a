import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
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
  readonly cityId: number | null
  readonly subcategoryId: number | null
  readonly productId: number | null
  readonly payloadHash: string | null
  /** A person has said that it is no duplicate. */
  readonly isForced: boolean
  readonly version: number
}

export const codesTable = ({ codes }: SupplierFacts) => sql.table(tableOf(codes))

/** Takes the code in hand that has waited longest, or whose process died. Null: none is due. */
export async function claimCode(db: Db, supplier: SupplierFacts): Promise<ClaimedCode | null> {
  const {
    rows: [row],
  } = await sql<ClaimedCode>`
    update ${codesTable(supplier)} set status = 'fetching', lease = gen_random_uuid(), next_try_at = ${lease}, attempts = attempts + 1,
      reason = null, updated_at = now(), version = version + 1
    where id = (
      select id from ${codesTable(supplier)} where status in ('queued', 'fetching') and next_try_at <= now()
      order by next_try_at, id limit 1 for update skip locked
    )
    returning id, code, lease, language, attempts, city_id as "cityId", subcategory_id as "subcategoryId", product_id as "productId",
      payload_hash as "payloadHash", is_forced as "isForced", version`.execute(db)
  return row ?? null
}

/** What becomes of a code in hand. Answers false where another process has taken it over: then nothing must be written. */
export async function settleCode(
  db: Db,
  supplier: SupplierFacts,
  { id, lease: held }: ClaimedCode,
  status: CodeStatus,
  change: RawBuilder<unknown> = sql`reason = null`,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${codesTable(supplier)} set status = ${status}, lease = null, updated_at = now(), version = version + 1, ${change}
    where id = ${id} and lease = ${held}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Locks a code in hand for the transaction that writes its product. False: another process has it. */
export async function holdsCode(db: Db, supplier: SupplierFacts, { id, lease: held }: ClaimedCode): Promise<boolean> {
  const { rows } = await sql`
    select from ${codesTable(supplier)} where id = ${id} and lease = ${held} for update`.execute(db)
  return rows.length > 0
}
