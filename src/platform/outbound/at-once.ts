/** Does work for each of `items` in their order, for at most `max` at a time. Rejects as soon as one is rejected. */
export async function atOnce<T, R>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function hand(): Promise<void> {
    for (const [n, item] of waiting) results[n] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, hand))
  return results
}
