// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageContext } from '../../../ui/page-context.tsx'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
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
vi.mock('./performance-picker.tsx', () => ({
  PerformancePicker: ({ error, onChange }: PickerProps) => (
    <>
      <button type="button" onClick={() => onChange(3)}>
        Pick performanceId
      </button>
      {error}
    </>
  ),
}))
afterEach(closeScreen)

interface PickerProps {
  readonly name: string
  readonly error?: string
  readonly onChange: (id: number) => void
}

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
const placed = {
  id: 12,
  reference: 'QK7M2XWD',
  kind: 'event',
  title: 'Tosca',
  total: 9900,
  currency: 'EUR',
  heldUntil: '2099-01-01T00:00:00Z',
  paymentLink: 'https://site.example/pay/QK7M2XWD#c.token',
  isMailed: true,
}
const server: Answers = {
  'GET /rest/data/countries': [{ id: 1, version: 1, code: 'ES' }],
  'GET /rest/data/purchases/phone-goods': {
    options: [],
    days: [],
    listings: [listing],
    performances: [],
    languages: ['en'],
  },
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
  it('says that the link reaches no one by itself where there is no mail server', async () => {
    const screen = await withTickets({
      ...server,
      'POST /rest/data/purchases/phone-orders': { ...placed, isMailed: false },
    })
    await click(screen.button('Place order and send payment link'))
    const words = screen.find('[aria-label="Order placed"]').textContent
    expect(words).toContain('No mail server is set up')
    expect(words).not.toContain('on its way')
    expect(screen.button('Copy payment link')).toBeTruthy()
  })

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
    expect(card).toContain('2 tickets, 1 Jun 2099, 20:00')
    expect(card).toContain('Total€99.00')
    await choose('4', labelled(screen, 'Tickets'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toEqual({
      lines: [{ kind: 'event', listingId: 7, quantity: 4 }],
      customerId: 3,
    })
  })

  it('keeps the price while the code of a coupon is wrong, and says so on its field', async () => {
    const answer = ({ body }: { body: { coupon?: string } }) =>
      body.coupon === undefined ? quote : new Refused({ coupon: 'Coupon not found.' })
    const screen = await withTickets({ ...server, 'POST /rest/data/purchases/phone-quotes': answer })
    await type('SUMMR', labelled(screen, 'Coupon'))
    expect(screen.find('[aria-label="Quote"]').textContent).toContain('Total€99.00')
    expect(labelled(screen, 'Coupon').closest('div[class*="Wrapper"]')?.textContent).toContain('Coupon not found.')
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
    expect(screen.text()).toContain('Enter a reason of at least 3 characters.')
    expect(sent(screen, 'POST /rest/data/purchases/phone-orders')).toBeUndefined()
  })

  it('has a line for each listing, priced one by one, and takes lines away again', async () => {
    const other = { ...listing, id: 8, title: 'Balcony', splits: [] }
    const goods = { options: [], days: [], listings: [listing, other], languages: ['en'] }
    const both = {
      ...quote,
      quote: { ...quote.quote, lines: [line, { ...line, title: 'Tosca: Balcony', total: 4000 }], total: 13_900 },
      listPrices: [9000, 3600],
    }
    const screen = await withTickets({
      ...server,
      'GET /rest/data/purchases/phone-goods': goods,
      'POST /rest/data/purchases/phone-quotes': both,
    })
    await click(screen.button('Add tickets'))
    const second = screen.find('[role="group"][aria-label="Line 2"] select')
    expect([...second.children].map(({ textContent }) => textContent?.split(' · ')[0])).toEqual(['Choose…', 'Balcony'])
    expect(document.activeElement).toBe(second)
    await click(screen.button('Place order and send payment link'))
    expect(screen.text()).toContain('Choose tickets, or remove the line.')
    await choose('8', second)
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toMatchObject({
      lines: [
        { listingId: 7, quantity: 2 },
        { listingId: 8, quantity: 2 },
      ],
    })
    const card = screen.find('[aria-label="Quote"]').textContent
    expect(card).toContain('€40.00')
    await click(labelled(screen, 'Another price for Tosca: Balcony'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toMatchObject({
      overrides: [{ line: 1, price: 3600 }],
    })
    await click(screen.find('[aria-label="Remove line 1"]'))
    expect(sent(screen, 'POST /rest/data/purchases/phone-quotes')).toMatchObject({
      lines: [{ listingId: 8, quantity: 2 }],
      overrides: [{ line: 0, price: 3600 }],
    })
    expect(document.activeElement?.textContent).toBe('Add tickets')
  })

  it('writes to a new customer in a language of the shop', async () => {
    const goods = { options: [], days: [], listings: [], languages: ['en', 'es', 'de'] }
    const screen = await open({ ...server, 'GET /rest/data/purchases/phone-goods': goods })
    await click(radio(screen, 'new'))
    const names = [...labelled(screen, 'Language').children].map(({ textContent }) => textContent)
    expect(names).toEqual(['English', 'Spanish', 'German'])
  })

  it('keeps what was entered where the order is refused, and says why on its field', async () => {
    const fields = { 'lines.0.quantity': 'Only 1 ticket is left.', 'customer.country': 'Blocked.', 'token': 'Too old.' }
    const refused = new Refused(fields)
    const screen = await withTickets({ ...server, 'POST /rest/data/purchases/phone-orders': refused })
    await click(screen.button('Place order and send payment link'))
    for (const problem of Object.values(fields)) expect(screen.text()).toContain(problem)
    expect((labelled(screen, 'Listing') as HTMLSelectElement).value).toBe('7')
  })
})

describe('an order that was sold by phone', () => {
  const sale = {
    seller: 'Amara Diallo',
    overrides: [{ title: 'Tosca', listPrice: 9000, price: 8500, reason: 'Promised by mail' }],
    paymentLink: 'https://site.example/pay/QK7M2XWD#c.token',
    problem: null,
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
