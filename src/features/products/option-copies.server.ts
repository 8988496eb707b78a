import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { copyOptions } from './option.endpoints.ts'

/** An option to copy. `unitCurrency` is that of its own units, null if it has none. */
interface Source {
  readonly id: number
  readonly productId: number
  readonly unitCurrency: string | null
}
interface Target {
  readonly id: number
  readonly status: string
  readonly title: string
  readonly currency: string
}

/** Why an option cannot be copied to a product; null if it can. */
function refuseCopy({ unitCurrency }: Source, target: Target | undefined): string | null {
  if (target?.status === 'retired') return t('Its product is retired, for good.')
  if (!target || unitCurrency === null || unitCurrency === target.currency) return null
  return t('Its own age bands cost {unitCurrency}, and {title} is sold in {currency}.', {
    unitCurrency,
    title: target.title,
    currency: target.currency,
  })
}

interface CopiedUnit {
  readonly id: number
  readonly productId: number
  readonly optionId: number
  readonly title: string
  readonly type: string
  readonly net: number
  readonly retail: number
  readonly sourceId: number
}

/** The own units of options for their copies. Those that every option of a product has are not copied: the product that the copy is for has its own. */
async function copyUnits(
  db: Db,
  pairs: readonly (readonly [sourceId: number, copyId: number])[],
): Promise<readonly CopiedUnit[]> {
  const { rows } = await sql<CopiedUnit>`
    with made as (
      select b.*, nextval(pg_get_serial_sequence('product_age_bands', 'id')) as new_id, o.id as new_option_id, o.product_id as new_product_id
      from unnest(${pairs.map(([sourceId]) => sourceId)}::bigint[], ${pairs.map(([, copyId]) => copyId)}::bigint[]) as w (source_id, copy_id)
      join product_options o on o.id = w.copy_id join product_age_bands b on b.option_id = w.source_id
    ), added as (
      insert into product_age_bands (id, product_id, option_id, type, title, title_plural, supplier_label, min_age, max_age, intended_gaps, is_id_required, pax_count,
        min_quantity, max_quantity, accompanied_by, currency, net, retail)
      select new_id, new_product_id, new_option_id, type, title, title_plural, supplier_label, min_age, max_age, intended_gaps, is_id_required, pax_count,
        min_quantity, max_quantity, accompanied_by, currency, net, retail from made order by id
      returning id
    )
    select m.new_id as id, m.new_product_id as "productId", m.new_option_id as "optionId", m.title, m.type, m.net, m.retail, m.id as "sourceId"
    from made m join added a on a.id = m.new_id order by m.new_id`.execute(db)
  return rows
}

interface Copy {
  readonly sourceId: number
  readonly productId: number
}

/**
 * Copies options with the units that are theirs alone, to their own product or to a given one. A copy is inactive, so
 * it goes on sale only after review, and its code is unique on the target product.
 */
export const copyOptionsServer = implement(copyOptions, async ({ db, input, audit }) => {
  const { productId = null } = input
  // Products are locked in one order: codes are looked for and taken by one at a time.
  const { rows: targets } = await sql<Target>`
    select id, status, title, currency from products
    where id in (select coalesce(${productId}::bigint, product_id) from product_options where id = any(${input.ids}::bigint[])) order by id for update`.execute(
    db,
  )
  if (productId !== null && !targets.some(({ id }) => id === productId))
    throw invalid({ productId: t('Product not found.') })
  const { rows } = await sql<Source>`
    select id, product_id as "productId", (select min(b.currency) from product_age_bands b where b.option_id = o.id) as "unitCurrency" from product_options o where id = any(${input.ids}::bigint[]) order by id`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const targetOf = new Map(targets.map((target) => [target.id, target]))
  const results = [...new Set(input.ids)].map((id) => {
    const option = found.get(id)
    if (!option) return { id, ok: false, message: t('Product option not found.') }
    const message = refuseCopy(option, targetOf.get(productId ?? option.productId))
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const wanted = results.flatMap(({ id, ok }): Copy[] =>
    ok ? [{ sourceId: id, productId: productId ?? found.get(id)?.productId ?? 0 }] : [],
  )
  const { rows: copies } = await sql<Omit<Copy, 'sourceId'> & { id: number; title: string; code: string }>`
    with wanted as (
      select w.source_id, w.product_id, o.code, row_number() over (partition by w.product_id, left(o.code, 52) order by w.source_id) as place
      from unnest(${wanted.map(({ sourceId }) => sourceId)}::bigint[], ${wanted.map((one) => one.productId)}::bigint[]) as w (source_id, product_id) join product_options o on o.id = w.source_id
    ), coded as (
      select w.*, (select c.code from (
        select left(w.code, 52) || '-copy' || case when n > 1 then '-' || n else '' end as code, n from generate_series(1, 1000) as n
      ) c where not exists (select from product_options x where x.product_id = w.product_id and x.code = c.code) order by c.n offset w.place - 1 limit 1) as new_code
      from wanted w
    )
    insert into product_options (product_id, code, title, is_default, is_active, duration_minutes, languages, start_times, cutoff_amount, cutoff_unit, cancellation_cutoff_amount, cancellation_cutoff_unit, min_units, max_units,
      required_contact_fields, is_pickup_available, is_pickup_required, meeting_point, itinerary, pickup_points, opening_rules, opening_exceptions)
    select w.product_id, w.new_code, o.title, false, false, o.duration_minutes, o.languages, o.start_times, o.cutoff_amount, o.cutoff_unit, o.cancellation_cutoff_amount, o.cancellation_cutoff_unit, o.min_units, o.max_units,
      o.required_contact_fields, o.is_pickup_available, o.is_pickup_required, o.meeting_point, o.itinerary, o.pickup_points, o.opening_rules, o.opening_exceptions
    from coded w join product_options o on o.id = w.source_id order by w.source_id
    returning id, title, code, product_id as "productId"`.execute(db)
  // Rows come back in the order in which they went in.
  const copyOf = new Map(wanted.map(({ sourceId }, place) => [sourceId, copies[place]]))
  for (const [sourceId, copy] of copyOf) {
    if (copy)
      audit.record({
        action: 'create',
        object: 'product-options',
        recordId: copy.id,
        title: copy.title,
        version: 1,
        before: null,
        after: { productId: copy.productId, code: copy.code, title: copy.title, isActive: false },
        reason: `Copy of ${sourceId}`,
      })
  }
  for (const { id, productId: ofProduct, optionId, title, type, net, retail, sourceId } of await copyUnits(
    db,
    [...copyOf].flatMap(([source, copy]) => (copy ? [[source, copy.id] as const] : [])),
  )) {
    audit.record({
      action: 'create',
      object: 'product-age-bands',
      recordId: id,
      title,
      version: 1,
      before: null,
      after: { productId: ofProduct, optionId, type, title, net, retail },
      reason: `Copy of ${sourceId}`,
    })
  }
  return { results: results.map((result) => ({ ...result, ...(result.ok && { copyId: copyOf.get(result.id)?.id }) })) }
})
