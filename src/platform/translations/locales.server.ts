import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { implement } from '../../core/http/endpoint.server.ts'
import { partOf } from '../../core/list/whole-list.server.ts'
import { keysOf } from '../../core/list/whole-list.ts'
import { listLocales, localeSchema } from './locales.ts'

export const listLocalesServer = implement(listLocales, async ({ db, query, reply }) => {
  const enabled = sql.ref(query.for === 'console' ? 'l.is_enabled_in_console' : 'l.is_enabled_on_site')
  const { rows } = await sql<z.output<typeof localeSchema>>`
    select l.code, l.name, l.native_name as "nativeName", l.direction, f.code as fallback, l.is_default as "isDefault"
    from locales l left join locales f on f.id = l.fallback_id where ${enabled} order by l.is_default desc, l.code`.execute(
    db,
  )
  return [...partOf(reply, 'locales', rows, keysOf(localeSchema), query)]
})
