/** How much goes back from one moment to the next, in basis points. Milliseconds since 1970. */
export interface PolicyStep {
  readonly from: number
  readonly to: number
  readonly refund: number
}

interface Sold {
  readonly createdAt: string
  readonly startsAt: string
  readonly cancellationPolicy: readonly { readonly until: string; readonly refund: number }[]
}

/** The policy of an order as steps from when it was placed to when it starts; the last one gives nothing. */
export function policySteps({ createdAt, startsAt, cancellationPolicy }: Sold): readonly PolicyStep[] {
  const starts = Date.parse(startsAt)
  const placed = Math.min(Date.parse(createdAt), starts)
  const ends = cancellationPolicy
    .filter(({ refund }) => refund > 0)
    .map(({ until, refund }) => ({ until: Math.min(Date.parse(until), starts), refund }))
    .filter(({ until }) => until > placed)
    .toSorted((one, other) => one.until - other.until)
  const steps = ends.map(({ until, refund }, place) => ({ from: ends[place - 1]?.until ?? placed, to: until, refund }))
  const last = ends.at(-1)?.until ?? placed
  return last < starts ? [...steps, { from: last, to: starts, refund: 0 }] : steps
}

/** The step that applies at a moment; null once the order has started. */
export function stepAt(steps: readonly PolicyStep[], now: number): PolicyStep | null {
  return steps.find(({ to }) => now < to) ?? null
}
