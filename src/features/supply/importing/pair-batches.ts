/** A product that is compared, and how many its city has. */
export interface Compared {
  readonly id: number
  readonly inCity: number
}

/** Products that are compared in one statement at most. */
const maxProducts = 100
/** Comparisons of one statement: some tenths of a second, so that the largest city stays within the time that a statement has. */
const maxComparisons = 100_000

/** The ids of products in groups of which each is compared in one statement. A product alone can exceed the bound. */
export function pairBatches(products: readonly Compared[]): number[][] {
  const batches: number[][] = []
  let batch: number[] = []
  let comparisons = 0
  for (const { id, inCity } of products) {
    if (batch.length > 0 && (batch.length === maxProducts || comparisons + inCity > maxComparisons)) {
      batches.push(batch)
      batch = []
      comparisons = 0
    }
    batch.push(id)
    comparisons += inCity
  }
  return batch.length > 0 ? [...batches, batch] : batches
}
