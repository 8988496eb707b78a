/** How far from the median of its zone a price is an outlier, in robust standard deviations. */
export const priceLimit = 3.5
/** Fewer prices say nothing about what is usual. */
export const leastPrices = 8
/** Where prices are nearly equal a few cents would be far away; below this factor no one would call it an outlier. */
export const leastFactor = 1.5
/** What makes the median absolute deviation, and the mean one, comparable to a standard deviation. */
export const madScale = 1.4826
export const meanScale = 1.2533

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export interface PriceTest {
  /** What is usual, in minor units. */
  readonly median: number
  /** Robust z-score of the logarithm; null where there are too few prices or all are equal. */
  readonly score: number | null
  readonly isOutlier: boolean
}

/** Compares a price with those of its zone in the same performance, its own among them. A price of zero is always one. */
export function testPrice(price: number, zone: readonly number[]): PriceTest {
  const logs = zone.filter((one) => one > 0).map(Math.log)
  const middle = logs.length === 0 ? 0 : median(logs)
  const usual = Math.round(Math.exp(middle))
  if (price === 0) return { median: usual, score: null, isOutlier: true }
  if (logs.length < leastPrices) return { median: usual, score: null, isOutlier: false }
  const away = logs.map((one) => Math.abs(one - middle))
  const mad = median(away)
  const spread = mad > 0 ? mad * madScale : (away.reduce((sum, one) => sum + one, 0) / away.length) * meanScale
  if (spread === 0) return { median: usual, score: null, isOutlier: false }
  const distance = Math.log(price) - middle
  const score = distance / spread
  return {
    median: usual,
    score,
    isOutlier: Math.abs(score) >= priceLimit && Math.abs(distance) >= Math.log(leastFactor),
  }
}
