import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Candidate, Choice, SelectionPolicy } from './selection.ts'
import { allDay, choose } from './selection.ts'

/**
 * The start times that a product `p` offers per day. Open all day counts as the maximum; without an active option there
 * are none.
 */
export const departuresOf = sql`(
  select case when count(*) = 0 then null when p.availability_type = 'OPENING_HOURS' then ${allDay}::integer else nullif(sum(cardinality(o.start_times)), 0)::integer end
  from product_options o where o.product_id = p.id and o.is_active)`

interface Fact extends Candidate {
  readonly aliasId: number
  readonly policy: SelectionPolicy
}

/**
 * Chooses again which product each of these pages sells, and from what price. The pages are locked first, so that a
 * product changed during the run makes them due again afterwards.
 *
 * @returns how many pages were processed
 */
export async function refreshChoices(db: Db, ids: readonly number[]): Promise<number> {
  const { rows: pages } = await sql<{ id: number; policy: SelectionPolicy }>`
    select id, selection_policy as policy from aliases where id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
  if (pages.length === 0) return 0
  const { rows: facts } = await sql<Fact>`
    select m.alias_id as "aliasId", m.product_id as "productId", m.rank, m.is_pinned as "isPinned", p.status = 'live' as "isLive", p.retail_from as price,
      p.currency, p.rating, p.review_count as "reviewCount", ${departuresOf} as departures
    from alias_members m join products p on p.id = m.product_id where m.alias_id = any(${pages.map(({ id }) => id)}::bigint[])`.execute(
    db,
  )
  const members = Map.groupBy(facts, ({ aliasId }) => aliasId)
  const made = pages.map(({ id, policy }) => ({ id, choice: choose(policy, members.get(id) ?? []) }))
  const columnOf = <V>(read: (choice: Choice) => V) => made.map(({ choice }) => (choice ? read(choice) : null))
  await sql`
    update aliases t set chosen_product_id = g.product, choice_reason = g.reason, from_price = g.price, currency = g.currency, rating = g.rating,
      review_count = g.reviews, from_price_at = case when g.product is not null then now() end, choice_due_at = null
    from unnest(${made.map(({ id }) => id)}::bigint[], ${columnOf(({ chosen }) => chosen.productId)}::bigint[], ${columnOf(({ reason }) => reason)}::text[],
      ${columnOf(({ chosen }) => chosen.price)}::bigint[], ${columnOf(({ chosen }) => chosen.currency)}::text[],
      ${columnOf(({ rating }) => rating)}::numeric[], ${made.map(({ choice }) => choice?.reviewCount ?? 0)}::integer[])
      as g (id, product, reason, price, currency, rating, reviews)
    where t.id = g.id`.execute(db)
  return pages.length
}

/** Pages that are decided upon in one transaction. */
const atOnce = 200

/**
 * Decides again for the pages that front these products, in the transaction that has changed them. The database has marked the pages already, and the
 * job sees to those beyond a bound, so that a step with thousands of products does not wait for all their pages.
 */
export async function refreshChoicesOf(db: Db, productIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.id from aliases a join alias_members m on m.alias_id = a.id
    where m.product_id = any(${productIds}::bigint[]) and a.choice_due_at is not null order by a.id limit ${atOnce}`.execute(
    db,
  )
  if (rows.length > 0)
    await refreshChoices(
      db,
      rows.map(({ id }) => id),
    )
}

/**
 * The job that chooses again for pages whose products have changed. The database marks those pages, no matter what
 * changed the product.
 */
const chooseJob = 'choose-alias-products'

export const aliasJobs: readonly Job[] = [
  {
    name: chooseJob,
    label: msg('Alias products'),
    does: msg('Chooses the product that each alias sells.'),
    staleWithout: msg('Aliases sell products that are no longer the best choice, or none.'),
    overlap: 'share',
    cron: '* * * * *',
    async run({ database, signal }) {
      while (!signal.aborted) {
        const done = await database.kysely.transaction().execute(async (db) => {
          const { rows } = await sql<{ id: number }>`
          select id from aliases where choice_due_at is not null order by choice_due_at, id limit ${atOnce} for update skip locked`.execute(
            db,
          )
          return await refreshChoices(
            db,
            rows.map(({ id }) => id),
          )
        })
        if (done < atOnce) return
      }
    },
  },
]
