import type { BookingIds, SupplierBooking, SupplierBookings } from '../../supply/importing/supplier-bookings.server.ts'

type Answer = Promise<void> | undefined | void

/** A supplier in memory, with what a test does around its calls. Our reference books once, as with real ones. */
export function scriptedBookings() {
  const ledger = new Map<string, 'CONFIRMED' | 'PENDING' | 'REJECTED' | 'CANCELLED'>()
  const script = {
    /** What it says to the next bookings. */
    says: 'CONFIRMED' as 'CONFIRMED' | 'PENDING' | 'REJECTED',
    /** Whether it cancels. */
    before: (_: 'book' | 'status' | 'cancel'): Answer => undefined,
    after: (_: 'book' | 'status' | 'cancel'): Answer => undefined,
    calls: [] as string[],
  }
  const described = (reference: string): SupplierBooking | null => {
    const status = ledger.get(reference)
    if (!status) return null
    return {
      status,
      reference: `S-${reference}`,
      voucherUrl: null,
      reason: status === 'REJECTED' ? 'The museum is closed.' : null,
      nextPollAt: null,
    }
  }
  const call = async <T>(name: 'book' | 'status' | 'cancel', { partnerReference }: BookingIds, does: () => T) => {
    script.calls.push(`${name} ${partnerReference}`)
    await script.before(name)
    const done = does()
    await script.after(name)
    return done
  }
  const bookings: SupplierBookings = {
    hold: async () => ({ handle: null, keptUntil: null, hasPlaces: false, cost: null }),
    book: (ids) =>
      call('book', ids, () => {
        if (!ledger.has(ids.partnerReference)) ledger.set(ids.partnerReference, script.says)
        return described(ids.partnerReference) as SupplierBooking
      }),
    status: (ids) => call('status', ids, () => described(ids.partnerReference)),
    quoteCancellation: async () => ({ refund: 10_000, validUntil: null }),
    cancel: (ids) => call('cancel', ids, () => void ledger.set(ids.partnerReference, 'CANCELLED')),
  }
  return {
    bookings,
    ledger,
    script,
    /** Does from now on what it does by itself. */
    reset() {
      script.says = 'CONFIRMED'
      script.before = script.after = () => undefined
      script.calls = []
    },
  }
}
