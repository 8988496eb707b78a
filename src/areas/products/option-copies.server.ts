import { sql } from 'kysely'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { copyOptions } from './option-calls.ts'

interface Copy { readonly sourceId: number; readonly productId: number }

/**
 * Copies of options, to their own product or to one that is named. A copy is not active, so it is sold only when somebody
 * has looked at it, and its code is free on the product it goes to.
 */
export const copyOptionsServer = implement(copyOptions, async ({ db, input, note }) => {
  const { productId = null } = input
  // Products are locked in one order: codes are looked for and taken by one at a time.
  const { rows: targets } = await sql<{ id: number; status: string; title: string }>`
    select id, status, title from products
    where id in (select coalesce(${productId}::bigint, product_id) from product_options where id = any(${input.ids}::bigint[])) order by id for update`.execute(db)
  if (productId !== null && !targets.some(({ id }) => id === productId)) throw invalid({ productId: t('There is no such product.') })
  const { rows } = await sql<{ id: number; productId: number }>`
    select id, product_id as "productId" from product_options where id = any(${input.ids}::bigint[]) order by id`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const retired = new Set(targets.flatMap(({ id, status }) => (status === 'retired' ? [id] : [])))
  const results = [...new Set(input.ids)].map((id) => {
    const option = found.get(id)
    if (!option) return { id, ok: false, message: t('There is no such product option.') }
    return retired.has(productId ?? option.productId) ? { id, ok: false, message: t('Its product is retired, for good.') } : { id, ok: true }
  })
  const wanted = results.flatMap(({ id, ok }): Copy[] => (ok ? [{ sourceId: id, productId: productId ?? found.get(id)?.productId ?? 0 }] : []))
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
      required_contact_fields, is_pickup_available, meeting_point, itinerary, pickup_points, opening_rules, opening_exceptions)
    select w.product_id, w.new_code, o.title, false, false, o.duration_minutes, o.languages, o.start_times, o.cutoff_amount, o.cutoff_unit, o.cancellation_cutoff_amount, o.cancellation_cutoff_unit, o.min_units, o.max_units,
      o.required_contact_fields, o.is_pickup_available, o.meeting_point, o.itinerary, o.pickup_points, o.opening_rules, o.opening_exceptions
    from coded w join product_options o on o.id = w.source_id order by w.source_id
    returning id, title, code, product_id as "productId"`.execute(db)
  // Rows come back in the order in which they went in.
  const copyOf = new Map(wanted.map(({ sourceId }, place) => [sourceId, copies[place]]))
  for (const [sourceId, copy] of copyOf) {
    if (copy) note({
      action: 'create', object: 'product-options', recordId: copy.id, title: copy.title, version: 1,
      before: null, after: { productId: copy.productId, code: copy.code, title: copy.title, isActive: false }, reason: `Copy of ${sourceId}`,
    })
  }
  return { results: results.map((result) => ({ ...result, ...(result.ok && { copyId: copyOf.get(result.id)?.id }) })) }
})
