import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { LinkedText } from '../../platform/rich-text/link-verdicts.server.ts'
import { verdictsOf } from '../../platform/rich-text/link-verdicts.server.ts'
import { readPageLinks } from './static-page.endpoints.ts'
import { staticPages } from './static-pages.ts'

/** The targets of a page's link markers. A target that the caller cannot see is given by its kind and id alone. */
export function implementPageLinks(resources: readonly AnyResource[]): Implementation {
  return implement(readPageLinks, async ({ db, params, actor }) => ({
    links: await verdictsOf(
      db,
      actor,
      resources,
      { resource: staticPages.name, id: Number(params.id) },
      await textsOf(db, params.id),
    ),
  }))
}

async function textsOf(db: Db, id: string): Promise<LinkedText[]> {
  const pageId = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const { rows } = await sql<LinkedText>`
    select null as locale, coalesce(body, '') as body from static_pages where id = ${pageId}
    union all select x.locale, x.text from translations x join static_pages p on p.id = x.record_id
    where x.resource = 'static-pages' and x.record_id = ${pageId} and x.field = 'body' and not x.is_record_gone order by locale nulls first`.execute(
    db,
  )
  if (rows.length === 0) throw new Refusal(404, t('Static page not found.'))
  return rows
}
