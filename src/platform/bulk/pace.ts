/** Records in the first batch. */
export const startingPace = 20
/**
 * How long a batch should keep its rows, in milliseconds, and how many it takes at most. On the embedded engine it keeps the
 * connection that everyone shares.
 */
const paces = { embedded: { wanted: 80, most: 250 }, postgres: { wanted: 250, most: 1_000 } } as const
const least = 10

/** How many records the next batch takes, after one that took some milliseconds. Grows gently and shrinks at once. */
export function paceAfter(engine: keyof typeof paces, records: number, took: number): number {
  const { wanted, most } = paces[engine]
  const fitting = Math.round((records * wanted) / Math.max(took, 1))
  return Math.max(least, Math.min(most, records * 2, fitting))
}
