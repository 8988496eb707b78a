import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { readSectionTree } from './section-calls.ts'

/** Fewer live products make a page that nobody should land on. */
export const thinBelow = 3

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
