import type { LocalBooks, Shape } from './local-stripe-shapes.server.ts'

type Recall = (id: string) => Promise<Shape | null>
let recall: Recall | undefined

/** Says what a dispute of the demo data looks like at Stripe, for the feature that has them: the books are in memory only. */
export function rememberDisputes(by: Recall): void {
  recall = by
}

/** Enters the dispute that a call is about in the books, where it was opened before this process began. */
export async function recallDispute(books: LocalBooks, path: string): Promise<void> {
  const id = /^\/v1\/disputes\/([^/]+)/.exec(path)?.[1]
  if (id === undefined || books.disputes.has(id)) return
  const shape = await recall?.(id)
  if (shape) books.disputes.set(id, shape)
}

/** Movements of money that were made before this process began, of some seconds. */
type RecallMovements = (since: number, before: number) => Promise<readonly Shape[]>
let recallMovements: RecallMovements | undefined

/** Says what the demo data moved, in the shape of Stripe’s balance transactions with their sources. */
export function rememberMovements(by: RecallMovements): void {
  recallMovements = by
}

export const recalledMovements: RecallMovements = async (since, before) =>
  (await recallMovements?.(since, before)) ?? []
