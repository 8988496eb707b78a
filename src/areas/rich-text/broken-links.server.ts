import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { columnOf } from '../../kit/fields.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { richTextFields } from './linking-texts.server.ts'

/**
 * How many links in the rich texts of a record lead to nothing public, in every language, by the verdict that panels show
 * (`link_verdict`). `t` is the record.
 */
export function brokenLinksOf(resource: AnyResource): RawBuilder<unknown> {
  const keys = richTextFields(resource)
  return sql`(broken_links(concat_ws(' ', ${sql.join(keys.map((key) => sql.ref(`t.${columnOf(key)}`)))})) + coalesce((
    select sum(broken_links(x.text))::integer from translations x where x.resource = ${sql.lit(resource.name)} and x.record_id = t.id
      and x.field in (${sql.join(keys.map((key) => sql.lit(key)))}) and not x.is_record_gone and position(':::link|' in x.text) > 0), 0))`
}
