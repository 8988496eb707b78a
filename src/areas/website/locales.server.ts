import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { listLocales } from './locales.ts'

export const listLocalesServer = implement(listLocales, async ({ db, query }) => {
  const enabled = sql.ref(query.for === 'console' ? 'is_enabled_in_console' : 'is_enabled_on_site')
  const { rows: [page] } = await sql<{ records: string }>`
    select coalesce(json_agg(json_build_object(
      'code', code, 'name', name, 'nativeName', native_name, 'direction', direction, 'fallback', fallback,
        'isDefault', is_default
    ) order by is_default desc, code), '[]')::text as records from locales where ${enabled}`.execute(db)
  return new JsonText(page?.records ?? '[]')
})
