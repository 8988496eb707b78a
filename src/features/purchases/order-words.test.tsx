import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { NextStepLink } from './next-step-link.tsx'
import { Money } from './order-money.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTicket } from './order-ticket.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'
import { refund } from './testing/purchase-page.tsx'

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

  it.each([
    ['web', 'placed', 'customer', 'Ida Sol', 'Placed by Ida Sol'],
    ['partner', 'placed', 'customer', 'Ida Sol', 'Placed by a partner for Ida Sol'],
    ['partner', 'cancelled', 'customer', 'Roomies', 'Cancelled by Roomies'],
    ['phone', 'placed', 'staff', 'Ada Byron', 'Placed by Ada Byron'],
    ['web', 'payment_captured', 'system', null, 'Payment captured by the system'],
    ['web', 'supplier_confirmed', 'supplier', 'Northside', 'Supplier confirmed · Northside'],
    ['web', 'supplier_rejected', 'supplier', null, 'Supplier rejected'],
  ])('says by whom an order of the channel %s was %s', async (channel, kind, actorKind, actorName, words) => {
    const nothing = { amount: null, detail: null, orderId: null }
    const event = { id: 1, at: '2026-11-01T10:00:00Z', kind, actorKind, actorName, ...nothing }
    const timeline = <OrderTimeline purchase={purchase({ channel })} details={details({ timeline: [event] })} />
    expect((await shown(timeline)).find('ol ol li > div').textContent?.trim()).toBe(words)
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

describe('the money of an order', () => {
  it('calls the lines of an order what they are, and only a discount of its coupon a coupon', async () => {
    const line = (position: number, kind: string, title: string) => ({ position, kind, title, amount: 500 })
    const lines = [
      line(1, 'fee', 'Service fee'),
      line(2, 'discount', 'Change without extra charge'),
      line(3, 'discount', 'Coupon SUMMER'),
    ]
    const order = purchase({ couponId: 4, coupon: { id: 4, title: 'SUMMER' } })
    const screen = await shown(<Money purchase={order} details={details({ lines })} />)
    const names = screen.all('table[aria-label="Sold"] tbody th').map(({ textContent }) => textContent)
    expect(names).toEqual(['Items', 'Service fee', 'Change without extra charge', 'Coupon SUMMER'])
  })

  it.each([
    ['needs_response', 'Dispute needs response'],
    ['warning_needs_response', 'Inquiry: needs response'],
    ['warning_closed', 'Inquiry closed'],
  ])('says of a dispute that is %s: %s', async (status, words) => {
    const times = { openedAt: '2026-11-01T10:00:00Z', dueBy: null, closedAt: null }
    const amounts = { currency: 'EUR', amount: 900, fee: 0, withdrawn: 0, reinstated: 0 }
    const disputes = [{ id: 1, status, reason: 'fraudulent', ...amounts, ...times }]
    const refunds = [{ ...refund, initiator: 'system', requestedBy: null }]
    const screen = await shown(<Money purchase={purchase({})} details={details({ refunds, disputes })} />)
    const [returned, disputed] = screen.all('ul[aria-label="Payments and refunds"] > li')
    expect(disputed?.textContent).toContain(`${words} · Fraudulent`)
    expect(returned?.textContent).toContain('Requested by the system')
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
    const order = purchase({ isCalledOff: status === 'cancelled' })
    const ticket = <OrderTicket purchase={order} details={details({ calledOff: { status, isDateTbd } })} />
    const text = (await shown(ticket)).text()
    expect(text).toContain(words)
    expect(text).toMatch(left)
    expect(await head({})).not.toMatch(/Event (cancelled|postponed)/)
    expect(text.includes('Next: cancel and refund')).toBe(status === 'cancelled')
  })

  it.each([
    ['confirmed', { nextStep: 'deliver_tickets' }, 'Cancel and refund'],
    ['completed', {}, 'Refund in full'],
    ['completed', { refundState: 'partial', paymentStatus: 'partially_refunded' }, 'Refund in full'],
    ['completed', { refundState: 'processing' }, null],
    ['completed', { paymentStatus: 'unpaid' }, null],
    ['cancelled', { nextStep: 'decide_refund' }, 'Decide on refund'],
  ])('says what is next where the event was cancelled and it is %s: %j', async (bookingStatus, state, step) => {
    const order = { isCalledOff: true, bookingStatus, ...state }
    const text = await head(order)
    if (step === null) expect(text).not.toContain('Next:')
    else expect(text).toContain(`Next: ${step.charAt(0).toLowerCase()}${step.slice(1)}`)
    await closeScreen()
    const link = await shown(<NextStepLink record={purchase(order)} />)
    expect(link.all('a').map(({ textContent }) => textContent)).toEqual(step === null ? [] : [step])
  })

  it.each([
    ['approve_refund', true, true],
    ['approve_refund', false, false],
    ['deliver_tickets', true, false],
  ])('says of %s, where the viewer requested the refund: %s, that another person approves it: %s', async (...is) => {
    const [nextStep, isRefundOwn, isSaid] = is
    const ticket = <OrderTicket purchase={purchase({ nextStep })} details={details({ isRefundOwn })} />
    const text = (await shown(ticket)).text()
    expect(text.includes('You requested it, so someone else must approve it.')).toBe(isSaid)
  })

  it('says who placed it, where its customer did not', async () => {
    expect(await head({})).toMatch(/placed .+ by Ida Sol/)
    const placed = [{ id: 1, at: '2026-11-01T10:00:00Z', kind: 'placed', actorKind: 'staff', actorName: 'Ada Byron' }]
    expect(await head({ channel: 'phone' }, placed)).toMatch(/placed .+ by Ada Byron for Ida Sol/)
    expect(await head({ channel: 'partner' })).toMatch(/placed .+ by a partner for Ida Sol/)
  })
})
