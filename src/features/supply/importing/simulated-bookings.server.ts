/**
 * What becomes of bookings at a simulator, by how the number of a product begins, for those who book by product alone and
 * cannot send headers: `91001P1` at Viator, `91001001` at Tiqets and Globick, tour `91001` at TourCMS.
 */
const plots = {
  91001: 'answer-lost',
  91002: 'rejected',
  91003: 'pending-then-confirmed',
  91004: 'sold-out',
  91005: 'price-changed',
  91006: 'pending-then-rejected',
  91007: 'sold-out-at-booking',
  91008: 'not-cancellable',
  91009: 'change-lost',
  91010: 'not-changeable',
} as const
export type Plot = (typeof plots)[keyof typeof plots]

export function plotOf(code: string): Plot | null {
  return plots[Number(code.slice(0, 5)) as keyof typeof plots] ?? null
}

export interface SimulatedBooking<T> {
  readonly reference: string
  readonly partnerReference: string
  readonly plot: Plot | null
  details: T
  status: 'begun' | 'pending' | 'confirmed' | 'rejected' | 'cancelled'
  /** How often it was asked for while it was pending. */
  asked: number
}

/** The bookings of one run of a simulator: our reference books once, however often it comes. */
export function simulatedBookings<T>(referenceOf: (nth: number) => string) {
  const all = new Map<string, SimulatedBooking<T>>()
  let last = 0
  return {
    begin(partnerReference: string, code: string, details: T): SimulatedBooking<T> {
      const known = all.get(partnerReference)
      if (known) return known
      last += 1
      const plot = plotOf(code)
      const booking = {
        reference: referenceOf(last),
        partnerReference,
        plot,
        details,
        status: 'begun' as const,
        asked: 0,
      }
      all.set(partnerReference, booking)
      return booking
    },
    /** Decides on a booking once. */
    book(booking: SimulatedBooking<T>): void {
      if (booking.status !== 'begun') return
      const { plot } = booking
      if (plot === 'rejected' || plot === 'sold-out-at-booking') booking.status = 'rejected'
      else booking.status = plot?.startsWith('pending') ? 'pending' : 'confirmed'
    },
    /** The first question finds it pending; the second one finds it decided. */
    ask(booking: SimulatedBooking<T>): void {
      if (booking.status !== 'pending') return
      booking.asked += 1
      if (booking.asked > 1) booking.status = booking.plot === 'pending-then-rejected' ? 'rejected' : 'confirmed'
    },
    /** By either reference. */
    find(reference: string): SimulatedBooking<T> | undefined {
      return all.get(reference) ?? [...all.values()].find((one) => one.reference === reference)
    },
    get size() {
      return all.size
    },
  }
}
export type SimulatedBookings<T> = ReturnType<typeof simulatedBookings<T>>
