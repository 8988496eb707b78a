import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { reservedSlugs } from '../../core/resource/page.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isPublicTextSql } from '../../platform/translations/store/public-texts.server.ts'
import { staticPages } from './static-pages.ts'

export const staticPagesServer = serve(staticPages, {
  derived: {
    isRequired: sql`t.is_required`,
    // The record's own text is in the default language, which all others are translated from.
    languages: sql`(select array_agg(l.code) from locales l where l.is_default) || array(select x.locale from translations x join locales l on l.code = x.locale
      where x.resource = 'static-pages' and x.record_id = t.id and x.field = 'title' and not x.is_record_gone
        and ${isPublicTextSql('x')} order by x.locale)`,
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
      throw new Refusal(
        409,
        t('Every page of the site links to {title}, so it can’t be deleted. Edit its text instead.', {
          title: String(current['title']),
        }),
      )
    }
  },
})

/** Programs and every page of the site rely on the key of a required page. */
function refuseOtherKey({ draft, current }: SaveCall): void {
  if (current?.['isRequired'] !== true || draft['key'] === current['key']) return
  const message = t('Every page of the site links to this page by its key, so the key stays {key}.', {
    key: String(current['key']),
  })
  throw new Refusal(409, message, { fields: { key: message } })
}

/** Refuses a path whose first segment is taken, or whose ending looks like another record's address. */
async function refuseReservedPath({ draft, current, db }: SaveCall): Promise<void> {
  const { slug } = draft
  if (typeof slug !== 'string' || slug === current?.['slug']) return
  const [first = ''] = slug.split('/')
  const {
    rows: [reserved],
  } = reservedSlugs.has(first) ? { rows: [true] } : await sql`select 1 where is_reserved_page_path(${slug})`.execute(db)
  if (reserved)
    throw invalid({
      slug: t('/{slug} is reserved for the site: it starts or ends like other URLs. Choose another path.', { slug }),
    })
}
