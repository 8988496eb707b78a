/** Does work for each of `items`, for at most so many at a time. Rejects as soon as one is rejected. */
export async function atOnce<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const waiting = items.entries()
  async function hand(): Promise<void> {
    for (const [n, item] of waiting) results[n] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, hand))
  return results
}
