import { sql } from 'kysely'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { authors } from './authors.ts'

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
      and w.fresh_on + t.review_days < now()::date)`,
    lastActiveAt: sql`(select max(w.updated_at) from ${signedPages} w where w.author_id = t.id)`,
  },
})
