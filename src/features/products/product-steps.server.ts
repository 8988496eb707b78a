import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { defineSignal } from '../../core/signal.ts'
import type { Db } from '../../db/tables.server.ts'
import type { AgeBand } from './age-coverage.ts'
import { launchProducts, mapProducts, retireProducts, suspendProducts } from './product.endpoints.ts'
import type { StepResults } from './product.endpoints.ts'
import type { ProductStep, StepFacts } from './product-steps.ts'
import { refuseStep, stepTargets } from './product-steps.ts'
import type { SuspensionReason } from './product-statuses.ts'
import type { ForOption, UnitOption } from './units-of-options.ts'
import { findingsOf, unitGroups } from './units-of-options.ts'

/** Products have gone live or ceased to be: what shows them decides again, in the same transaction. */
export const productsStepped = defineSignal<[db: Db, productIds: readonly number[]]>()

interface Row extends Omit<StepFacts, 'activeOptions' | 'units'> {
  readonly id: number
  readonly title: string
  readonly version: number
  readonly suspendedBecause: SuspensionReason | null
  readonly active: readonly UnitOption[]
  readonly bands: readonly (AgeBand & ForOption)[]
}
type SomeProducts = Pick<
  Call<unknown, unknown, { ids: number[]; note?: string | null | undefined }>,
  'input' | 'db' | 'audit'
>

/** Applies a step to each product that can take it; the others stay unchanged and give their reason. */
export async function takeStep(
  step: ProductStep,
  because: SuspensionReason | null,
  { input, db, audit }: SomeProducts,
): Promise<StepResults> {
  const { rows } = await sql<Row>`
    select p.id, p.title, p.version, p.status, p.suspended_because as "suspendedBecause", p.subcategory_ids as "subcategoryIds", p.retail_from as "retailFrom",
      p.sync_status as "syncStatus",
      (select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'isActive', true) order by o.id), '[]') from product_options o where o.product_id = p.id and o.is_active) as active,
      (select count(*)::integer from purchases u where u.product_id = p.id and u.starts_at > now() and u.booking_status in ('pending_payment', 'on_hold', 'pending_supplier', 'confirmed')) as "purchasesToCome",
      (select coalesce(json_agg(json_build_object('id', b.id, 'optionId', b.option_id, 'type', b.type, 'title', b.title, 'minAge', b.min_age, 'maxAge', b.max_age,
        'isIdRequired', b.is_id_required, 'intendedGaps', b.intended_gaps)), '[]') from product_age_bands b where b.product_id = p.id) as bands
    from products p where p.id = any(${input.ids}) order by p.id for update of p`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const results = [...new Set(input.ids)].map((id) => {
    const product = found.get(id)
    const message = product ? refuseStep(step, factsOf(product)) : t('Product not found.')
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const taken = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
  const status = stepTargets[step]
  await sql`
    update products set status = ${status}, suspended_because = ${because}, version = version + 1, updated_at = now()
    where id = any(${taken.map(({ id }) => id)})`.execute(db)
  await productsStepped.emit(
    db,
    taken.map(({ id }) => id),
  )
  for (const { id, title, version, ...before } of taken) {
    audit.record({
      action: step.replace('_', '-'),
      object: 'products',
      recordId: id,
      title,
      version: version + 1,
      before: { status: before.status, suspendedBecause: before.suspendedBecause },
      after: { status, suspendedBecause: because },
      ...(input.note && { reason: input.note }),
    })
  }
  return { results }
}

function factsOf(row: Row): StepFacts {
  return { ...row, activeOptions: row.active.length, units: findingsOf(unitGroups(row.bands, row.active)) }
}

export const mapProductsServer = implement(mapProducts, (call) => takeStep('map', null, call))
export const launchProductsServer = implement(launchProducts, (call) => takeStep('go_live', null, call))
export const suspendProductsServer = implement(suspendProducts, (call) => takeStep('suspend', call.input.because, call))
export const retireProductsServer = implement(retireProducts, (call) => takeStep('retire', null, call))
