import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { columnOf } from '../../core/resource/fields.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { audit } from './audit.ts'

/** The fields that differ, each value as the JSON that was stored. */
const changesSql = sql`(select coalesce(json_agg(json_build_object(
    'key', k.key, 'before', (t.before -> k.key)::text, 'after', (t.after -> k.key)::text) order by k.key), '[]')
  from (
    select jsonb_object_keys(t.before) as key where jsonb_typeof(t.before) = 'object'
    union select jsonb_object_keys(t.after) where jsonb_typeof(t.after) = 'object'
  ) as k)`

const own: Readonly<Record<string, RawBuilder<unknown>>> = { at: sql`t.created_at`, changes: changesSql }

export const auditServer = serve(audit, {
  derived: Object.fromEntries(Object.keys(audit.fields).map((key) => [key, own[key] ?? sql.ref(`t.${columnOf(key)}`)])),
})
