import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'

/** Gives a match's new name to its event, unless somebody has called that something else. `before`: the match's name until now. */
export async function renameEvent(db: Db, actor: Actor, matchId: number, before: string): Promise<void> {
  const { rows: [renamed] } = await sql<{ id: number; name: string; version: number }>`
    update events e set name = left(m.name, 255), version = e.version + 1, updated_at = now() from matches m
    where m.id = ${matchId} and e.id = m.event_id and e.name = left(${before}, 255) and m.name <> ${before}
    returning e.id, e.name, e.version`.execute(db)
  if (!renamed) return
  const { id, name, version } = renamed
  await appendAudit(db, [{
    action: 'update', object: 'events', recordId: id, title: name, version, before: { name: before }, after: { name }, reason: 'Its match is called so now',
  }], { actor })
}
