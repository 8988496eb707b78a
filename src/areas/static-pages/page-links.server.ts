import { sql } from 'kysely'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { LinkedText } from '../rich-text/link-verdicts.server.ts'
import { verdictsOf } from '../rich-text/link-verdicts.server.ts'
import { readPageLinks } from './static-page-calls.ts'
import { staticPages } from './static-pages.ts'

/** Where the link markers of a page lead; what the caller may not see is told by its kind and number alone. */
export function implementPageLinks(resources: readonly AnyResource[]): Implementation {
  return implement(readPageLinks, async ({ db, params, actor }) => ({ links: await verdictsOf(db, actor, resources, { resource: staticPages.name, id: Number(params.id) }, await textsOf(db, params.id)) }))
}

async function textsOf(db: Db, id: string): Promise<LinkedText[]> {
  const pageId = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const { rows } = await sql<LinkedText>`
    select null as locale, coalesce(body, '') as body from static_pages where id = ${pageId}
    union all select x.locale, x.text from translations x join static_pages p on p.id = x.record_id
    where x.resource = 'static-pages' and x.record_id = ${pageId} and x.field = 'body' and not x.is_record_gone order by locale nulls first`.execute(db)
  if (rows.length === 0) throw new Refusal(404, t('There is no such static page.'))
  return rows
}
