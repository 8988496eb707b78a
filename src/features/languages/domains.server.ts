import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'
import { domains } from './domains.ts'

/** The address alone says which language a page is in, so two languages do not share one. Letter case of a host is one. */
export async function refuseTakenAddress({ draft, current, db }: SaveCall): Promise<void> {
  const { siteUrl } = draft
  if (typeof siteUrl !== 'string' || siteUrl === current?.['siteUrl']) return
  const {
    rows: [other],
  } = await sql<{ code: string; name: string }>`
    select code, name from locales
    where id <> ${current?.['id'] ?? 0} and rtrim(lower(site_url), '/') = rtrim(lower(${siteUrl}), '/') limit 1`.execute(
    db,
  )
  if (!other) return
  const message = t('{name} has this address already.', { name: languageName(other.code, other.name) })
  throw new Refusal(409, message, { fields: { siteUrl: message } })
}

export const domainsServer = serve(domains, {
  derived: {
    host: sql`substring(t.site_url from '^https?://([^/?#]+)')`,
    pathPrefix: sql`(case when t.is_default then '/' else '/' || lower(t.code) || '/' end)`,
    orderCount: sql`coalesce((select v.orders from translation_values v where v.resource = 'locales' and v.record_id = t.id), 0)`,
  },
  beforeSave: refuseTakenAddress,
})
