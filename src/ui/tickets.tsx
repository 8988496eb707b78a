import { type ComponentType, lazy, Suspense } from 'react'
import type { TicketSign } from './ticket-drawings.tsx'

// Pages that have nothing to show are rare, so their drawings come with the first one. Without them its words are enough.
const drawings = () => import('./ticket-drawings.tsx').catch(() => null)
const none = () => null
const Torn = lazy(async () => ({ default: (await drawings())?.TornTicketDrawing ?? none }))
const Blank = lazy<ComponentType<{ sign: TicketSign }>>(async () => ({
  default: (await drawings())?.EmptyTicketDrawing ?? none,
}))

const place = (width: number, height: number) => <svg width={width} height={height} aria-hidden focusable="false" />

/** A ticket torn in two, for pages that lead no further. */
export function TornTicket() {
  return (
    <Suspense fallback={place(112, 64)}>
      <Torn />
    </Suspense>
  )
}

/** A ticket that is not printed yet, for lists without a row. `sign` is drawn on its stub. */
export function EmptyTicket({ sign = 'none' }: { sign?: TicketSign }) {
  return (
    <Suspense fallback={place(117, 49)}>
      <Blank sign={sign} />
    </Suspense>
  )
}
