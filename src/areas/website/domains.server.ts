import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { readDomains } from './domains.ts'

export const readDomainsServer = implement(readDomains, async ({ db }) => {
  const { rows: [page] } = await sql<{ body: string }>`
    select json_build_object('domains', coalesce(json_object_agg(language, url order by language),
      '{}'))::text as body
    from site_domains`.execute(db)
  return new JsonText(page?.body ?? '{"domains":{}}')
})
