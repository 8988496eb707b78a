import type { ManifestIndex } from '../resolver/manifest-index.ts'
import type { Resolver } from '../resolver/resolve.ts'
import type { Placement } from '../resolver/resolver.ts'
import type { RewriteRule } from '../resolver/rewrite-rule.ts'
import type { Evidence } from './evidence.ts'

/** A wording of open listings. */
export interface Wording {
  readonly section: string
  readonly row: string | null
  readonly listings: number
  /** What its tickets are worth together, in minor units of one currency. */
  readonly worth: number
}

/** What someone decided about a wording; no name where it is no section. */
export interface Decided {
  readonly section: string
  readonly row: string | null
  readonly sectionName: string | null
}

export interface MiningInput {
  readonly index: ManifestIndex
  /** The resolver as it is, with rules more. */
  readonly resolverWith: (more: readonly RewriteRule[]) => Resolver
  readonly wordings: readonly Wording[]
  readonly decisions: readonly Decided[]
  /** Awaited between steps, so that a server answers others. */
  readonly pause: () => Promise<void>
}

/** A wording with the place that it has without any new rule. */
export interface Read extends Wording {
  readonly placement: Placement
  readonly isDecided: boolean
}

export type MinedRule = Pick<RewriteRule, 'field' | 'match' | 'pattern' | 'action' | 'replacement'>

export interface Example {
  readonly section: string
  readonly row: string | null
  /** The section and row under the rule; null where the rule refuses the wording. */
  readonly after: { readonly section: string; readonly row: string | null } | null
  readonly listings: number
  readonly worth: number
}

export interface Proposal {
  readonly rule: MinedRule
  /** From 0 to 1. */
  readonly precision: number
  readonly evidence: Evidence
  readonly listings: number
  readonly worth: number
  /** What changes, the most money first. */
  readonly examples: readonly Example[]
}

/** A rule that is only tried. Rules of one place are asked in order of their ids, and what exists already goes first. */
export const triedRule = (rule: MinedRule): RewriteRule => ({
  ...rule,
  id: Number.MAX_SAFE_INTEGER,
  scope: 'configuration',
  priority: 50,
})

const sum = (all: readonly Wording[], read: (one: Wording) => number) =>
  all.reduce((total, one) => total + read(one), 0)
export const listingsOf = (all: readonly Wording[]): number => sum(all, ({ listings }) => listings)
export const worthOf = (all: readonly Wording[]): number => sum(all, ({ worth }) => worth)

/** Examples that a proposal keeps. */
export const maxExamples = 12
