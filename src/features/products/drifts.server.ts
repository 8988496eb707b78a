import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import type { AuditEntry, AuditTrail } from '../../core/audit/audit.server.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import { driftEffects } from './drift-effects.server.ts'
import type { DriftMemory } from './drift-undo.server.ts'
import { memory, setting, withUnits } from './drift-undo.server.ts'
import { acceptDrifts, keepDrifts } from './drift.endpoints.ts'
import type { DriftResults } from './drift.endpoints.ts'
import { productDrifts } from './product-drifts.ts'
import { noteSync } from './product-syncs.server.ts'
import { enabledDriftRules, readReceiver, receivedValues } from './received-values.server.ts'
import type { SupplierField } from './supplier-fields.ts'
import type { SyncChange } from './sync.endpoints.ts'
import { giveNetToUnits } from './unit-prices.server.ts'

export const productDriftsServer = serve(productDrifts, {
  derived: {
    ours: sql`t.our_value::text`,
    theirs: sql`t.their_value::text`,
    change: sql`(case when jsonb_typeof(t.our_value) = 'number' and jsonb_typeof(t.their_value) = 'number' and t.our_value <> '0'
      then greatest(least(round(((t.their_value #>> '{}')::numeric - (t.our_value #>> '{}')::numeric) * 10000 / abs((t.our_value #>> '{}')::numeric)), 1000000), -1000000)::integer end)`,
    isOverridden: sql`(select t.field = any(p.overrides) from products p where p.id = t.product_id)`,
    currency: sql`(select p.currency from products p where p.id = t.product_id)`,
    ...driftEffects,
  },
})

interface Decided {
  readonly id: number
  readonly productId: number
  readonly title: string
  readonly version: number
  readonly ours: unknown
  readonly theirs: unknown
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly memory: DriftMemory
}

/**
 * Accepts suppliers' values for the open drifts of a field, which ends its override. A net price is passed on to the
 * units it applies to.
 *
 * @param audit - receives the changes of units
 */
async function accept(
  db: Db,
  field: SupplierField,
  ids: readonly number[],
  audit: AuditTrail,
): Promise<readonly Decided[]> {
  const { rows } = await sql<Decided>`
    update products p set ${setting(field, sql`d.their_value`)}, overrides = array_remove(p.overrides, ${field}), version = p.version + 1, updated_at = now()
    from product_drifts d join products old on old.id = d.product_id
    where d.id = any(${ids}::bigint[]) and d.field = ${field} and d.state = 'open' and p.id = d.product_id
    returning d.id, p.id as "productId", p.title, p.version, to_jsonb(old) -> ${columnOf(field)} as ours, d.their_value as theirs,
      old.overrides as before, p.overrides as after, ${memory(field)} as memory`.execute(db)
  if (field === 'netFrom') {
    const units = await giveNetToUnits(
      db,
      rows.map(({ productId, theirs }) => ({ productId, net: Number(theirs) })),
    )
    for (const entry of units) audit.record(entry)
    return await withUnits(db, rows, units)
  }
  return rows
}

/**
 * Leaves the products unchanged. The supplier's value is stored beside ours, so that only a further change counts as
 * drift.
 */
async function keep(db: Db, field: SupplierField, ids: readonly number[]): Promise<readonly Decided[]> {
  const { rows } = await sql<Decided>`
    update products p set overrides = case when ${field} = any(p.overrides) then p.overrides else p.overrides || ${field}::text end,
      supplier_values = p.supplier_values || jsonb_build_object(${field}::text, jsonb_build_object('value', d.their_value, 'then', d.their_value)),
      version = p.version + 1, updated_at = now()
    from product_drifts d join products old on old.id = d.product_id
    where d.id = any(${ids}::bigint[]) and d.field = ${field} and d.state = 'open' and p.id = d.product_id
    returning d.id, p.id as "productId", p.title, p.version, to_jsonb(old) -> ${columnOf(field)} as ours, d.their_value as theirs,
      old.overrides as before, p.overrides as after, ${memory(field)} as memory`.execute(db)
  return rows
}

/** What a person or a rule has decided. A rule is named by its reference, so that it is shown by what it is called today. */
async function close(
  db: Db,
  state: 'accepted' | 'kept',
  decided: readonly Decided[],
  by: { readonly name: string } | { readonly ruleId: number },
): Promise<void> {
  const [name, ruleId] = 'name' in by ? [by.name.slice(0, 200), null] : [null, by.ruleId]
  await sql`
    update product_drifts d set state = ${state}, decided_by = ${name}, rule_id = ${ruleId}::bigint, decided_at = now(), version = d.version + 1, updated_at = now(),
      before_decision = x.memory
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as x (id bigint, memory jsonb) where d.id = x.id`.execute(
    db,
  )
}

interface OpenDrift {
  readonly id: number
  readonly field: SupplierField
  readonly state: string
}

async function decide(
  { db, input, actor, audit }: Pick<Call<unknown, unknown, { ids: number[] }>, 'db' | 'input' | 'actor' | 'audit'>,
  how: 'accepted' | 'kept',
): Promise<DriftResults> {
  // Products first, always in one order, so that simultaneous decisions queue up.
  await sql`select from products where id in (select product_id from product_drifts where id = any(${input.ids})) order by id for update`.execute(
    db,
  )
  const { rows } =
    await sql<OpenDrift>`select id, field, state from product_drifts where id = any(${input.ids}) order by id for update`.execute(
      db,
    )
  const known = new Map(rows.map((row) => [row.id, row]))
  const done = new Map<number, Decided>()
  for (const [field, some] of Map.groupBy(
    rows.filter(({ state }) => state === 'open'),
    (row) => row.field,
  )) {
    const decided = await (how === 'accepted' ? accept : keep)(
      db,
      field,
      some.map(({ id }) => id),
      audit,
    )
    for (const one of decided) {
      done.set(one.id, one)
      audit.record(traceOf(one, field, how))
    }
  }
  await close(db, how, [...done.values()], actor)
  return {
    results: [...new Set(input.ids)].map((id) => {
      if (done.has(id)) return { id, ok: true, state: how }
      return {
        id,
        ok: false,
        message: known.has(id) ? t('Already decided.') : t('Change not found.'),
      }
    }),
  }
}

/** In terms of the product's fields, so that its history shows it like any other change. */
function traceOf(
  { productId, title, version, ours, theirs, before, after }: Decided,
  field: SupplierField,
  how: 'accepted' | 'kept',
): AuditEntry {
  const isTaken = how === 'accepted'
  const isNew = before.length !== after.length
  return {
    action: isTaken ? 'accept-drift' : 'keep-drift',
    object: 'products',
    recordId: productId,
    title,
    version,
    before: { ...(isTaken && { [field]: ours }), ...(isNew && { overrides: before }) },
    after: { ...(isTaken && { [field]: theirs }), ...(isNew && { overrides: after }) },
    ...(!isTaken && { reason: `The supplier says ${JSON.stringify(theirs)}`.slice(0, 500) }),
  }
}

export const acceptDriftsServer = implement(acceptDrifts, (call) => decide(call, 'accepted'))
export const keepDriftsServer = implement(keepDrifts, (call) => decide(call, 'kept'))

/**
 * Imports call this with a supplier's current values for a product: a field that differs waits in the inbox, or is
 * accepted at once if a rule says so. An overridden field keeps our value, and becomes drift when the supplier's value
 * differs from the one last reviewed. If the supplier returns to our value, the pending change is withdrawn.
 *
 * @param said - values by field, in the format of the API; fields that are left out are unchanged
 * @returns what to write to the audit log, as the last step of the transaction
 */
export async function takeSupplierValues(
  db: Db,
  productId: number,
  said: Readonly<Partial<Record<SupplierField, unknown>>>,
  actor: Actor = system('imports'),
): Promise<readonly AuditEntry[]> {
  const product = await readReceiver(db, productId, sql`for update`)
  if (!product) return []
  const entries: AuditEntry[] = []
  const changes: SyncChange[] = []
  const received = receivedValues(product, said, await enabledDriftRules(db))
  for (const { field, ours, theirs, outcome, isKept, rule } of received) {
    if (isKept)
      await sql`
      update products set supplier_values = jsonb_set(supplier_values, ${[field, 'value']}::text[], ${JSON.stringify(theirs)}::jsonb) where id = ${productId}`.execute(
        db,
      )
    if (outcome === 'same') {
      const { numAffectedRows } = await sql`
        update product_drifts set state = 'withdrawn', decided_at = now(), version = version + 1, updated_at = now()
        where product_id = ${productId} and field = ${field} and state = 'open'`.execute(db)
      if ((numAffectedRows ?? 0n) > 0n) changes.push({ field, ours, theirs, outcome: 'withdrawn' })
      continue
    }
    // The same once more, while it waits, is no news.
    const {
      rows: [known],
    } = await sql<{ theirs: unknown }>`
      select their_value as theirs from product_drifts where product_id = ${productId} and field = ${field} and state = 'open'`.execute(
      db,
    )
    const isNews = !known || !isSameJson(known.theirs, theirs)
    const {
      rows: [drift],
    } = await sql<{ id: number }>`
      insert into product_drifts (product_id, provider_id, title, field, our_value, their_value)
      values (${productId}, ${product.providerId}, ${product.title}, ${field}, ${JSON.stringify(ours)}::jsonb, ${JSON.stringify(theirs)}::jsonb)
      on conflict (product_id, field) where state = 'open' do update set our_value = excluded.our_value, their_value = excluded.their_value,
        version = product_drifts.version + 1, updated_at = now()
      returning id`.execute(db)
    if (isNews) changes.push({ field, ours, theirs, outcome })
    if (!rule || !drift) continue
    const [taken] = await accept(db, field, [drift.id], {
      record: (entry) => entries.push({ ...entry, actor, reason: `Rule ${rule.id}` }),
    })
    if (!taken) continue
    await close(db, 'accepted', [taken], { ruleId: rule.id })
    entries.push({ ...traceOf(taken, field, 'accepted'), actor, reason: `Rule ${rule.id}` })
  }
  await noteSync(db, productId, changes, actor)
  return entries
}
