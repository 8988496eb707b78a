import { sql } from 'kysely'
import { columnOf } from '../../../core/resource/fields.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { isPublicTextSql } from './public-texts.server.ts'
import { translatableFields } from './translatable.ts'

/**
 * The share of a record's texts that readers get in the languages of the website, in hundredths of a percent. Null if it
 * has no texts. `t` is the record. Texts with an empty source are not counted: there is nothing to translate.
 */
export function translatedShareOf(resource: AnyResource) {
  const texts = translatableFields(resource).map(
    ([key]) => sql`(${sql.lit(key)}, ${sql.ref(`t.${columnOf(key)}`)}::text)`,
  )
  return sql`(select round(10000.0 * count(x.id) / nullif(count(*), 0))::integer from (values ${sql.join(texts)}) as f (field, source)
    cross join (select code from locales where is_enabled_on_site and not is_default) as l
    left join translations x on x.resource = ${sql.lit(resource.name)} and x.record_id = t.id and x.field = f.field and x.locale = l.code
      and ${isPublicTextSql('x')} where f.source is not null)`
}
