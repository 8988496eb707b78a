import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import { lockSlugs } from '../../platform/publishing/addresses/slugs.server.ts'
import { bothOf } from '../../platform/references/both-records.server.ts'
import { categories } from './categories.ts'
import { reassignSubcategories } from './section.endpoints.ts'
import type { Leaf } from './section-orders.server.ts'
import { moveInto } from './section-orders.server.ts'
import { subcategories } from './subcategories.ts'

export const reassignSubcategoriesServer = implement(
  reassignSubcategories,
  async ({ db, actor, params, input, audit }) => {
    const [own, to] = await bothOf(db, categories, params.id, input.toId)
    await lockSlugs(db, subcategories)
    const { rows: arriving } = await sql<Leaf & { position: number }>`
    select id, name, category_id as "categoryId", version, position from subcategories where category_id = ${own.id} order by id for update`.execute(
      db,
    )
    const {
      rows: [last],
    } = await sql<{
      place: number
    }>`select coalesce(max(position) + 1, 1)::integer as place from subcategories where category_id = ${to.id}`.execute(
      db,
    )
    await moveInto({ db, actor, audit }, to.id, arriving, 'toId')
    const ids = arriving.toSorted((a, b) => a.position - b.position || a.id - b.id).map(({ id }) => id)
    await sql`
    update subcategories t set position = ${last?.place ?? 1} + given.place - 1 from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where t.id = given.id`.execute(db)
    return { moved: arriving.length }
  },
)
