import { clockOffset } from '../test-now.server.ts'

/**
 * Moves a database of a real server for every later connection: now() is found in `public` before PostgreSQL's own.
 * Defaults, triggers and statements mean whichever they find, so this comes before the first migration.
 */
export function movedClockSql(database: string): readonly string[] {
  const name = `"${database.replaceAll('"', '""')}"`
  const function_ = (called: string, kind: string) =>
    `create or replace function public.${called}() returns timestamptz language sql ${kind} parallel safe
       as $$ select pg_catalog.${called}() + pg_catalog.current_setting('marquee.clock_offset')::interval $$`
  return [
    `alter database ${name} set marquee.clock_offset = '${clockOffset} ms'`,
    `alter database ${name} set search_path = public, pg_catalog`,
    function_('now', 'stable'),
    function_('clock_timestamp', 'volatile'),
  ]
}
