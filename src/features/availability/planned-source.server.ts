import type { HeardReply } from '../supply/importing/connections.server.ts'
import type { AnswerState, SourceFacts } from './availability.ts'

interface Asking {
  readonly signal: AbortSignal
  readonly heard: (reply: HeardReply) => void
}

/** One provider of a check, before anything is asked of it. */
export interface PlannedSource {
  readonly source: string
  readonly facts: SourceFacts
  readonly state: AnswerState
  readonly reason: string | null
  /** Of what was answered out of our own database. */
  readonly milliseconds: number | null
  /** Asks it, with no connection of the database in hand, and says what its facts are then. */
  readonly ask?: (asking: Asking) => Promise<SourceFacts>
  /** Why an error is no answer, as a sentence. */
  readonly problemOf?: (error: unknown) => string
}

/** A connection is off: that is no failure of the provider. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected'
}
