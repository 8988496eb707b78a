import { sql } from 'kysely'
import type { AuditEntry, AuditTrail } from '../../core/audit/audit.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { shareSql } from '../../core/money.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { Db } from '../../db/tables.server.ts'
import { reopenDrifts } from './drift.endpoints.ts'
import type { SupplierField } from './supplier-fields.ts'

/** For how many minutes a decision can be undone. */
const undoMinutes = 15

interface UnitMemory {
  readonly id: number
  readonly before: { readonly net?: number; readonly retail?: number }
  readonly after: { readonly net?: number; readonly retail?: number }
}

/** What a product had before a decision, as far as the decision changed it. */
export interface DriftMemory {
  readonly value: unknown
  readonly retail: number
  readonly isOverridden: boolean
  /** What was kept beside an override; null without one. */
  readonly said: unknown
  readonly markup: number
  /** The units that followed a net price. */
  readonly units?: readonly UnitMemory[]
}

/** The memory of an update of a product `p` that was `old`. */
export const memory = (
  field: SupplierField,
) => sql`json_build_object('value', to_jsonb(old) -> ${columnOf(field)}, 'retail', old.retail_from,
  'markup', old.markup, 'isOverridden', ${field} = any(old.overrides), 'said', old.supplier_values -> ${field}::text)`

/** Writes a value of JSON into a column of a product, whatever the column's type; a new net price brings a new selling price. */
export function setting(field: SupplierField, value: ReturnType<typeof sql>, retail?: ReturnType<typeof sql>) {
  const column = sql.ref(columnOf(field))
  const typed = sql`(jsonb_populate_record(null::products, jsonb_build_object(${columnOf(field)}::text, ${value}))).${column}`
  return field === 'netFrom'
    ? sql`net_from = ${typed}, retail_from = ${retail ?? shareSql(sql`(${value} #>> '{}')`, sql`10000 + p.markup`)}`
    : sql`${column} = ${typed}`
}

interface Remembered {
  readonly productId: number
  readonly memory: DriftMemory
}

/** Adds the units that a net price changed to the memories of their products. */
export async function withUnits<T extends Remembered>(
  db: Db,
  decided: readonly T[],
  changes: readonly AuditEntry[],
): Promise<readonly T[]> {
  const { rows } = await sql<{ id: number; productId: number }>`
    select id, product_id as "productId" from product_age_bands where id = any(${changes.map(({ recordId }) => Number(recordId))}::bigint[])`.execute(
    db,
  )
  const productOf = new Map(rows.map(({ id, productId }) => [id, productId]))
  return decided.map((one) => ({
    ...one,
    memory: {
      ...one.memory,
      units: changes
        .filter(({ recordId }) => productOf.get(Number(recordId)) === one.productId)
        .map(({ recordId, before, after }) => ({ id: Number(recordId), before, after })),
    },
  }))
}

interface DecidedDrift {
  readonly id: number
  readonly productId: number
  readonly title: string
  readonly field: SupplierField
  readonly state: string
  readonly theirs: unknown
  readonly memory: DriftMemory | null
  readonly isRecent: boolean
  readonly hasFollower: boolean
  readonly current: unknown
  readonly markup: number
  readonly overrides: readonly string[]
  readonly reviewed: unknown
}

/** Why a decision cannot be undone; null where it can. */
function refusalOf(drift: DecidedDrift | undefined): string | null {
  if (!drift) return t('Change not found.')
  const { state, field, theirs, memory: before, current, overrides } = drift
  if (state === 'open') return t('Already open.')
  if (before === null || !drift.isRecent) return t('A decision can be undone for {n} minutes.', { n: undoMinutes })
  if (drift.hasFollower) return t('The supplier has changed this field again.')
  const isAsDecided =
    state === 'accepted'
      ? isSameJson(current, theirs) &&
        !overrides.includes(field) &&
        (field !== 'netFrom' || drift.markup === before.markup)
      : isSameJson(current, before.value) && overrides.includes(field) && isSameJson(drift.reviewed, theirs)
  return isAsDecided ? null : t('The product has changed since.')
}

/** Opens decided changes again and gives each product back what it had, for a few minutes and where nothing has moved on. */
export const reopenDriftsServer = implement(reopenDrifts, async ({ db, input, audit }) => {
  await sql`select from products where id in (select product_id from product_drifts where id = any(${input.ids})) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<DecidedDrift>`
    select d.id, d.product_id as "productId", p.title, d.field, d.state, d.their_value as theirs, d.before_decision as memory,
      d.decided_at > now() - make_interval(mins => ${undoMinutes}) as "isRecent",
      exists (select from product_drifts n where n.product_id = d.product_id and n.field = d.field and n.state = 'open') as "hasFollower",
      to_jsonb(p) as current, p.markup, p.overrides, p.supplier_values -> d.field -> 'then' as reviewed
    from product_drifts d join products p on p.id = d.product_id
    where d.id = any(${input.ids}) order by d.id for update of d`.execute(db)
  const found = new Map(rows.map((row) => [row.id, valued(row)]))
  const results = []
  for (const id of new Set(input.ids)) {
    const drift = found.get(id)
    const message = refusalOf(drift)
    if (drift?.memory && message === null) {
      await restore(db, drift, drift.memory, audit)
      results.push({ id, ok: true, state: 'open' as const })
    } else results.push({ id, ok: false, message: message ?? t('Change not found.') })
  }
  return { results }
})

/** The row has the whole product where its one column is meant, whose name depends on the field. */
function valued(row: DecidedDrift): DecidedDrift {
  const columns = row.current as Readonly<Record<string, unknown>>
  return { ...row, current: columns[columnOf(row.field)] ?? null }
}

async function restore(db: Db, drift: DecidedDrift, before: DriftMemory, audit: AuditTrail): Promise<void> {
  const { id, productId, title, field, state, overrides } = drift
  const isAccepted = state === 'accepted'
  const restored = before.isOverridden ? [...new Set([...overrides, field])] : overrides.filter((one) => one !== field)
  const said =
    before.said === null
      ? sql`supplier_values - ${field}::text`
      : sql`supplier_values || jsonb_build_object(${field}::text, ${JSON.stringify(before.said)}::jsonb)`
  const value = setting(field, sql`${JSON.stringify(before.value)}::jsonb`, sql`${before.retail}::bigint`)
  const {
    rows: [product],
  } = await sql<{ version: number }>`
    update products p set ${isAccepted ? sql`${value}, ` : sql``}supplier_values = ${said}, overrides = ${restored}::text[], version = version + 1, updated_at = now()
    where id = ${productId} returning version`.execute(db)
  const isNew = restored.length !== overrides.length
  audit.record({
    action: 'reopen-drift',
    object: 'products',
    recordId: productId,
    title,
    version: product?.version ?? 1,
    before: { ...(isAccepted && { [field]: drift.theirs }), ...(isNew && { overrides }) },
    after: { ...(isAccepted && { [field]: before.value }), ...(isNew && { overrides: restored }) },
  })
  for (const unit of before.units ?? []) await restoreUnit(db, unit, audit)
  await sql`
    update product_drifts set state = 'open', decided_by = null, decided_at = null, rule_id = null, before_decision = null,
      version = version + 1, updated_at = now() where id = ${id}`.execute(db)
}

/** A unit that someone has priced since keeps its price. */
async function restoreUnit(db: Db, { id, before, after }: UnitMemory, audit: AuditTrail): Promise<void> {
  const {
    rows: [unit],
  } = await sql<{ title: string; version: number }>`
    update product_age_bands set net = coalesce(${before.net ?? null}, net), retail = coalesce(${before.retail ?? null}, retail),
      version = version + 1, updated_at = now()
    where id = ${id} and net = coalesce(${after.net ?? null}, net) and retail = coalesce(${after.retail ?? null}, retail)
    returning title, version`.execute(db)
  if (!unit) return
  const reason = 'The decision on the net price was undone'
  audit.record({
    action: 'update',
    object: 'product-age-bands',
    recordId: id,
    title: unit.title,
    version: unit.version,
    reason,
    before: after,
    after: before,
  })
}
