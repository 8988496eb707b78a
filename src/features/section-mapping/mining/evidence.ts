import type { Candidate, ManifestIndex } from '../resolver/manifest-index.ts'
import { rowIn } from '../resolver/rows.ts'

/** Why a proposal is believed, and what speaks against it: distinct wordings, counted. */
export interface Evidence {
  /** Placed already, in the section where the rule places them too. */
  readonly agreeing: number
  /** Placed already, and elsewhere under the rule. */
  readonly conflicting: number
  /** Decided by hand as the rule does. */
  readonly decided: number
  /** Newly placed, with a number that the section has. */
  readonly numbers: number
  /** Newly placed, with a row that the section has. */
  readonly rows: number
  /** Read by the rule and still without a place: the section or the row does not exist. */
  readonly missing: number
  /** Whether the letters stand for what is proposed. */
  readonly isAbbreviation: boolean
}

/** What a proposal is worth believing: for and against, in wordings that could not agree by chance. */
export interface Weights {
  readonly pro: number
  readonly contra: number
}

/** The share that is expected to be right, by the rule of succession: little evidence is never certain. */
export const precisionOf = ({ pro, contra }: Weights): number => (1 + pro) / (2 + pro + contra)

/** A person's decision weighs more than a placement that the resolver made. */
export const decisionWeight = 2
/** A number that fits says less than a placement that agrees: another kind of place can be numbered alike. */
const numberWeight = 0.7

/**
 * How much it says that a number exists under a name. Little where nearly every number of its length does: sections 1 to 40
 * have most numbers that a table or a box can have too.
 */
export function weightOfNumber(number: string, own: ReadonlySet<string>): number {
  const digits = number.length
  const possible = 9 * 10 ** (digits - 1)
  let there = 0
  for (const one of own) if (one.length === digits) there += 1
  return numberWeight * Math.max(0, 1 - there / possible)
}

/** How much it says that a section has a row: nothing where all sections do. */
export function weightOfRow(row: string, index: ManifestIndex): number {
  const withRows = index.candidates.filter(({ rows }) => rows !== null)
  const having = withRows.filter(({ rows }: Candidate) => typeof rowIn(rows, row) === 'string').length
  return withRows.length === 0 ? 0 : 1 - having / withRows.length
}
