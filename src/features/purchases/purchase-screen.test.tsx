import { afterEach, describe, expect, it } from 'vitest'
import { http } from '../../core/browser/http-client.web.ts'
import type { OpenScreen } from '../../ui/testing/open-screen.tsx'
import { closeScreen } from '../../ui/testing/open-screen.tsx'
import { line, refund, occurrence, customer, openPurchase as open } from './testing/purchase-page.tsx'

afterEach(closeScreen)

const card = (screen: OpenScreen, title: string) => screen.find(`section[aria-label="${title}"]`).textContent
const ticket = (screen: OpenScreen) => screen.find('section[aria-label="Order ABCDEFGH"]').textContent

describe('the page of a purchase', () => {
  it('leads with reference, status, total and the next step with its reason', async () => {
    const screen = await open({ nextStep: 'deliver_tickets', dueAt: '2020-01-01T00:00:00Z', slaState: 'overdue' })
    expect(screen.find('h1').textContent).toBe('ABCDEFGH')
    for (const part of ['€90.00', 'Next: deliver tickets', 'the customer doesn’t have all tickets yet', 'over'])
      expect(ticket(screen)).toContain(part)
    await closeScreen()
    expect(ticket(await open())).not.toContain('Next:')
  })

  it('says that the bank decides once a dispute was answered, and by when', async () => {
    const screen = await open({ nextStep: 'none', paymentStatus: 'disputed', bankDecidesBy: '2027-02-09T10:00:00Z' })
    expect(ticket(screen)).toContain('The bank decides on the dispute')
    expect(ticket(screen)).toContain('Expected by 9 Feb 2027')
    expect(ticket(screen)).not.toContain('Next:')
  })

  it('opens at the note that its address names, as news of a mention does, on the page of its kind', async () => {
    const note = (id: number) => ({
      id,
      body: `Note ${id}`,
      author: 'Ida',
      createdAt: '2026-11-02T10:00:00Z',
      editedAt: null,
      isOwn: false,
    })
    const screen = await open({}, {}, [], { notes: [note(4), note(5)], address: '/purchases/view?id=7#note-5' })
    expect(screen.address()).toMatch(/view-(event|product)\?id=7#note-5$/)
    expect(screen.all('[data-named]').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Note 5'),
    ])
    expect(document.activeElement).toBe(screen.find('#note-5'))
  })

  it('says on the page alone that an order does not exist', async () => {
    const shown: string[] = []
    http.presentFailuresWith({ showError: (text) => shown.push(text) })
    const screen = await open({}, {}, [], { address: '/purchases/view?id=8' })
    expect(screen.find('h1').textContent).toBe('Purchase not found')
    expect(shown).toEqual([])
  })

  it('says how risky it is in words', async () => {
    const risk = async (riskScore: number) => {
      const text = card(await open({ riskScore, riskReasons: ['card_country_mismatch'] }), 'Customer')
      await closeScreen()
      return text
    }
    expect(await risk(59)).toContain('Low')
    expect(await risk(60)).toContain('Elevated')
    expect(await risk(80)).toMatch(/High.*Card country mismatch/s)
  })

  it('says no moment of the start where only a day is agreed', async () => {
    expect(card(await open({ localTime: '20:00' }), 'Order')).toContain('19:00 UTC')
    await closeScreen()
    expect(card(await open({ localTime: null }), 'Order')).not.toContain('UTC')
  })

  it('says how many of a line’s tickets are delivered, and nothing of a line twice', async () => {
    const seats = { title: 'Stalls, row N', section: 'Stalls', row: 'N', rawSection: 'STALLS CTR', seats: ['27'] }
    const order = card(await open({}, { lines: [{ ...line, ...seats }] }), 'Order') ?? ''
    expect(order).toContain('1 of 2')
    expect(order.match(/Stalls, row N/g)).toHaveLength(1)
    expect(order).not.toContain('Section')
    expect(order).toContain('Listed as “STALLS CTR”')
  })

  it('lists each payment with what the bank said, or says that there was none', async () => {
    const money = card(await open(), 'Money')
    expect(money).toContain('psp-1')
    expect(money).toContain('3-D Secure: not enrolled')
    await closeScreen()
    const screen = await open({}, { payments: [] })
    expect(screen.all('[aria-label="Payments and refunds"]')).toEqual([])
    expect(card(screen, 'Money')).toContain('No payment attempts')
  })

  it('lists refunds as soon as there is one, and what a change waits for', async () => {
    expect(card(await open(), 'Money')).not.toMatch(/Refund |Awaiting payment/)
    await closeScreen()
    const unpaidChange = { charge: 4000, until: '2026-12-02T10:00:00Z', detail: '1 Adult → 2 Adults' }
    expect(card(await open({}, { unpaidChange }), 'Money')).toMatch(/Awaiting payment.*1 Adult → 2 Adults.*€40\.00/)
    await closeScreen()
    expect(card(await open({}, { refunds: [refund] }), 'Money')).toContain('43.21')
  })

  it('shows both sides of a sum that does not hold', async () => {
    expect(card(await open({}, { identities: [{ key: 'items', says: 1, adds: 1, holds: true }] }), 'Money')).toContain(
      'Totals reconcile',
    )
    await closeScreen()
    const broken = [{ key: 'items', says: 9000, adds: 9100, holds: false }]
    expect(card(await open({}, { identities: broken }), 'Money')).toContain('says €90.00, adds up to €91.00')
  })

  it('opens the entries that an amount adds up from, and the refunds that have moved nothing yet', async () => {
    const pending = { captured: 9000, refunded: 2000, refundPending: 500, paymentFees: 100, margin: 6900 }
    const screen = await open(pending)
    const opened = screen.all('table[aria-label="What is left"] a').map((link) => {
      const address = new URL(link.getAttribute('href') ?? '', 'https://console.example')
      const { filter = '{}', ...more } = Object.fromEntries(address.searchParams)
      return [link.textContent, address.pathname, JSON.parse(filter), more]
    })
    const entries = (filter: object) => ['/ledger-entries/list', { purchaseId: 7, ...filter, currency: 'EUR' }]
    const turned = { signs: 'credits' }
    expect(opened).toEqual([
      ['€90.00', ...entries({ account: ['gateway', 'customer_credit'], cause: 'capture' }), {}],
      ['-€20.00', ...entries({ account: 'refunds' }), turned],
      ['-€5.00', '/refunds/list', { purchaseId: 7, state: ['requested', 'approved', 'processing'] }, {}],
      ['-€1.00', ...entries({ account: 'payment_fees' }), turned],
      ['€69.00', ...entries({ account: ['sales', 'refunds', 'chargebacks', 'supplier_cost', 'payment_fees'] }), turned],
    ])
  })

  it('links every record that it names, and copies every reference', async () => {
    const screen = await open({ customerId: 3 }, { customer: { ...customer, id: 3 } })
    const links = screen.all('main a').map((link) => link.getAttribute('href'))
    for (const path of [
      '/events/update?id=4',
      '/cities/update?id=2',
      '/providers/update?id=1',
      '/customers/update?id=3',
    ])
      expect(links).toContain(path)
    const copies = screen.all('button').map((button) => button.getAttribute('aria-label'))
    for (const code of ['ABCDEFGH', 'PD-77', 'psp-1']) expect(copies).toContain(`Copy ${code}`)
  })

  it.each([
    ['Olivia Wilson', 'OW'],
    ['Ana María del Mar', 'AM'],
    ['Cher', 'C'],
  ])('shows the initials of %s as %s', async (customerName, initials) => {
    const screen = await open({ customerName })
    expect(screen.find('section[aria-label="Customer"] [aria-hidden]').textContent).toBe(initials)
  })

  it('shows what happened, by whom, newest first, and the detail where there is one', async () => {
    const later = { ...occurrence, id: 2, at: '2026-11-03T10:00:00Z', actorName: null, detail: 'Two seats moved' }
    const split = { ...later, id: 3, kind: 'split_into', detail: 'QK7M2XWD', orderId: 9 }
    const screen = await open({}, { timeline: [occurrence, later, split] })
    const [newest, first, second, ...others] = screen.all('section[aria-label="Timeline"] li li')
    expect(others).toEqual([])
    expect(newest?.querySelector('p a')?.outerHTML).toMatch(/\?id=9">QK7M2XWD</)
    expect(first?.querySelector('p')?.textContent).toBe('Two seats moved')
    expect(second?.querySelector('p')).toBeNull()
    expect(second?.textContent).toContain('Ida Sol')
  })

  it('says until when everything goes back on request, beside what the policy says', async () => {
    const offered = card(await open({}, { offeredUntil: '2026-12-20T23:00:00Z' }), 'Refund policy')
    expect(offered).toMatch(/Full refund on request until 21 Dec 2026, 00:00, since the event was postponed/)
    await closeScreen()
    expect(card(await open(), 'Refund policy')).not.toContain('on request')
  })

  it('marks where the refund policy is now, and what is left to give back under it', async () => {
    const cancellationPolicy = [{ until: '2099-05-01T18:00:00Z', refund: 10_000 }]
    const screen = await open({ cancellationPolicy, startsAt: '2099-06-01T18:00:00Z', refunded: 1000 })
    expect(screen.find('[aria-current="step"]').textContent).toMatch(/^100%€90\.00until 1 May 2099/)
    expect(card(screen, 'Refund policy')).toContain('€80.00 left to give back')
  })

  it('names the version of each legal page that the customer agreed to', async () => {
    const agreed = card(await open(), 'Source')
    expect(agreed).toContain('Terms of sale')
    expect(agreed).toContain('Version 4, 1 Oct 2026 · Spanish')
    await closeScreen()
    expect(card(await open({}, {}, []), 'Source')).not.toContain('Version')
  })
})
