import type { Proposal, Read } from './mined.ts'

/** A rule that was found, with everything that it would settle. */
export interface Candidate extends Proposal {
  readonly settles: readonly Read[]
}
