import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { Money } from './order-money.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTicket } from './order-ticket.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'

afterEach(closeScreen)

// Edge: what these parts of the page read of an order, and no more.
const purchase = (state: object) =>
  ({
    id: 7,
    version: 1,
    reference: 'ABCDEFGH',
    kind: 'event',
    title: 'Tosca',
    contents: '2 tickets',
    customerId: 3,
    customerName: 'Ida Sol',
    channel: 'web',
    createdAt: '2026-11-01T10:00:00Z',
    travelDate: '2099-06-01',
    localTime: '20:00',
    startsAt: '2099-06-01T18:00:00Z',
    endsAt: '2099-06-01T20:00:00Z',
    dueAt: null,
    bankDecidesBy: null,
    cancelUntil: null,
    heldUntil: null,
    snoozedUntil: null,
    isSnoozed: false,
    tags: [],
    timeZone: 'Europe/Madrid',
    bookingStatus: 'confirmed',
    paymentStatus: 'captured',
    fulfilmentStatus: 'awaiting_tickets',
    refundState: 'none',
    nextStep: 'none',
    slaState: 'none',
    currency: 'EUR',
    itemsTotal: 9000,
    grandTotal: 9000,
    captured: 9000,
    refunded: 0,
    refundPending: 0,
    chargedBack: 0,
    supplierCost: 6000,
    paymentFees: 0,
    margin: 3000,
    ...state,
  }) as unknown as Purchase
const details = (state: object = {}) =>
  ({
    lines: [],
    payments: [],
    refunds: [],
    disputes: [],
    identities: [],
    timeline: [],
    unpaidChange: null,
    calledOff: null,
    offeredUntil: null,
    ...state,
  }) as unknown as PurchaseDetails

const shown = (part: ReactNode) => openScreen(<RecordPathsProvider value={() => null}>{part}</RecordPathsProvider>)

describe('the timeline of an order', () => {
  it.each([
    ['refund_approved', 'quality', 'Quality'],
    ['refund_approved', 'duplicate', 'Duplicate charge'],
    ['refund_requested', 'customer_request', 'Customer request'],
    ['refund_approved', 'They waited in the rain', 'They waited in the rain'],
    ['refund_failed', 'declined', 'Declined by the provider'],
    ['payment_failed', 'expired_card', 'Card expired'],
    ['dispute_opened', 'fraudulent', 'Fraudulent'],
    ['noted', 'ok', 'ok'],
  ])('says of %s with %s: %s', async (kind, detail, words) => {
    const event = {
      id: 1,
      at: '2026-11-01T10:00:00Z',
      kind,
      actorKind: 'staff',
      actorName: 'Ada',
      amount: null,
      orderId: null,
      detail,
    }
    const screen = await shown(<OrderTimeline purchase={purchase({})} details={details({ timeline: [event] })} />)
    expect(screen.all('ol ol li p').map(({ textContent }) => textContent)).toEqual([words])
  })
})

describe('the margin of an order', () => {
  const left = async (state: object) => {
    await closeScreen()
    const unpaid = purchase({ paymentStatus: 'unpaid', captured: 0, margin: -6000, ...state })
    const screen = await shown(<Money purchase={unpaid} details={details()} />)
    return screen.find('table[aria-label="What is left"]').textContent ?? ''
  }

  it('is what is expected while its customer can still pay', async () => {
    const words = await left({ bookingStatus: 'pending_payment' })
    expect(words).toMatch(/Amount due€90\.00.*Supplier cost-€60\.00.*Expected margin.*€30\.00$/)
  })

  it('is not said before the supplier’s cost is known', async () => {
    const words = await left({ bookingStatus: 'pending_payment', supplierCost: 0, margin: 0 })
    expect(words).toMatch(/Amount due€90\.00Expected before supplier cost.*€90\.00$/)
  })

  it('is what it is once the order has ended', async () => {
    expect(await left({ bookingStatus: 'expired' })).not.toMatch(/Amount due|Expected/)
  })
})

describe('the head of an order', () => {
  const head = async (state: object, timeline: readonly object[] = []) => {
    await closeScreen()
    return (await shown(<OrderTicket purchase={purchase(state)} details={details({ timeline })} />)).text()
  }

  it.each([
    ['cancelled', false, 'Event cancelled', / days/],
    ['postponed', false, 'Event postponed', / days/],
    ['postponed', true, 'Event postponed, no new date yet', /New date open/],
  ])('says that its performance is %s, and whether the date is open: %s', async (status, isDateTbd, words, left) => {
    await closeScreen()
    const ticket = <OrderTicket purchase={purchase({})} details={details({ calledOff: { status, isDateTbd } })} />
    const text = (await shown(ticket)).text()
    expect(text).toContain(words)
    expect(text).toMatch(left)
    expect(await head({})).not.toMatch(/Event (cancelled|postponed)/)
    expect(text.includes('Next: cancel and refund')).toBe(status === 'cancelled')
  })

  it('says who placed it, where its customer did not', async () => {
    expect(await head({})).toMatch(/placed .+ by Ida Sol/)
    const placed = [{ id: 1, at: '2026-11-01T10:00:00Z', kind: 'placed', actorKind: 'staff', actorName: 'Ada Byron' }]
    expect(await head({ channel: 'phone' }, placed)).toMatch(/placed .+ by Ada Byron for Ida Sol/)
    expect(await head({ channel: 'partner' })).toMatch(/placed .+ by a partner for Ida Sol/)
  })
})
