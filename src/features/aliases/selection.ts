/** How a page decides which of its live products it sells. */
export const selectionPolicies = ['cheapest', 'best_rated', 'pinned', 'by_availability'] as const
export type SelectionPolicy = (typeof selectionPolicies)[number]

/** Why a product was chosen; the database knows the same words (0009_pages.sql). */
export const choiceReasons = [
  'only_live',
  'cheapest',
  'best_rated',
  'pinned',
  'most_available',
  'pinned_is_not_live',
  'nothing_pinned',
  'nothing_rated',
  'no_availability_known',
] as const
type ChoiceReason = (typeof choiceReasons)[number]

/** The facts about a member that the choice depends on. */
export interface Candidate {
  readonly productId: number
  /** Its position in the order that staff have set, starting from 1. */
  readonly rank: number
  readonly isPinned: boolean
  readonly isLive: boolean
  /** From-price in minor units of `currency`. */
  readonly price: number
  readonly currency: string
  /** 0 to 5; null if not rated yet. */
  readonly rating: number | null
  readonly reviewCount: number
  /** Start times offered per day, `allDay` for admission at any time; null if unknown. */
  readonly departures: number | null
}

/** The departures of a product that is open all day: more than anything with start times has. */
export const allDay = 1_440

export interface Choice<C extends Candidate = Candidate> {
  readonly chosen: C
  readonly reason: ChoiceReason
  /** Across all live members, weighted by number of reviews, with two decimals; null if there are no reviews. */
  readonly rating: number | null
  readonly reviewCount: number
}

/** Average ratings credited to every product besides its own, so that a single 5 does not beat thousands of 4.8. */
const priorRatings = 20
const priorRating = 4

/**
 * A rating weighted by its number of reviews: drawn towards 4 while there are few.
 */
function trustedRating({ rating, reviewCount }: Pick<Candidate, 'rating' | 'reviewCount'>): number | null {
  if (rating === null || reviewCount === 0) return null
  return (rating * reviewCount + priorRating * priorRatings) / (reviewCount + priorRatings)
}

/**
 * Which live member a page sells, and why. Ties go to the member listed first. Members priced in another currency than
 * the first live member's cannot be compared and come last.
 *
 * @returns null if no member is live
 */
export function choose<C extends Candidate>(policy: SelectionPolicy, members: readonly C[]): Choice<C> | null {
  const live = members.filter(({ isLive }) => isLive).toSorted((a, b) => a.rank - b.rank)
  const [first] = live
  if (!first) return null
  const [chosen, reason] =
    live.length === 1 && policy !== 'pinned' ? ([first, 'only_live'] as const) : rules[policy](first, live, members)
  return { chosen: chosen as C, reason, ...ratingOf(live) }
}

type Rule = (
  first: Candidate,
  live: readonly Candidate[],
  all: readonly Candidate[],
) => readonly [Candidate, ChoiceReason]

const rules = {
  cheapest: (first, live) => {
    const comparable = live.filter(({ currency }) => currency === first.currency)
    return [best(comparable, ({ price }) => -price) ?? first, 'cheapest']
  },
  best_rated: (first, live) => {
    const found = best(live, trustedRating)
    return found ? [found, 'best_rated'] : [first, 'nothing_rated']
  },
  pinned: (first, live, all) => {
    const pinned = live.find(({ isPinned }) => isPinned)
    if (pinned) return [pinned, 'pinned']
    return [first, all.some(({ isPinned }) => isPinned) ? 'pinned_is_not_live' : 'nothing_pinned']
  },
  by_availability: (first, live) => {
    const found = best(live, ({ departures }) => departures)
    return found ? [found, 'most_available'] : [first, 'no_availability_known']
  },
} satisfies Readonly<Record<SelectionPolicy, Rule>>

/** The first with the highest score; those without a score come last. */
function best<C>(candidates: readonly C[], scoreOf: (candidate: C) => number | null): C | null {
  let found: { readonly candidate: C; readonly score: number } | null = null
  for (const candidate of candidates) {
    const score = scoreOf(candidate)
    if (score !== null && (found === null || score > found.score)) found = { candidate, score }
  }
  return found?.candidate ?? null
}

function ratingOf(live: readonly Candidate[]): { rating: number | null; reviewCount: number } {
  const rated = live.filter(({ rating }) => rating !== null)
  const reviewCount = rated.reduce((sum, member) => sum + member.reviewCount, 0)
  if (reviewCount === 0) return { rating: null, reviewCount: 0 }
  const sum = rated.reduce((all, { rating, reviewCount: count }) => all + (rating ?? 0) * count, 0)
  return { rating: Math.round((sum / reviewCount) * 100) / 100, reviewCount }
}
