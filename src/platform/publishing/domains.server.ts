import { sql } from 'kysely'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { readDomains } from './domains.ts'

export const readDomainsServer = implement(readDomains, async ({ db }) => {
  const {
    rows: [page],
  } = await sql<{ body: string }>`
    select json_build_object('domains', coalesce(json_object_agg(code, site_url order by code),
      '{}'))::text as body
    from locales where site_url is not null and is_enabled_on_site`.execute(db)
  return new JsonText(page?.body ?? '{"domains":{}}')
})
