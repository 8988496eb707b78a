/** A member of a page as a supplier: its cost, and the outcome of its orders. */
export interface Contender {
  readonly productId: number
  readonly rank: number
  readonly isLive: boolean
  /** In minor units of `currency`: what customers pay at least, and what the supplier asks for it. */
  readonly price: number
  readonly net: number
  readonly currency: string
  /** 0 to 5; null if not rated yet. */
  readonly rating: number | null
  readonly reviewCount: number
  readonly isRefundable: boolean
  /** Orders that were decided upon, and how many of those the supplier rejected or were cancelled later. */
  readonly orders: number
  readonly rejected: number
  readonly cancelled: number
}

export interface Score {
  /** Minor units; below 0 where the supplier asks more than customers pay. */
  readonly margin: number
  /** Share of the price, in basis points; null if the price is 0. */
  readonly marginShare: number | null
  /** Share of its orders, in basis points; null if it has none. */
  readonly rejectionRate: number | null
  /** The share of its orders that is expected to stay, in basis points. */
  readonly keptShare: number
  /** Expected profit per order, in minor units; null if it is not on sale or cannot be compared. */
  readonly expectedProfit: number | null
}

export interface Verdict {
  readonly productId: number
  readonly expectedProfit: number
  /** The runner-up, if there is one, and the expected profit of the first above it. */
  readonly runnerUpId: number | null
  readonly lead: number
  /** One with a higher margin that loses because too few of its orders stay. */
  readonly outbidId: number | null
  /** One that would leave more and is rated too badly to be offered first. */
  readonly badlyRatedId: number | null
  /** True when it is based on so few orders that it can be chance. */
  readonly isThin: boolean
}

/**
 * Orders at the members' average rate that each supplier is credited with besides its own, because few orders prove
 * little.
 */
const priorOrders = 10
/** The share of orders assumed to stay when there is no better estimate. */
const usualShare = 0.95
/** With fewer orders, a suggestion can be chance. */
const thinBelow = 20
/** A product rated lower than this, by enough people, is suggested only if there is no other, whatever its margin. */
const leastRating = 3.5
const leastReviews = 20

/**
 * Compares members by expected profit: an order's margin times the share of orders that stay with the supplier.
 *
 * Members priced in another currency than the first live member's are not compared. There is no suggestion if nothing
 * is live or nothing would be profitable.
 */
export function compareSuppliers(members: readonly Contender[]): {
  readonly scores: ReadonlyMap<number, Score>
  readonly verdict: Verdict | null
} {
  const ranked = members.toSorted((a, b) => a.rank - b.rank)
  const currency = ranked.find(({ isLive }) => isLive)?.currency ?? null
  const usual = usualIn(ranked)
  const scores = new Map(ranked.map((member) => [member.productId, scoreOf(member, currency, usual)]))
  return { scores, verdict: verdictOn(ranked, scores) }
}

function usualIn(members: readonly Contender[]): number {
  const orders = members.reduce((sum, member) => sum + member.orders, 0)
  return orders === 0 ? usualShare : members.reduce((sum, member) => sum + keptOf(member), 0) / orders
}

const keptOf = ({ orders, rejected, cancelled }: Contender) => orders - rejected - cancelled
const basisPoints = (share: number) => Math.round(share * 10_000)

function scoreOf(member: Contender, currency: string | null, usual: number): Score {
  const { price, net, orders, rejected, isLive } = member
  const margin = price - net
  const kept = (keptOf(member) + priorOrders * usual) / (orders + priorOrders)
  return {
    margin,
    marginShare: price === 0 ? null : basisPoints(margin / price),
    rejectionRate: orders === 0 ? null : basisPoints(rejected / orders),
    keptShare: basisPoints(kept),
    expectedProfit: isLive && member.currency === currency ? Math.round(margin * kept) : null,
  }
}

function verdictOn(ranked: readonly Contender[], scores: ReadonlyMap<number, Score>): Verdict | null {
  const contenders = ranked
    .flatMap((member) => {
      const score = scores.get(member.productId)
      return score?.expectedProfit === null || score === undefined
        ? []
        : [{ member, margin: score.margin, profit: score.expectedProfit }]
    })
    .toSorted(
      (a, b) =>
        b.profit - a.profit ||
        Number(b.member.isRefundable) - Number(a.member.isRefundable) ||
        a.member.rank - b.member.rank,
    )
  const isBad = ({ member }: (typeof contenders)[number]) =>
    member.rating !== null && member.rating < leastRating && member.reviewCount >= leastReviews
  const allowed = contenders.filter((contender) => !isBad(contender))
  const [first, second] = allowed.length > 0 ? allowed : contenders
  if (!first || first.profit <= 0) return null
  return {
    productId: first.member.productId,
    expectedProfit: first.profit,
    runnerUpId: second?.member.productId ?? null,
    lead: second ? first.profit - second.profit : 0,
    outbidId: allowed.find(({ margin }) => margin > first.margin)?.member.productId ?? null,
    badlyRatedId:
      contenders.find((contender) => isBad(contender) && contender.profit > first.profit)?.member.productId ?? null,
    isThin: first.member.orders < thinBelow,
  }
}
