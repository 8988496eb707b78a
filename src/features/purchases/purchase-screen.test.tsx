import { afterEach, describe, expect, it } from 'vitest'
import type { OpenScreen } from '../../ui/testing/open-screen.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { PurchaseScreen } from './purchase-screen.tsx'

afterEach(closeScreen)

const purchase = {
  id: 7,
  version: 1,
  reference: 'ABCDEFGH',
  kind: 'event',
  title: 'Tosca',
  contents: '2 tickets',
  customerName: 'Ida Sol',
  customerEmail: 'ida@example.com',
  customerCountry: 'ES',
  customerLocale: 'es',
  bookingStatus: 'confirmed',
  paymentStatus: 'captured',
  fulfilmentStatus: 'unfulfilled',
  refundState: 'none',
  nextStep: 'none',
  slaState: 'none',
  dueAt: null,
  currency: 'EUR',
  itemsTotal: 9000,
  feesTotal: 0,
  taxTotal: 0,
  discountTotal: 0,
  grandTotal: 9000,
  captured: 9000,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  supplierCost: 0,
  paymentFees: 0,
  margin: 9000,
  timeZone: 'Europe/Madrid',
  cancellationPolicy: [],
  answers: [],
  riskScore: 10,
  riskReasons: [],
  tags: [],
}
const line = {
  position: 1,
  kind: 'item',
  title: 'Stalls',
  quantity: 2,
  unitPrice: 4500,
  amount: 9000,
  section: null,
  rawSection: null,
  row: null,
  seats: [],
  notes: [],
  delivered: 1,
  holderNames: [],
}
const payment = {
  id: 1,
  provider: 'stripe',
  method: 'card',
  state: 'captured',
  currency: 'EUR',
  authorised: 9000,
  captured: 9000,
  fee: 100,
  pspReference: 'psp-1',
  threeDs: null,
  cardBrand: null,
  cardLast4: null,
  failure: null,
  authorisedAt: null,
  capturedAt: null,
  createdAt: '2026-11-01T10:00:00Z',
}
const refund = {
  id: 1,
  paymentId: 1,
  state: 'succeeded',
  currency: 'EUR',
  amount: 4321,
  reason: 'goodwill',
  initiator: 'staff',
  borneBy: 'platform',
  destination: 'original_method',
  failure: null,
  requestedBy: 'Ada Byron',
  approvedBy: null,
  createdAt: '2026-11-02T10:00:00Z',
  succeededAt: null,
}
const occurrence = {
  id: 1,
  at: '2026-11-01T10:00:00Z',
  kind: 'created',
  actorKind: 'customer',
  actorName: 'Ida Sol',
  amount: null,
  detail: null,
}
const details = {
  id: 7,
  reference: 'ABCDEFGH',
  lines: [line],
  payments: [payment],
  refunds: [],
  timeline: [occurrence],
  customer: null,
  identities: [],
}
const version = {
  pageId: 3,
  title: 'Terms of sale',
  number: 4,
  effectiveFrom: '2026-10-01T00:00:00Z',
  locale: 'es',
}

function open(head: object = {}, below: object = {}, versions: readonly object[] = [version]): Promise<OpenScreen> {
  return openScreen(
    <PurchaseScreen />,
    {
      'GET /rest/data/purchases/7': { ...purchase, ...head },
      'GET /rest/data/purchases/7/details': { ...details, ...below },
      'GET /rest/data/purchases/7/legal-snapshot': { at: '2026-11-01T10:00:00Z', versions },
    },
    '/purchases/view?id=7',
  )
}
const card = (screen: OpenScreen, title: string) => screen.find(`section[aria-label="${title}"]`).textContent
const titles = (screen: OpenScreen) => screen.all('section').map((section) => section.getAttribute('aria-label'))

describe('the page of a purchase', () => {
  it('warns of a risk from 60 on, and says nothing of a smaller one', async () => {
    expect((await open({ riskScore: 60 })).text()).toContain('Risk 60')
    await closeScreen()
    expect((await open({ riskScore: 59 })).text()).not.toContain('Risk 59')
  })

  it('says no moment of the start where only a day is agreed', async () => {
    const times = { travelDate: '2026-12-11', startsAt: '2026-12-10T23:00:00Z' }
    expect(card(await open({ ...times, localTime: '20:00' }), 'What was bought')).toContain('Starts (UTC)')
    await closeScreen()
    expect(card(await open({ ...times, localTime: null }), 'What was bought')).not.toContain('Starts (UTC)')
  })

  it('says how many of a line’s tickets are delivered', async () => {
    expect(card(await open(), 'Lines')).toContain('1 of 2')
  })

  it('lists each payment, or says that there was none', async () => {
    const payments = card(await open(), 'Payments')
    expect(payments).toContain('psp-1')
    await closeScreen()
    const screen = await open({}, { payments: [] })
    expect(screen.all('section[aria-label="Payments"] table')).toEqual([])
    expect(screen.all('section[aria-label="Payments"] p')).toHaveLength(1)
  })

  it('has a card of refunds as soon as there is one', async () => {
    expect(titles(await open())).not.toContain('Refunds')
    await closeScreen()
    expect(card(await open({}, { refunds: [refund] }), 'Refunds')).toContain('43.21')
  })

  it('shows what happened, by whom, newest first, and the detail where there is one', async () => {
    const later = { ...occurrence, id: 2, at: '2026-11-03T10:00:00Z', actorName: null, detail: 'Two seats moved' }
    const screen = await open({}, { timeline: [occurrence, later] })
    const [first, second, ...others] = screen.all('section[aria-label="Timeline"] li')
    expect(others).toEqual([])
    expect(first?.querySelector('p')?.textContent).toBe('Two seats moved')
    expect(second?.querySelector('p')).toBeNull()
    expect(second?.textContent).toContain('Ida Sol')
  })

  it('names the version of each legal page that the customer agreed to, or says that there was none', async () => {
    const agreed = card(await open(), 'Terms agreed to')
    expect(agreed).toContain('Terms of sale')
    expect(agreed).toContain('4')
    await closeScreen()
    const screen = await open({}, {}, [])
    expect(screen.all('section[aria-label="Terms agreed to"] dl')).toEqual([])
    expect(screen.all('section[aria-label="Terms agreed to"] p')).toHaveLength(1)
  })
})
