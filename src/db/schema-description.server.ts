import type pg from 'pg'

/**
 * Everything that a schema consists of, from the server's own catalog: what it is ("index events_name") to how the
 * server would write it. What belongs to an extension is left out, and so is the ledger of migrations.
 *
 * Two servers write one thing differently, so only descriptions of one server can be compared. Prefixes of the schema,
 * and the comments and line breaks of functions, are taken out. Expressions come in the pretty form, with the fewest
 * parentheses: a dump adds some and a restore drops others.
 * @param searchPath the path on which the schema comes first, so that the server leaves most prefixes out by itself
 */
export async function describeSchema(
  client: pg.ClientBase,
  schema: string,
  searchPath: string,
): Promise<Map<string, string>> {
  await client.query("select set_config('search_path', $1, true)", [searchPath])
  const { rows } = await client.query<{ thing: string; definition: string }>(DESCRIPTION, [schema])
  return new Map(rows.map(({ thing, definition }) => [thing, definition.replaceAll(`${schema}.`, '')]))
}

const DESCRIPTION = `
with relation as (
  select c.* from pg_class c
  where c.relnamespace = $1::regnamespace and c.relname not like 'schema_migrations%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
)
select case relkind when 'v' then 'view ' when 'S' then 'sequence ' else 'table ' end || relname as thing,
  concat_ws(' ', relkind, relpersistence, reloptions, case when relkind = 'v' then pg_get_viewdef(oid, true) end) as definition
from relation where relkind not in ('i', 'I')
union all
select 'column ' || c.relname || '.' || a.attname, concat_ws(' ',
  row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
  case when a.attnotnull then 'not null' end, 'identity ' || nullif(a.attidentity::text, ''),
  'generated ' || nullif(a.attgenerated::text, ''), pg_get_expr(d.adbin, d.adrelid, true), 'storage ' || a.attstorage::text,
  'collate ' || (select collname from pg_collation where oid = a.attcollation and collname <> 'default'))
from relation c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
union all
-- Since PostgreSQL 18 NOT NULL is a constraint too; the column says it already.
select 'constraint ' || c.relname || '.' || k.conname, pg_get_constraintdef(k.oid, true)
from relation c join pg_constraint k on k.conrelid = c.oid where k.contype not in ('n', 't')
union all
select 'index ' || c.relname, concat_ws(' ', pg_get_indexdef(c.oid, 0, true), case when not i.indisvalid then 'invalid' end)
from relation c join pg_index i on i.indexrelid = c.oid
union all
select 'trigger ' || c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid, true) || ' ' || t.tgenabled::text
from relation c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
union all
select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
  regexp_replace(regexp_replace(pg_get_functiondef(p.oid), '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')
from pg_proc p
where p.pronamespace = $1::regnamespace and p.prokind in ('f', 'p')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
union all
-- Where the locale of a collation is written differs from version to version.
select 'collation ' || collname, concat_ws(' ', collprovider, collisdeterministic,
  coalesce(to_jsonb(n) ->> 'colllocale', to_jsonb(n) ->> 'colliculocale', collcollate))
from pg_collation n where collnamespace = $1::regnamespace
order by 1`
