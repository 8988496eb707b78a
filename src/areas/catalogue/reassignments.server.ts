import { sql } from 'kysely'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { msg, t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { products } from '../products/products.ts'
import { lockSlugs } from '../publication/slugs.server.ts'
import { handOver } from '../successors/hand-over.server.ts'
import { handedOverByPages } from '../successors/handed-over.ts'
import { authors } from './authors.ts'
import { reassignBylines, reassignProducts, reassignSubcategories } from './section-calls.ts'
import type { Leaf } from './section-orders.server.ts'
import { moveInto } from './section-orders.server.ts'
import { subcategories } from './subcategories.ts'

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

export const reassignSubcategoriesServer = implement(reassignSubcategories, async ({ db, actor, params, input, note }) => {
  const [own, to] = await bothOf(db, 'categories', params.id, input.toId)
  await lockSlugs(db, subcategories)
  const { rows: arriving } = await sql<Leaf & { position: number }>`
    select id, name, category_id as "categoryId", version, position from subcategories where category_id = ${own.id} order by id for update`.execute(db)
  const { rows: [last] } = await sql<{ place: number }>`select coalesce(max(position) + 1, 1)::integer as place from subcategories where category_id = ${to.id}`.execute(db)
  await moveInto({ db, actor, note }, to.id, arriving, 'toId')
  const ids = arriving.toSorted((a, b) => a.position - b.position || a.id - b.id).map(({ id }) => id)
  await sql`
    update subcategories t set position = ${last?.place ?? 1} + given.place - 1 from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where t.id = given.id`.execute(db)
  return { moved: arriving.length }
})

export const reassignProductsServer = implement(reassignProducts, async ({ db, actor, params, input, note }) => {
  const [own, to] = await bothOf(db, 'subcategories', params.id, input.toId)
  const handing = { db, grants: actor.grants, of: subcategories, fromId: own.id, toId: to.id, note }
  return { moved: await handOver(handing, [{ resource: products, key: 'subcategoryIds', isList: true }]) }
})

/** Gives the bylines of an author to another, of every page that has one. */
export function implementBylines(resources: readonly AnyResource[]): Implementation {
  return implement(reassignBylines, async ({ db, actor, params, input, note }) => {
    const [own, to] = await bothOf(db, 'authors', params.id, input.toId)
    const { rows: [fit] } = await sql<{ isFit: boolean }>`
      select publication = 'published' or published_bylines(${own.id}) = 0 as "isFit" from authors where id = ${to.id}`.execute(db)
    if (!fit?.isFit) throw invalid({ toId: t('Published pages carry this name, and {name} is not published. Publish that author first, or choose another one.', { name: to.title }) })
    const handing = { db, grants: actor.grants, of: authors, fromId: own.id, toId: to.id, note }
    return { moved: await handOver(handing, handedOverByPages(authors, resources)) }
  })
}
