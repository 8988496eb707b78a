import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageContext } from '../../../ui/page-context.tsx'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { emptyDraft, missingIn, orderInput, quoteInput } from './phone-draft.ts'
import { PhoneOrderScreen } from './phone-order-screen.tsx'
import { PhoneSalePanel } from './phone-sale-panel.tsx'

// The input that searches for records has tests of its own.
vi.mock('../../../ui/resource/inputs.tsx', () => ({
  inputOf: (_: unknown, { name, error, onChange }: PickerProps) => (
    <>
      <button type="button" onClick={() => onChange(3)}>
        {`Pick ${name}`}
      </button>
      {error}
    </>
  ),
}))
vi.mock('@mantine/hooks', async (load) => ({
  ...(await load<object>()),
  // Waiting for the last digit is not what these tests are about.
  useDebouncedValue: (value: unknown) => [value],
}))
afterEach(closeScreen)

interface PickerProps {
  readonly name: string
  readonly error?: string
  readonly onChange: (id: number) => void
}

const tickets = { ...emptyDraft, kind: 'event', performanceId: 3, listingId: 7, tickets: 2 } as const

describe('what is sent of an order by phone', () => {
  it('is nothing before it says what is bought', () => {
    expect(quoteInput(emptyDraft)).toBeNull()
    expect(quoteInput({ ...tickets, tickets: null })).toBeNull()
    expect(quoteInput({ ...emptyDraft, optionId: 4, date: '2099-06-01', units: { 5: 0 } })).toBeNull()
    expect(quoteInput({ ...emptyDraft, optionId: 4, date: '2099-06-01', units: { 5: 2, 6: 0 } })).toEqual({
      lines: [{ kind: 'product', optionId: 4, date: '2099-06-01', units: [{ unitId: 5, quantity: 2 }] }],
    })
  })

  it('has a customer that we know, or who it is, and never both', () => {
    expect(orderInput({ ...tickets, customerId: 9 }, 100)).toEqual({
      lines: [{ kind: 'event', listingId: 7, quantity: 2 }],
      total: 100,
      customerId: 9,
    })
    const customer = { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', phone: ' ' }
    const draft = { ...tickets, customerId: 9, isNewCustomer: true, customer, country: 'ES', locale: 'es' }
    expect(orderInput(draft, 100)).toMatchObject({
      locale: 'es',
      customer: { firstName: 'Ana', lastName: 'Sol', email: 'ana@example.com', country: 'ES' },
    })
    expect(orderInput(draft, 100)).not.toHaveProperty('customerId')
  })

  it('needs a reason for another price', () => {
    const draft = { ...tickets, customerId: 9, isOverridden: true, price: 90, reason: ' ' }
    expect(missingIn(draft)).toEqual({ 'overrides.0.reason': 'Say why, in at least 3 characters.' })
    expect(missingIn({ ...draft, reason: 'Promised' })).toEqual({})
    expect(missingIn({ ...tickets, customerId: null })).toHaveProperty('customerId')
  })
})

const line = {
  kind: 'event',
  title: 'Tosca: Stalls, row F',
  localDate: '2099-06-01',
  localTime: '20:00',
  timeZone: 'Europe/Madrid',
  quantity: 2,
  available: 6,
  problem: null,
  items: [],
  price: 9000,
  fees: 900,
  total: 9900,
  asOf: null,
}
const quote = {
  quote: {
    lines: [line],
    currency: 'EUR',
    exponent: 2,
    price: 9000,
    fees: 900,
    total: 9900,
    discount: 0,
    coupon: null,
    isAvailable: true,
    quotedAt: '2026-01-01T00:00:00Z',
  },
  listPrices: [9000],
  problems: {},
}
const listing = { id: 7, title: 'Stalls, row F', price: 4500, fee: 450, currency: 'EUR', available: 6, splits: [2, 4] }
const performance = { id: 3, version: 1, name: 'Tosca, 1 Jun 2099' }
const placed = {
  id: 12,
  reference: 'QK7M2XWD',
  kind: 'event',
  title: 'Tosca',
  total: 9900,
  currency: 'EUR',
  heldUntil: '2099-01-01T00:00:00Z',
  paymentLink: 'https://site.example/pay/QK7M2XWD#c.token',
}
const server: Answers = {
  'GET /rest/data/performances': [performance],
  'GET /rest/data/countries': [{ id: 1, version: 1, code: 'ES' }],
  'GET /rest/data/purchases/phone-goods': { options: [], days: [], listings: [listing] },
  'POST /rest/data/purchases/phone-quotes': quote,
  'POST /rest/data/purchases/phone-orders': placed,
}

const page = { title: 'New order', screen: 'purchases/new', write: ['purchases'], mayWrite: true }
const paths = (_: string, name: string, id?: number) =>
  name === 'view-event' ? `/purchases/events/view?id=${id}` : null

async function open(answers: Answers = server): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={paths}>
      <PageContext.Provider value={page}>
        <PhoneOrderScreen />
      </PageContext.Provider>
    </RecordPathsProvider>,
    answers,
    '/purchases/new',
  )
}

async function choose(value: string, on: HTMLElement): Promise<void> {
  await act(async () => {
    ;(on as HTMLSelectElement).value = value
    on.dispatchEvent(new Event('change', { bubbles: true }))
  })
  // Answers arrive after the press of nothing.
  await click(document.body)
}

const radio = (screen: OpenScreen, value: string) => screen.find(`input[type="radio"][value="${value}"]`)
const labelled = (screen: OpenScreen, label: string) => {
  const found = screen.all('label').find(({ textContent }) => textContent?.replace(' *', '') === label)
  return screen.find(`[id="${found?.getAttribute('for') ?? ''}"]`)
}

async function withTickets(answers: Answers = server): Promise<OpenScreen> {
  const screen = await open(answers)
  await click(screen.button('Pick customerId'))
  await click(radio(screen, 'event'))
  await click(screen.button('Pick performanceId'))
  await choose('7', labelled(screen, 'Listing'))
  return screen
}
const sent = (screen: OpenScreen, call: string) => screen.calls.findLast((one) => one.call === call)?.body

describe('the page where staff sell by phone', () => {
  it('offers nothing to press before something is chosen', async () => {
    const screen = await open()
    expect(screen.find('[aria-label="Quote"]').textContent).toContain('Choose what the customer buys.')
    expect((screen.button('Place order and send payment link') as HTMLButtonElement).disabled).toBe(true)
  })

  it('prices what is chosen, in the numbers that the listing is sold in', async () => {
    const screen = await withTickets()
    expect([...labelled(screen, 'Tickets').children].map(({ textContent }) => textContent)).toEqual(['2', '4'])
    const card = screen.find('[aria-label="Quote"]').textContent
    expect(card).toContain('Available: 6 left')
    expect(card).toContain('Total€99.00')
    await choose('4', labelled(screen, 'Tickets'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toEqual({
      lines: [{ kind: 'event', listingId: 7, quantity: 4 }],
      customerId: 3,
    })
  })

  it('places it at the total that was shown, and offers its link', async () => {
    const screen = await withTickets()
    await click(screen.button('Place order and send payment link'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-orders')).toEqual({
      lines: [{ kind: 'event', listingId: 7, quantity: 2 }],
      customerId: 3,
      total: 9900,
    })
    expect(screen.text()).toContain('Order QK7M2XWD placed')
    screen.button('Copy payment link')
    await click(screen.button('New order'))
    expect(screen.text()).toContain('Choose what the customer buys.')
  })

  it('asks why for another price, and says on its field how far a role can go', async () => {
    const beyond = { ...quote, problems: { 'overrides.0.price': 'Your role can change a price by at most 10%.' } }
    const screen = await withTickets({ ...server, 'POST /rest/data/purchases/phone-quotes': beyond })
    await click(labelled(screen, 'Another price'))
    await type('50', labelled(screen, 'Agreed price'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toMatchObject({
      overrides: [{ line: 0, price: 5000 }],
    })
    expect(labelled(screen, 'Agreed price').closest('div[class*="Wrapper"]')?.textContent).toContain('at most 10%')
    await click(screen.button('Place order and send payment link'))
    expect(screen.text()).toContain('Say why, in at least 3 characters.')
    expect(sent(screen, 'POST /rest/data/purchases/phone-orders')).toBeUndefined()
  })

  it('keeps what was entered where the order is refused, and says why on its field', async () => {
    const refused = new Refused({ 'lines.0.quantity': 'Only 1 ticket is left.' })
    const screen = await withTickets({ ...server, 'POST /rest/data/purchases/phone-orders': refused })
    await click(screen.button('Place order and send payment link'))
    expect(screen.text()).toContain('Only 1 ticket is left.')
    expect((labelled(screen, 'Listing') as HTMLSelectElement).value).toBe('7')
  })
})

describe('an order that was sold by phone', () => {
  const sale = {
    seller: 'Amara Diallo',
    overrides: [{ title: 'Tosca', listPrice: 9000, price: 8500, reason: 'Promised by mail' }],
    paymentLink: 'https://site.example/pay/QK7M2XWD#c.token',
  }
  const panel = async (channel: string) => {
    const record = { id: 12, version: 1, channel, currency: 'EUR' }
    return await openScreen(<PhoneSalePanel of={purchases} record={record} isDirty={false} />, {
      'GET /rest/data/purchases/12/phone-sale': sale,
    })
  }

  it('says by whom, at which price and why, and copies its link', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await panel('phone')
    expect(screen.text()).toContain('By Amara Diallo')
    expect(screen.text()).toContain('€85.00 instead of €90.00')
    expect(screen.text()).toContain('Promised by mail')
    await click(screen.button('Copy payment link'))
    expect(written).toHaveBeenCalledWith(sale.paymentLink)
  })

  it('shows nothing on orders of the website, and asks for nothing', async () => {
    const screen = await panel('web')
    expect(screen.calls).toEqual([])
  })
})
