import type { Database } from '../../db/database.server.ts'
import type { Actor } from '../../kit/access.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { findPerson } from './sessions.server.ts'
import { actorOf } from './sign-in-audit.server.ts'

/**
 * Whoever left work for the server, as they are now: what was taken from them meanwhile counts from the next step on.
 * Refuses with 403 when they are no active member of staff any more.
 */
export async function personNow(database: Database, staffId: number): Promise<Actor> {
  const person = await findPerson(database, staffId)
  if (!person) throw new Refusal(403, t('Whoever asked for this is not an active member of staff any more.'))
  return actorOf(person)
}
