import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { DriftRule } from './drift-rules.ts'
import { ruleFor } from './drift-rules.ts'
import type { SupplierField } from './supplier-fields.ts'
import { isSupplierField, supplierFields } from './supplier-fields.ts'
import type { SyncOutcome } from './sync.endpoints.ts'

/** A product that receives its supplier's values. */
export interface Receiver {
  readonly title: string
  readonly providerId: number
  readonly overrides: readonly SupplierField[]
  readonly values: Readonly<Record<string, { readonly value: unknown; readonly then: unknown }>>
  readonly columns: Readonly<Record<string, unknown>>
}

/** @param lock - for those who go on to write it */
export async function readReceiver(db: Db, productId: number, lock = sql``): Promise<Receiver | null> {
  const {
    rows: [product],
  } = await sql<Receiver>`
    select title, provider_id as "providerId", overrides, supplier_values as values, to_jsonb(p) as columns from products p where id = ${productId} ${lock}`.execute(
    db,
  )
  return product ?? null
}

export async function enabledDriftRules(db: Db): Promise<readonly DriftRule[]> {
  const { rows } = await sql<DriftRule>`
    select id, field, provider_id as "providerId", max_change as "maxChange" from product_drift_rules where is_enabled order by id`.execute(
    db,
  )
  return rows
}

/** A supplier's value of a field beside ours, and what becomes of it. */
export interface ReceivedValue {
  readonly field: SupplierField
  readonly ours: unknown
  readonly theirs: unknown
  /** `same`: it is ours, or the one that staff have decided about already. */
  readonly outcome: Exclude<SyncOutcome, 'withdrawn'> | 'same'
  /** Staff's own value is in the field. */
  readonly isKept: boolean
  readonly rule: DriftRule | undefined
}

/** What becomes of each value that a supplier says. Writes nothing, so that a dry run says what an import will do. */
export function receivedValues(
  { overrides, values, columns, providerId }: Receiver,
  said: Readonly<Partial<Record<SupplierField, unknown>>>,
  rules: readonly DriftRule[],
): readonly ReceivedValue[] {
  return supplierFields.flatMap((field) => {
    if (!Object.hasOwn(said, field) || !isSupplierField(field)) return []
    const theirs = said[field] ?? null
    const ours = columns[columnOf(field)] ?? null
    const kept = overrides.includes(field) ? values[field] : undefined
    const isSame = isSameJson(ours, theirs) || (kept !== undefined && isSameJson(kept.then, theirs))
    const rule = kept || isSame ? undefined : ruleFor(rules, { field, providerId, ours, theirs })
    const outcome = isSame ? 'same' : kept ? 'refused' : rule ? 'taken' : 'waiting'
    return [{ field, ours, theirs, outcome, isKept: kept !== undefined, rule }]
  })
}
