import { sql } from 'kysely'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { reservedSlugs } from '../../kit/page.ts'
import type { SaveCall } from '../../kit/resource.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { staticPages } from './static-pages.ts'

export const staticPagesServer = serve(staticPages, {
  derived: {
    isRequired: sql`t.is_required`,
    // What is written in the record itself is in the language that all others are made from.
    languages: sql`(select array_agg(l.code) from locales l where l.is_default) || array(select x.locale from translations x
      where x.resource = 'static-pages' and x.record_id = t.id and x.field = 'title' and not x.is_record_gone order by x.locale)`,
    versionCount: sql`(select count(*) from static_page_versions v where v.page_id = t.id)`,
    effectiveFrom: sql`(select max(v.effective_from) from static_page_versions v where v.page_id = t.id and v.effective_from <= now())`,
    nextEffectiveFrom: sql`(select min(v.effective_from) from static_page_versions v where v.page_id = t.id and v.effective_from > now())`,
    brokenLinkCount: sql`t.broken_link_count`,
  },
  async beforeSave(call) {
    refuseOtherKey(call)
    await refuseReservedPath(call)
  },
  async beforeDelete({ current }) {
    if (current['isRequired'] === true) {
      throw new Refusal(409, t('The site links to {title} from every page, so it stays. Change its text instead.', { title: String(current['title']) }))
    }
  },
})

/** Programs and every page of the site know a required page by its key. */
function refuseOtherKey({ draft, current }: SaveCall): void {
  if (current?.['isRequired'] !== true || draft['key'] === current['key']) return
  const message = t('The site links to this page by its key from every page, so the key stays {key}.', { key: String(current['key']) })
  throw new Refusal(409, message, { fields: { key: message } })
}

/** What the first segment belongs to, and endings that look like another record's address. */
async function refuseReservedPath({ draft, current, db }: SaveCall): Promise<void> {
  const { slug } = draft
  if (typeof slug !== 'string' || slug === current?.['slug']) return
  const [first = ''] = slug.split('/')
  const { rows: [reserved] } = reservedSlugs.has(first) ? { rows: [true] } : await sql`select 1 where is_reserved_page_path(${slug})`.execute(db)
  if (reserved) throw invalid({ slug: t('/{slug} is kept for the site itself: its beginning or its end is that of other addresses. Choose another path.', { slug }) })
}
