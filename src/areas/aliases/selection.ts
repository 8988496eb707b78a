/** How a page decides which of its live products it sells. */
export const selectionPolicies = ['cheapest', 'best_rated', 'pinned', 'by_availability'] as const
export type SelectionPolicy = (typeof selectionPolicies)[number]

/** Why a product was chosen; the database knows the same words (migration 0035). */
export const choiceReasons = [
  'only_live', 'cheapest', 'best_rated', 'pinned', 'most_available', 'pinned_is_not_live', 'nothing_pinned', 'nothing_rated', 'no_availability_known',
] as const
export type ChoiceReason = (typeof choiceReasons)[number]

/** A member as far as the choice depends on it. */
export interface Candidate {
  readonly productId: number
  /** Its place in the order that people have put the members in, from 1. */
  readonly rank: number
  readonly isPinned: boolean
  readonly isLive: boolean
  /** From-price in minor units of `currency`. */
  readonly price: number
  readonly currency: string
  /** 0 to 5; null while nobody has rated it. */
  readonly rating: number | null
  readonly reviewCount: number
  /** Start times in a day that are offered, `allDay` where one may come at any time; null where nothing is known. */
  readonly departures: number | null
}

/** The departures of what is open all day: more than anything with start times has. */
export const allDay = 1_440

export interface Choice<C extends Candidate = Candidate> {
  readonly chosen: C
  readonly reason: ChoiceReason
  /** Of all live members, each as many times as it was reviewed, with two digits; null while none is. */
  readonly rating: number | null
  readonly reviewCount: number
}

/** Ratings that every product is taken to have besides its own, so that a single 5 does not beat thousands of 4.8. */
const priorRatings = 20
const priorRating = 4

/** A rating as far as it can be trusted: drawn towards 4 while there are few. */
export function trustedRating({ rating, reviewCount }: Pick<Candidate, 'rating' | 'reviewCount'>): number | null {
  if (rating === null || reviewCount === 0) return null
  return (rating * reviewCount + priorRating * priorRatings) / (reviewCount + priorRatings)
}

/**
 * Which live member a page sells, and why. Ties go to the one that people have put first. Prices in another currency than
 * that of the first live member cannot be compared with it and stand back.
 *
 * @returns null where no member is live
 */
export function choose<C extends Candidate>(policy: SelectionPolicy, members: readonly C[]): Choice<C> | null {
  const live = members.filter(({ isLive }) => isLive).toSorted((a, b) => a.rank - b.rank)
  const [first] = live
  if (!first) return null
  const [chosen, reason] = live.length === 1 && policy !== 'pinned' ? [first, 'only_live'] as const : rules[policy](first, live, members)
  return { chosen: chosen as C, reason, ...ratingOf(live) }
}

type Rule = (first: Candidate, live: readonly Candidate[], all: readonly Candidate[]) => readonly [Candidate, ChoiceReason]

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

/** The first with the highest score; those without a score stand back. */
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
  return { rating: Math.round(sum / reviewCount * 100) / 100, reviewCount }
}
