import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { ResourceServer, SaveCall } from '../../kit/resource.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { authors } from './authors.ts'
import { categories } from './categories.ts'
import { ofCategory, ofSubcategory } from './live-supply.server.ts'
import type { FiledEvent } from './re-filing.server.ts'
import { eventsGoingAlong, noteRefiled } from './re-filing.server.ts'
import { subcategories } from './subcategories.ts'

/** Events that a save takes along to another category, as they were before it: afterwards the database has moved them. */
const goingAlong = new WeakMap<object, readonly FiledEvent[]>()

/** New ones go to the end, which is where nobody has put them. */
async function putLast(db: Db, table: 'categories' | 'subcategories', { draft, current }: SaveCall): Promise<void> {
  const isMoved = table === 'subcategories' && current !== null && current['categoryId'] !== draft['categoryId']
  if (current && !isMoved) return
  const among = table === 'categories' ? sql`true` : sql`category_id = ${draft['categoryId']}`
  const { rows: [last] } = await sql<{ position: number }>`
    select coalesce(max(position) + 1, 1)::integer as position from ${sql.table(table)} where ${among}`.execute(db)
  draft['position'] = last?.position ?? 1
}

export const categoriesServer: ResourceServer = serve(categories, {
  derived: {
    subcategoryCount: sql`(select count(*) from subcategories s where s.category_id = t.id)`,
    liveCount: sql`(select count(*) from subcategories s where s.category_id = t.id and s.publication = 'published')`,
    ...ofCategory,
  },
  beforeSave: (call) => putLast(call.db, 'categories', call),
  async beforeDelete({ current, db }) {
    const { rows: [held] } = await sql<{ count: number }>`select count(*)::integer as count from subcategories where category_id = ${current['id']}`.execute(db)
    if (held && held.count > 0) throw new Refusal(409, t('{n, plural, one {A subcategory is} other {# subcategories are}} in this category. Move them to another one first.', { n: held.count }))
  },
})

export const subcategoriesServer: ResourceServer = serve(subcategories, {
  derived: ofSubcategory,
  async beforeSave(call) {
    await putLast(call.db, 'subcategories', call)
    const { draft, current, db, actor } = call
    if (!current) return
    const filed = await eventsGoingAlong({ db, grants: actor.grants }, [Number(current['id'])], Number(draft['categoryId']))
    if (filed.length > 0) goingAlong.set(draft, filed)
  },
  async afterSave({ draft, db, actor, note }) {
    await noteRefiled({ db, grants: actor.grants, note }, goingAlong.get(draft) ?? [], Number(draft['categoryId']))
  },
  async beforeDelete({ current, db }) {
    const { rows: [held] } = await sql<{ count: number }>`select count(*)::integer as count from products where subcategory_ids @> array[${current['id']}::bigint]`.execute(db)
    if (held && held.count > 0) throw new Refusal(409, t('{n, plural, one {A product is} other {# products are}} in this subcategory. Move them to another one first.', { n: held.count }))
  },
})

/** The pages that authors sign, each with the day on which its text was last known to be right. */
export const signedPages = sql`(
  select 'categories' as resource, c.id, c.name as title, c.publication, c.author_id, c.updated_at, 0 as place,
    coalesce(c.reviewed_on, c.published_at::date) as fresh_on from categories c where c.author_id is not null
  union all
  select 'subcategories', s.id, s.name, s.publication, s.author_id, s.updated_at, 1,
    coalesce(s.reviewed_on, s.published_at::date) from subcategories s where s.author_id is not null
  union all
  select 'aliases', a.id, a.title, a.publication, a.author_id, a.updated_at, 2,
    coalesce(a.reviewed_on, a.published_at::date) from aliases a where a.author_id is not null
  union all
  select 'lineups', l.id, l.name, l.publication, l.author_id, l.updated_at, 3, l.published_at::date from lineups l where l.author_id is not null
)`

export const authorsServer: ResourceServer = serve(authors, {
  derived: {
    pageCount: sql`(select count(*) from ${signedPages} w where w.author_id = t.id)`,
    dueCount: sql`(select count(*) from ${signedPages} w where w.author_id = t.id and w.publication = 'published'
      and w.fresh_on + t.review_days < current_date)`,
    lastActiveAt: sql`(select max(w.updated_at) from ${signedPages} w where w.author_id = t.id)`,
  },
})
