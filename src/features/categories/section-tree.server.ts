import { sql } from 'kysely'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { ofCategory, ofSubcategory } from '../places/geo/live-supply.server.ts'
import { readSectionTree } from './section.endpoints.ts'

/** The fields of a tree node for the row called `t`. */
const node = (supply: typeof ofCategory) => sql`'id', t.id, 'name', t.name, 'publication', t.publication,
  'productCount', ${supply.productCount}, 'eventCount', ${supply.eventCount}, 'isThin', ${supply.isThin}`

export const readSectionTreeServer = implement(readSectionTree, async ({ db }) => {
  const {
    rows: [tree],
  } = await sql<{ text: string }>`
    with leaves as (
      select t.category_id, t.position, t.id, json_build_object(${node(ofSubcategory)}) as node from subcategories t
    )
    select json_build_object('categories', coalesce((select json_agg(json_build_object(
      ${node(ofCategory)},
      'subcategories', coalesce((select json_agg(l.node order by l.position, l.id) from leaves l where l.category_id = t.id), '[]')
    ) order by t.position, t.id) from categories t), '[]'))::text as text`.execute(db)
  return new JsonText(tree?.text ?? '{"categories":[]}')
})
