/** Records in the first batch. */
export const startingPace = 20
/** How long a batch should hold its rows, and on the embedded engine the connection that everybody shares: milliseconds. */
const wanted = 80
const [least, most] = [10, 250]

/** How many records the next batch takes, after one that took some milliseconds. Grows gently and shrinks at once. */
export function paceAfter(records: number, took: number): number {
  const fitting = Math.round(records * wanted / Math.max(took, 1))
  return Math.max(least, Math.min(most, records * 2, fitting))
}
