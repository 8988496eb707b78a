import { afterEach, describe, expect, it, vi } from 'vitest'
import { OversellCard } from '../../purchases/oversell-card.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { firstDrafts } from './command-drafts.ts'
import { OversellForm } from './oversell-fields.tsx'
import { shouldKeep } from './oversell-keeper.ts'

afterEach(closeScreen)

const order = { id: 9, kind: 'event', reference: 'QK7M2XWD', at: '2026-11-01T10:00:00Z', outcome: null }
const orders = [order, { ...order, id: 7, reference: 'ABCDEFGH' }]
interface Incident {
  readonly how: string
  readonly places: string
  readonly at: string
  readonly foundBy: null
  readonly orders: { id: number; kind: string; reference: string; at: string; outcome: string | null }[]
}
const oversell: Incident = {
  how: 'same_seats',
  places: 'Stalls · F · 4, 5',
  at: '2026-11-02T10:00:00Z',
  foundBy: null,
  orders,
}
const kept = {
  ...oversell,
  orders: [
    { ...order, outcome: 'kept' },
    { ...order, id: 7 },
  ],
}
const wish = { listingId: null, consent: null, paidBy: 'platform', credit: null, note: null } as const

const open = (
  purchaseId: number,
  of: Incident,
  outcome: 'keep' | 'refund',
  { credit = null, onChange = vi.fn() }: { credit?: number | null; onChange?: () => void } = {},
) =>
  openScreen(
    <OversellForm
      purchaseId={purchaseId}
      draft={{ ...wish, outcome, credit }}
      lines={[]}
      refunds={[]}
      currency="EUR"
      oversell={of}
      requestedRefund={null}
      problems={{}}
      onChange={onChange}
    />,
    {},
  )

describe('the order that keeps seats that were sold twice', () => {
  it('is the one that was confirmed first, until staff have decided', () => {
    expect([shouldKeep(9, oversell), shouldKeep(7, oversell)]).toEqual([true, false])
    expect(
      shouldKeep(7, {
        ...oversell,
        orders: [
          { ...order, outcome: 'refunded' },
          { ...order, id: 7 },
        ],
      }),
    ).toBe(true)
    expect(shouldKeep(7, kept)).toBe(false)
    expect(shouldKeep(9, { ...oversell, how: 'seller' })).toBe(false)
    expect(shouldKeep(9, null)).toBe(false)
  })

  it('is what the form begins with', () => {
    const purchase = { id: 9, kind: 'event', customerName: '', answers: [], providerReference: null } as const
    const begun = (id: number, kind: 'event' | 'product', of: Incident) =>
      firstDrafts['resolve-oversell']({
        purchase: { ...purchase, id, kind, travelDate: '2099-06-01', localTime: null },
        lines: [],
        refunds: [],
        oversell: of,
      }).outcome
    expect(begun(9, 'event', oversell)).toBe('keep')
    expect(begun(7, 'event', oversell)).toBe('replace')
    expect(begun(7, 'product', { ...oversell, how: 'provider' })).toBe('refund')
  })

  it('is named in the form, which asks who pays only where money goes back', async () => {
    const own = (await open(9, oversell, 'keep')).text()
    expect(own).toContain('This order was confirmed first, so it should keep Stalls · F · 4, 5.')
    expect(own).not.toContain('Paid by')
    await closeScreen()
    const other = (await open(7, oversell, 'refund')).text()
    expect(other).toContain('QK7M2XWD was confirmed first, so it should keep')
    expect(other).toContain('Goodwill credit')
    await closeScreen()
    expect((await open(7, kept, 'refund')).text()).toContain('QK7M2XWD keeps Stalls · F · 4, 5.')
    await closeScreen()
    const outside = (await open(9, { ...oversell, how: 'seller' }, 'refund')).text()
    expect(outside).not.toContain('Keep the places with this order')
  })

  it('shows with replacing tickets how the customer agreed, and not the note', async () => {
    const listing = { seller: 'Box', notes: null, available: 4, cost: 9, price: 9, margin: 0, distance: 1, rows: null }
    const worse = { ...listing, listingId: 3, code: 'DC', section: 'Circle', row: null, likeness: 'worse' }
    const screen = await openScreen(
      <OversellForm
        purchaseId={7}
        draft={{ ...wish, outcome: 'replace', listingId: 3, consent: 'By phone', note: 'Two blocks' }}
        lines={[]}
        refunds={[]}
        currency="EUR"
        oversell={oversell}
        requestedRefund={null}
        problems={{}}
        onChange={vi.fn()}
      />,
      {
        'GET /rest/data/purchases/7/replacements': {
          currency: 'EUR',
          section: 'Stalls',
          row: 'F',
          cost: 8,
          margin: 1,
          listings: [worse],
        },
      },
    )
    const typed = [...screen.all('input[type="text"]'), ...screen.all('textarea')].map((field) =>
      'value' in field ? field.value : '',
    )
    expect(screen.text()).toContain('How the customer agreed')
    expect(typed).toContain('By phone')
  })

  it('gives no credit where the order keeps its places, whatever was typed before', async () => {
    const onChange = vi.fn()
    const screen = await open(7, oversell, 'refund', { credit: 500, onChange })
    await click(screen.find('input[value="dismiss"]'))
    expect(onChange).toHaveBeenLastCalledWith({ ...wish, outcome: 'dismiss', credit: null })
    await click(screen.find('input[value="keep"]'))
    expect(onChange).toHaveBeenLastCalledWith({ ...wish, outcome: 'keep', credit: null })
  })

  it('is on the page of each order, with what became of the others', async () => {
    const screen = await openScreen(<OversellCard oversell={kept} />, {})
    expect(screen.text()).toMatch(/Stalls · F · 4, 5.*QK7M2XWD.*Keeps the places.*To resolve/)
  })
})
