import type { FastifyRequest } from 'fastify'
import type { Db } from '../../kit/endpoint.server.ts'
import type { Refusal } from '../../kit/errors.ts'
import type { Session } from './sessions.server.ts'

/** Who wants in, as much of them as the check of addresses needs. */
export type Entrant = Pick<Session, 'staffId' | 'email' | 'firstName' | 'lastName' | 'role'>

/** Whether somebody may work from where they are. Signing in asks it, and so does every request of a session. */
export interface AddressCheck {
  /** Brings what is remembered up to date. Before a transaction, in which nothing else may be asked. */
  prepare(): Promise<void>
  /** Inside the transaction of a sign-in, once it is known who it is. Answers with the refusal, which is to be committed. */
  atSignIn(db: Db, entrant: Entrant, request: FastifyRequest): Promise<Refusal | null>
  /** @throws Refusal 403 UnverifiedIP */
  onRequest(session: Entrant, request: FastifyRequest): Promise<void>
}
