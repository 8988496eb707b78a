import { sql } from 'kysely'
import { implement, JsonText } from '../../kit/endpoint.server.ts'
import { listLocales } from './locales.ts'

export const listLocalesServer = implement(listLocales, async ({ db, query }) => {
  const enabled = sql.ref(query.for === 'console' ? 'l.is_enabled_in_console' : 'l.is_enabled_on_site')
  const { rows: [page] } = await sql<{ records: string }>`
    select coalesce(json_agg(json_build_object(
      'code', l.code, 'name', l.name, 'nativeName', l.native_name, 'direction', l.direction, 'fallback', f.code,
        'isDefault', l.is_default
    ) order by l.is_default desc, l.code), '[]')::text as records
    from locales l left join locales f on f.id = l.fallback_id where ${enabled}`.execute(db)
  return new JsonText(page?.records ?? '[]')
})
