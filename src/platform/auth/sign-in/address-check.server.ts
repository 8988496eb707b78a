import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Session } from './sessions.server.ts'

/** Who wants in, as much of them as the check of addresses needs. */
export type Entrant = Pick<Session, 'staffId' | 'email' | 'firstName' | 'lastName' | 'role'>

/** Whether a user can work from their address. Checked at sign-in and on every request of a session. */
export interface AddressCheck {
  /** Refreshes the cached policy. Must run before a transaction, in which nothing else can be queried. */
  prepare(): Promise<void>
  /** Runs inside the sign-in transaction, once the person is known. Returns the refusal, which must be committed. */
  atSignIn(db: Db, entrant: Entrant, request: FastifyRequest): Promise<Refusal | null>
  /** @throws Refusal 403 UnverifiedIP */
  onRequest(session: Entrant, request: FastifyRequest): Promise<void>
}

/** The refusal (403 UnverifiedIP) of a caller whose address is unknown. */
export function refuseUnknownAddress(): Refusal {
  return new Refusal(
    403,
    t(
      'Your network address is unknown, so it can’t be checked. Ask an admin to fix the X-Forwarded-For header of the proxy.',
    ),
    { error: 'UnverifiedIP' },
  )
}
