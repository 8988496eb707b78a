import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/tables.server.ts'

/**
 * Runs a statement that deletes some rows at a time, to keep waits short, until it finds none or the signal aborts.
 *
 * @param statement - deletes at most a thousand rows or so; the first that are due
 * @returns how many rows it deleted
 */
export async function deleteInBatches(db: Db, signal: AbortSignal, statement: RawBuilder<unknown>): Promise<number> {
  let deleted = 0
  for (let gone = 1; gone > 0 && !signal.aborted; deleted += gone) {
    const { numAffectedRows } = await statement.execute(db)
    gone = Number(numAffectedRows ?? 0n)
  }
  return deleted
}
