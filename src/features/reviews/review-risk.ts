/** Evidence for and against a review, each with its points. A score is their sum, from 0 to 100. */
export const riskPoints = {
  copied_text: 40,
  similar_text: 25,
  burst: 20,
  same_network: 20,
  same_author: 15,
  purchase_failed: 20,
  wrong_date: 10,
  before_the_visit: 15,
  other_subject: 25,
  links: 15,
  all_or_nothing: 5,
  verified: -20,
} as const
export type RiskCode = keyof typeof riskPoints
export const riskCodes = Object.keys(riskPoints) as readonly RiskCode[]

/** Share of letters in common, from 0 to 1, from which two texts count as the same story. */
export const similarFrom = 0.55
/** Reviews of one subject on one day, and how many times the usual that must be, to be a burst. */
const burstFrom = 5
const burstTimes = 4
/** Reviews from one network of one subject within the days around. */
const networkFrom = 3
export const daysAround = 30

/** The figures around a review. */
export interface RiskFacts {
  /** Other reviews with the very same text, anywhere. */
  readonly copies: number
  /** How like the most similar other review it is, from 0 to 1. */
  readonly similarity: number
  readonly similar: number
  /** Reviews of the subject on its day in UTC, this one included. */
  readonly onDay: number
  /** Reviews of the subject a day, over the year before. */
  readonly usual: number
  /** Reviews of the subject from its network within the days around, this one included. */
  readonly fromNetwork: number
  /** Reviews of the subject from its author’s address, including this one. */
  readonly byAuthor: number
  readonly hasLinks: boolean
  readonly isShortExtreme: boolean
  readonly isVerified: boolean
  /** Contradictions with its purchase. */
  readonly contradictions: readonly Contradiction[]
}

export const contradictions = ['purchase_failed', 'wrong_date', 'before_the_visit', 'other_subject'] as const
export type Contradiction = (typeof contradictions)[number]

export interface Risk {
  readonly score: number
  readonly reasons: readonly RiskCode[]
}

/** Judges a review by what was counted around it; the reasons in the order of their weight. */
export function riskOf(facts: RiskFacts): Risk {
  const holds: Readonly<Record<RiskCode, boolean>> = {
    copied_text: facts.copies > 0,
    similar_text: facts.copies === 0 && facts.similarity >= similarFrom,
    burst: facts.onDay >= burstFrom && facts.onDay >= burstTimes * facts.usual,
    same_network: facts.fromNetwork >= networkFrom,
    same_author: facts.byAuthor > 1,
    purchase_failed: facts.contradictions.includes('purchase_failed'),
    wrong_date: facts.contradictions.includes('wrong_date'),
    before_the_visit: facts.contradictions.includes('before_the_visit'),
    other_subject: facts.contradictions.includes('other_subject'),
    links: facts.hasLinks,
    all_or_nothing: facts.isShortExtreme,
    verified: facts.isVerified && facts.contradictions.length === 0,
  }
  const reasons = riskCodes.filter((code) => holds[code]).sort((one, other) => riskPoints[other] - riskPoints[one])
  const sum = reasons.reduce((total, code) => total + riskPoints[code], 0)
  return { score: Math.max(0, Math.min(100, sum)), reasons }
}
