import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Arrangement } from './arrangement.ts'
import { arrangeHome, arrangementOf, usualArrangement } from './arrangement.ts'

/** The caller's arrangement; the usual one until they have made their own. */
export async function readArrangement(db: Db, staffId: number | null): Promise<Arrangement> {
  const {
    rows: [stored],
  } = await sql<{ order: string[]; hidden: string[] }>`
    select panels as "order", hidden from home_arrangements where staff_id = ${staffId}::bigint`.execute(db)
  return stored ? arrangementOf(stored) : usualArrangement
}

export const arrangeHomeServer: Implementation = implement(arrangeHome, async ({ input, actor, db, audit }) => {
  const before = await readArrangement(db, actor.id)
  const after = arrangementOf(input)
  if (isSameJson(after, usualArrangement))
    await sql`delete from home_arrangements where staff_id = ${actor.id}::bigint`.execute(db)
  else
    await sql`
      insert into home_arrangements (staff_id, panels, hidden) values (${actor.id}, ${after.order}, ${after.hidden})
      on conflict (staff_id) do update set panels = excluded.panels, hidden = excluded.hidden, updated_at = now()`.execute(
      db,
    )
  if (!isSameJson(before, after))
    audit.record({
      action: 'arrange-home',
      object: 'admin-users',
      recordId: actor.id,
      title: actor.name,
      before,
      after,
    })
  return after
})
