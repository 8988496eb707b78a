import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import type { PauseImpact } from './event-providers.endpoints.ts'
import type { PauseReason } from './pause-reasons.ts'
import { impactOf } from './provider-facts.server.ts'
import { reportIncidents } from './provider-troubles.server.ts'

interface Paused {
  readonly id: number
  readonly code: string
  readonly name: string
}

/**
 * Takes a provider off sale and tells who can do something about it. Call it with its row locked.
 *
 * @param by - null: its rule
 * @returns what that took off sale
 */
export async function pause(
  db: Db,
  { id, code, name }: Paused,
  why: PauseReason,
  by: Pick<Actor, 'id' | 'name'> | null,
): Promise<Pick<PauseImpact, 'listings' | 'tickets' | 'performances'>> {
  const { listings, tickets, performances } = await impactOf(db, code)
  await sql`
    insert into provider_pauses (provider_id, reason, counted_calls, failed_calls, paused_by, listings, tickets, performances)
    values (${id}, ${why.reason}, ${why.countedCalls}, ${why.failedCalls}, ${by?.id ?? null}, ${listings}, ${tickets}, ${performances})`.execute(
    db,
  )
  await setEnabled(db, id, false)
  await reportIncidents(db, [{ code, name, incident: 'paused', why, ...(by && { by }) }])
  return { listings, tickets, performances }
}

/** A trigger withholds its listings and brings them back. */
export async function setEnabled(db: Db, id: number, isEnabled: boolean): Promise<void> {
  await sql`update providers set is_enabled = ${isEnabled}, updated_at = now(), version = version + 1 where id = ${id}`.execute(
    db,
  )
}
