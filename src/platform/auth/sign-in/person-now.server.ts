import type { Database } from '../../../db/database.server.ts'
import type { Actor } from '../../../core/access/access.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { findPerson } from './sessions.server.ts'
import { actorOf } from './sign-in-audit.server.ts'

/**
 * The person who left work for the server, with their current access: permissions revoked since then apply from the
 * next step on. Refuses with 403 when they're no longer an active staff member.
 */
export async function personNow(database: Database, staffId: number): Promise<Actor> {
  const person = await findPerson(database, staffId)
  if (!person) throw new Refusal(403, t('The person who requested this is no longer an active colleague.'))
  return actorOf(person)
}
