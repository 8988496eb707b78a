import { sql } from 'kysely'
import type { Call, Db } from '../../kit/endpoint.server.ts'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { msg, t } from '../../kit/language.ts'
import { lockSlugs } from '../publication/slugs.server.ts'
import {
  orderCategories, orderSubcategories, readAuthorPages, readPageYield, readSectionTree, reassignBylines, reassignProducts, reassignSubcategories,
} from './section-calls.ts'
import { signedPages } from './section-servers.server.ts'
import { subcategories } from './subcategories.ts'

/** Fewer live products make a page that nobody should land on. */
const thinBelow = 3

export const readSectionTreeServer = implement(readSectionTree, async ({ db }) => {
  const { rows: [tree] } = await sql<{ text: string }>`
    with sold as (
      select p.id, s.id as subcategory_id, s.category_id from products p join subcategories s on s.id = any(p.subcategory_ids) where p.status = 'live'
    ), leaves as (
      select s.category_id, s.position, s.id, s.name, s.publication, coalesce(c.products, 0) as products
      from subcategories s left join (select subcategory_id, count(*)::integer as products from sold group by 1) c on c.subcategory_id = s.id
    ), roots as (
      select c.id, c.name, c.publication, c.position, coalesce(n.products, 0) as products
      from categories c left join (select category_id, count(distinct id)::integer as products from sold group by 1) n on n.category_id = c.id
    )
    select json_build_object('categories', coalesce((select json_agg(json_build_object(
      'id', c.id, 'name', c.name, 'publication', c.publication, 'productCount', c.products, 'isThin', c.products < ${thinBelow},
      'subcategories', coalesce((select json_agg(json_build_object(
        'id', l.id, 'name', l.name, 'publication', l.publication, 'productCount', l.products, 'isThin', l.products < ${thinBelow}
      ) order by l.position, l.id) from leaves l where l.category_id = c.id), '[]')
    ) order by c.position, c.id) from roots c), '[]'))::text as text`.execute(db)
  return new JsonText(tree?.text ?? '{"categories":[]}')
})

interface Placed { readonly id: number; readonly name: string }

/** Refuses an order that was made on an older tree: somebody else has added or moved something meanwhile. */
function assertComplete(present: readonly Placed[], ids: readonly number[]): void {
  if (new Set(ids).size !== ids.length) throw invalid({ ids: t('An id stands there twice.') })
  const given = new Set(ids)
  const forgotten = present.find(({ id }) => !given.has(id))
  if (forgotten) throw new Refusal(409, t('{name} is not in this order: somebody has changed the tree meanwhile. Look at it again.', { name: forgotten.name }))
}

async function place(db: Db, table: 'categories' | 'subcategories', ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    update ${sql.table(table)} t set position = given.place - 1 from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where t.id = given.id and t.position <> given.place - 1 returning t.id`.execute(db)
  return rows.length
}

export const orderCategoriesServer = implement(orderCategories, async ({ db, input, note }) => {
  const { rows: present } = await sql<Placed>`select id, name from categories order by position, id for update`.execute(db)
  assertComplete(present, input.ids)
  if (input.ids.length > present.length) throw invalid({ ids: t('There is a category in it that does not exist.') })
  const moved = await place(db, 'categories', input.ids)
  const names = new Map(present.map(({ id, name }) => [id, name]))
  if (moved > 0) {
    note({
      action: 'reordered', object: 'categories', title: 'Order of the menu',
      before: { order: present.map(({ name }) => name) }, after: { order: input.ids.map((id) => names.get(id) ?? '') },
    })
  }
  return { moved }
})

export const orderSubcategoriesServer = implement(orderSubcategories, async ({ db, input, note }) => {
  const { rows: [category] } = await sql<Placed>`select id, name from categories where id = ${input.categoryId} for update`.execute(db)
  if (!category) throw invalid({ categoryId: t('There is no such category.') })
  await lockSlugs(db, subcategories)
  const { rows: present } = await sql<Placed & { categoryId: number }>`
    select id, name, category_id as "categoryId" from subcategories where category_id = ${category.id} or id = any(${input.ids}) order by id for update`.execute(db)
  assertComplete(present.filter(({ categoryId }) => categoryId === category.id), input.ids)
  const known = new Set(present.map(({ id }) => id))
  if (input.ids.some((id) => !known.has(id))) throw invalid({ ids: t('There is a subcategory in it that does not exist.') })
  const arriving = present.filter(({ categoryId }) => categoryId !== category.id)
  await moveInto(db, category, arriving, note)
  const placed = await place(db, 'subcategories', input.ids)
  if (placed > 0 && arriving.length === 0) note({ action: 'reordered', object: 'categories', recordId: category.id, title: category.name, before: null, after: null })
  return { moved: Math.max(placed, arriving.length) }
})

/** Moves subcategories into a category, or says whose name or slug is in the way there. */
async function moveInto(db: Db, category: Placed, arriving: readonly (Placed & { categoryId: number })[], note: Call['note']): Promise<void> {
  if (arriving.length === 0) return
  const ids = arriving.map(({ id }) => id)
  const { rows: [inTheWay] } = await sql<{ name: string; by: string }>`
    select m.name, o.name as by from subcategories m join subcategories o on o.category_id = ${category.id} and o.id <> m.id
      and o.slug = m.slug
    where m.id = any(${ids}) limit 1`.execute(db)
  if (inTheWay) throw new Refusal(409, t('{category} has a subcategory {other} already, with the slug of {name}. Change one of them first.', { category: category.name, other: inTheWay.by, name: inTheWay.name }))
  await sql`
    update subcategories set category_id = ${category.id}, version = version + 1, updated_at = now() where id = any(${ids})`.execute(db)
  await sql`update translations set scope = ${category.id} where resource = 'subcategories' and field = 'slug' and record_id = any(${ids})`.execute(db)
  for (const { id, name, categoryId } of arriving) {
    note({ action: 'moved', object: 'subcategories', recordId: id, title: name, before: { categoryId }, after: { categoryId: category.id } })
  }
}

interface Titled { readonly id: number; readonly title: string }

async function bothOf(db: Db, table: 'categories' | 'subcategories' | 'authors', id: string, toId: number): Promise<readonly [Titled, Titled]> {
  const { rows } = /^[1-9][0-9]{0,14}$/.test(id)
    ? await sql<Titled>`select id, name as title from ${sql.table(table)} where id = any(${[Number(id), toId]}) order by id for update`.execute(db) : { rows: [] }
  const own = rows.find((row) => row.id === Number(id))
  const other = rows.find((row) => row.id === toId && toId !== Number(id))
  const one = t({ categories: msg('category'), subcategories: msg('subcategory'), authors: msg('author') }[table])
  if (!own) throw new Refusal(404, t('There is no such {one}.', { one }))
  if (!other) throw invalid({ toId: toId === own.id ? t('Choose another {one}.', { one }) : t('There is no such {one}.', { one }) })
  return [own, other]
}

export const reassignSubcategoriesServer = implement(reassignSubcategories, async ({ db, params, input, note }) => {
  const [own, to] = await bothOf(db, 'categories', params.id, input.toId)
  await lockSlugs(db, subcategories)
  const { rows: arriving } = await sql<Placed & { categoryId: number }>`
    select id, name, category_id as "categoryId" from subcategories where category_id = ${own.id} order by position, id for update`.execute(db)
  const { rows: [last] } = await sql<{ place: number }>`select coalesce(max(position) + 1, 0)::integer as place from subcategories where category_id = ${to.id}`.execute(db)
  await moveInto(db, { id: to.id, name: to.title }, arriving, note)
  await sql`
    update subcategories t set position = ${last?.place ?? 0} + given.place - 1 from unnest(${arriving.map(({ id }) => id)}::bigint[]) with ordinality as given (id, place)
    where t.id = given.id`.execute(db)
  return { moved: arriving.length }
})

export const reassignProductsServer = implement(reassignProducts, async ({ db, params, input, note }) => {
  const [own, to] = await bothOf(db, 'subcategories', params.id, input.toId)
  const { rows } = await sql`
    update products set version = version + 1, updated_at = now(), subcategory_ids = (
      select array_agg(given.id order by given.place) from (
        select case when u.id = ${own.id} then ${to.id} else u.id end as id, min(u.place) as place
        from unnest(subcategory_ids) with ordinality as u (id, place) group by 1) as given)
    where subcategory_ids @> array[${own.id}::bigint] returning id`.execute(db)
  if (rows.length > 0) note({ action: 'products-moved', object: 'subcategories', recordId: own.id, title: own.title, before: null, after: null, reason: `${rows.length} products to ${to.title}` })
  return { moved: rows.length }
})

export const reassignBylinesServer = implement(reassignBylines, async ({ db, params, input, note }) => {
  const [own, to] = await bothOf(db, 'authors', params.id, input.toId)
  const { rows: [fit] } = await sql<{ isFit: boolean }>`
    select publication = 'published' or published_bylines(${own.id}) = 0 as "isFit" from authors where id = ${to.id}`.execute(db)
  if (!fit?.isFit) throw invalid({ toId: t('Published pages carry this name, and {name} is not published. Publish that author first, or choose another one.', { name: to.title }) })
  const { rows } = await sql<{ resource: 'categories' | 'subcategories' | 'aliases' | 'lineups'; id: number; title: string; version: number }>`
    with c as (update categories set author_id = ${to.id}, version = version + 1, updated_at = now() where author_id = ${own.id} returning id, name, version),
      s as (update subcategories set author_id = ${to.id}, version = version + 1, updated_at = now() where author_id = ${own.id} returning id, name, version),
      a as (update aliases set author_id = ${to.id}, version = version + 1, updated_at = now() where author_id = ${own.id} returning id, title, version),
      l as (update lineups set author_id = ${to.id}, version = version + 1, updated_at = now() where author_id = ${own.id} returning id, name, version)
    select 'categories' as resource, id, name as title, version from c union all select 'subcategories', id, name, version from s
    union all select 'aliases', id, title, version from a union all select 'lineups', id, name, version from l`.execute(db)
  for (const { resource, id, title, version } of rows) {
    note({ action: 'byline-moved', object: resource, recordId: id, title, version, before: { authorId: own.id }, after: { authorId: to.id } })
  }
  return { moved: rows.length }
})

export const readAuthorPagesServer = implement(readAuthorPages, async ({ db, params }) => {
  const { rows: [found] } = /^[1-9][0-9]{0,14}$/.test(params.id) ? await sql<{ text: string }>`
    select coalesce((select json_agg(json_build_object(
      'resource', w.resource, 'id', w.id, 'title', w.title, 'publication', w.publication, 'freshOn', w.fresh_on,
      'daysOver', current_date - (w.fresh_on + a.review_days)
    ) order by w.publication = 'published' desc, w.fresh_on nulls last, w.place, w.id) from ${signedPages} w where w.author_id = a.id), '[]')::text as text
    from authors a where a.id = ${Number(params.id)}`.execute(db) : { rows: [] }
  if (!found) throw new Refusal(404, t('There is no such author.'))
  return new JsonText(`{"pages":${found.text}}`)
})

/** Days of sales that count as demand. */
const demandDays = 90
/** Cities in the matrix: those where the most is to be had. */
const mostCities = 60

export const readPageYieldServer = implement(readPageYield, async ({ db }) => {
  const { rows: [matrix] } = await sql<{ text: string }>`
    with offered as (
      select p.city_id, given.id as subcategory_id, count(*) filter (where p.status = 'live')::integer as inventory
      from products p cross join lateral unnest(p.subcategory_ids) as given (id) group by 1, 2
    ), sold as (
      select product_id, count(*)::integer as orders from purchases
      where created_at > now() - make_interval(days => ${demandDays}) and product_id is not null group by product_id
    ), wanted as (
      select p.city_id, given.id as subcategory_id, sum(s.orders)::integer as orders
      from sold s join products p on p.id = s.product_id cross join lateral unnest(p.subcategory_ids) as given (id) group by 1, 2
    ), cells as (
      select o.city_id, o.subcategory_id, o.inventory, coalesce(w.orders, 0) as orders,
        case when o.inventory = 0 or not c.is_live or s.publication <> 'published' then 'missing'
          when o.inventory < ${thinBelow} then 'thin' else 'live' end as coverage
      from offered o left join wanted w using (city_id, subcategory_id)
        join cities c on c.id = o.city_id join subcategories s on s.id = o.subcategory_id
    ), chosen as (
      select city_id from cells group by city_id order by sum(orders) desc, sum(inventory) desc, city_id limit ${mostCities}
    )
    select json_build_object(
      'days', ${demandDays}::integer,
      'cities', coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name) from cities c where c.id in (select city_id from chosen)), '[]'),
      'subcategories', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'categoryName', k.name) order by k.position, k.id, s.position, s.id)
        from subcategories s join categories k on k.id = s.category_id), '[]'),
      'cells', coalesce((select json_agg(json_build_object('cityId', l.city_id, 'subcategoryId', l.subcategory_id, 'inventory', l.inventory, 'orders', l.orders,
        'coverage', l.coverage, 'priority', case when l.coverage = 'live' then 0 else l.orders * 10 + l.inventory end))
        from cells l where l.city_id in (select city_id from chosen)), '[]'))::text as text`.execute(db)
  return new JsonText(matrix?.text ?? '')
})
