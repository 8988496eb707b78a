import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { AskSuppliersDialog } from './ask-suppliers-dialog.tsx'
import { CancelOrdersDialog } from './cancel-orders-dialog.tsx'

beforeEach(() => vi.clearAllMocks())
afterEach(closeScreen)

const order = (id: number, reference: string) => ({ id, version: 1, reference, title: `Tosca ${id}` })
const records = [order(1, 'AAAAAAAA'), order(2, 'BBBBBBBB'), order(3, 'CCCCCCCC')]
const path = (id: number) => `POST /rest/data/purchases/${id}/commands/cancel`
const said = (currency: string, refundable: number, supplierCost: number) => ({
  token: `seen ${currency}`,
  effects: [
    { about: 'order', text: 'The booking becomes cancelled. This can’t be undone.' },
    { about: 'supplier', text: 'We’ll ask Viator to take the places back.' },
  ],
  money: { currency, refundable, supplierCost },
})
const applied = { message: 'Order cancelled', version: 2 }
const server: Answers = {
  [`${path(1)}/preview`]: said('EUR', 9000, 6000),
  // No answer to the second: the server that answers as said has 404 for it.
  [`${path(3)}/preview`]: said('USD', 0, 2500),
  [path(1)]: applied,
  [path(3)]: applied,
}
const close = { onClose: vi.fn(), onDone: vi.fn() }

async function open(answers: Answers = server, chosen = records): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={(of, page) => (of === 'order-runs' && page === 'list' ? '/purchases/runs/list' : null)}>
      <CancelOrdersDialog of={purchases} records={chosen} {...close} />
    </RecordPathsProvider>,
    answers,
  )
}
const rows = (screen: OpenScreen, within = '[role="group"]:not([aria-label="Totals"])') =>
  screen.all(`${within} tbody tr`).map((row) => [...row.children].map(({ textContent }) => textContent?.trim()))

describe('cancelling selected orders', () => {
  it('shows each order and the sums by currency before it cancels, and what became of each', async () => {
    const screen = await open()
    await type('Venue closed', screen.find('textarea'))
    await click(screen.button('Preview'))
    expect(rows(screen)).toEqual([
      ['AAAAAAAATosca 1', '€90.00', '€60.00', 'We’ll ask Viator to take the places back.'],
      ['BBBBBBBBTosca 2', '', '', expect.stringMatching(/^Not possible now/)],
      ['CCCCCCCCTosca 3', 'US$0.00', 'US$25.00', 'We’ll ask Viator to take the places back.'],
    ])
    expect(rows(screen, '[aria-label="Totals"]')).toEqual([
      ['EUR 1 order', '€90.00', '€60.00'],
      ['USD 1 order', 'US$0.00', 'US$25.00'],
    ])
    expect(screen.calls.filter(({ call }) => call === path(1))).toEqual([])

    await click(screen.button('Cancel 2 orders'))
    const sent = screen.calls.filter(({ call }) => !call.endsWith('/preview'))
    expect(sent).toMatchObject([
      { call: path(1), body: { reason: 'Venue closed', token: 'seen EUR' } },
      { call: path(3), body: { reason: 'Venue closed', token: 'seen USD' } },
    ])
    expect(rows(screen).map((cells) => cells.at(-1))).toEqual([
      'Order cancelled We’ll ask Viator to take the places back.',
      expect.stringMatching(/^Not possible now/),
      'Order cancelled We’ll ask Viator to take the places back.',
    ])
    expect(screen.find('[role="status"]').textContent).toBe('2 orders cancelled')
    await click(screen.button('Done'))
    expect(close.onDone).toHaveBeenCalledTimes(1)
  })

  it('says what is wrong with the reason at its field, once', async () => {
    const problem = new Refused({ reason: 'Enter a reason.' })
    const screen = await open({ [`${path(1)}/preview`]: problem }, records.slice(0, 1))
    await click(screen.button('Preview'))
    expect(screen.text().match(/Enter a reason\./g)).toHaveLength(1)
    screen.button('Preview')
  })

  it('asks for another preview when the reason changes', async () => {
    const screen = await open()
    await type('Venue closed', screen.find('textarea'))
    await click(screen.button('Preview'))
    await type('Another reason', screen.find('textarea'))
    expect(rows(screen, '[aria-label="Totals"]')).toEqual([])
    screen.button('Preview')
  })

  it('keeps the reason while it is not known whether an order was cancelled', async () => {
    let isCut = true
    const screen = await open(
      {
        ...server,
        [path(1)]: () => {
          if (isCut) throw new TypeError('Failed to fetch')
          return applied
        },
      },
      records.slice(0, 1),
    )
    const isFixed = () => screen.find('textarea').closest('fieldset')?.disabled
    await type('Venue closed', screen.find('textarea'))
    await click(screen.button('Preview'))
    expect(isFixed()).toBe(false)
    await click(screen.button('Cancel 1 order'))
    expect(rows(screen)[0]?.at(-1)).toMatch(/^No answer/)
    expect(isFixed()).toBe(true)
    isCut = false
    await click(screen.button('Cancel 1 order'))
    expect(screen.find('[role="status"]').textContent).toBe('1 order cancelled')
  })

  it('sends more than fifty to order runs and asks the server nothing', async () => {
    const many = Array.from({ length: 51 }, (_, n) => order(n + 1, `ORDER${n}`))
    const screen = await open(server, many)
    expect(screen.find('[role="alert"]').textContent).toBe('51 orders are selected. Cancel at most 50 at a time.')
    expect(screen.find('a').getAttribute('href')).toBe('/purchases/runs/list')
    expect(screen.calls).toEqual([])
  })
})

describe('asking the suppliers of selected orders', () => {
  it('says what each supplier says, and which order has none', async () => {
    const booking = { supplier: 'Viator', state: 'pending', reference: null, reason: null }
    const booked = { supplier: 'Globick', state: 'booked', reference: '880001', reason: null }
    const ask = (id: number) => `POST /rest/data/purchases/${id}/supplier-log/ask`
    const screen = await openScreen(<AskSuppliersDialog of={purchases} records={records} {...close} />, {
      [ask(1)]: { booking, calls: [], exchanges: [] },
      [ask(3)]: { booking: booked, calls: [], exchanges: [] },
    })
    expect(screen.calls).toEqual([])
    expect(rows(screen).map((cells) => cells.at(-1))).toEqual(['Not asked', 'Not asked', 'Not asked'])
    await click(screen.button('Ask about 3 orders'))
    expect(rows(screen).map((cells) => cells.at(-1))).toEqual([
      'Pending Viator.',
      expect.stringMatching(/^Not asked No answer to/),
      'Booked Globick, reference 880001.',
    ])
    expect(screen.find('[role="status"]').textContent).toBe('2 of 3 orders checked')
    await click(screen.button('Done'))
    expect(close.onClose).toHaveBeenCalled()
  })

  it('says how many it can ask about, and asks none of more', async () => {
    const many = Array.from({ length: 51 }, (_, n) => order(n + 1, `ORDER${n}`))
    const screen = await openScreen(<AskSuppliersDialog of={purchases} records={many} {...close} />, {})
    expect(screen.find('[role="alert"]').textContent).toBe('51 orders are selected. Ask about at most 50 at a time.')
    expect(screen.calls).toEqual([])
  })
})
