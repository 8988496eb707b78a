import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import type { Db } from '../../../db/tables.server.ts'

/** The name of a match before its teams changed. */
export interface FormerName {
  readonly id: number
  readonly name: string
}

/** The names of matches of any of the teams for which something is sold. */
export async function soldMatchesOf(db: Db, teams: readonly number[]): Promise<FormerName[]> {
  const { rows } = await sql<FormerName>`
    select id, name from matches where home_performer_id = any(${teams}::bigint[]) and event_id is not null
    union select id, name from matches where away_performer_id = any(${teams}::bigint[]) and event_id is not null order by id`.execute(
    db,
  )
  return rows
}

/** Gives matches' new names to their events, unless staff have renamed those. `before`: the matches' previous names. */
export async function renameEvents(db: Db, actor: Actor, before: readonly FormerName[]): Promise<void> {
  if (before.length === 0) return
  const { rows } = await sql<{ id: number; name: string; was: string; version: number }>`
    update events e set name = left(m.name, 255), version = e.version + 1, updated_at = now()
    from unnest(${before.map(({ id }) => id)}::bigint[], ${before.map(({ name }) => name)}::text[]) as g (id, name) join matches m on m.id = g.id
    where e.id = m.event_id and e.name = left(g.name, 255) and m.name <> g.name
    returning e.id, e.name, left(g.name, 255) as was, e.version`.execute(db)
  if (rows.length === 0) return
  await appendAudit(
    db,
    rows
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, name, was, version }) => ({
        action: 'update',
        object: 'events',
        recordId: id,
        title: name,
        version,
        before: { name: was },
        after: { name },
        reason: 'Its match is called so now',
      })),
    { actor },
  )
}
