import { afterEach, describe, expect, it, vi } from 'vitest'
import { toasts } from '../../ui/toast-store.web.ts'
import { cellsOf } from '../../ui/resource/list-cells.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../ui/testing/open-screen.tsx'
import { BatchesDialog } from './batches-dialog.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponTester } from './coupon-tester.tsx'
import { worthOf } from './coupon-worth.tsx'
import { coupons } from './coupons.ts'
import { GenerateDialog } from './generate-dialog.tsx'

afterEach(closeScreen)

const coupon = (id: number, code: string) => ({
  id,
  version: 1,
  code,
  status: 'active',
  validFrom: null,
  validUntil: null,
  totalLimit: null,
  timesUsed: 0,
})

describe('pausing several coupons', () => {
  const some = [coupon(1, 'SUMMER'), coupon(2, 'WINTER')]
  const pause = async (results: readonly object[]) => {
    const screen = await openScreen(<CouponActions coupons={some} />, { 'POST /rest/data/coupons/pause': { results } })
    await click(screen.button('Pause'))
    return screen
  }

  it('names those that were not paused, each with its reason', async () => {
    const screen = await pause([
      { id: 1, ok: true },
      { id: 2, ok: false, message: 'Just archived.' },
    ])
    expect(screen.calls).toMatchObject([{ call: 'POST /rest/data/coupons/pause', body: { ids: [1, 2] } }])
    const box = screen.find('[role=alertdialog]').textContent
    expect(box).toContain('WINTER: Just archived.')
    expect(box).not.toContain('SUMMER')
  })

  it('says how many were paused and asks nothing when all were', async () => {
    const screen = await pause([
      { id: 1, ok: true },
      { id: 2, ok: true },
    ])
    expect(toasts.open().map(({ message }) => message)).toEqual(['2 coupons paused'])
    expect(screen.all('[role=alertdialog]')).toEqual([])
  })
})

describe('the discount in the list of coupons', () => {
  const shown = (coupons.list.shown ?? [])
    .flatMap((column) => (typeof column === 'string' ? [] : [column]))
    .find(({ label }) => label === 'Discount')
  const lines = async (record: object) => {
    if (!shown) throw new Error('the list shows no discount')
    const { cell, below } = cellsOf(coupons, shown, coupons.fields.percent, { percent: worthOf }, undefined)
    const row = { ...coupon(1, 'SUMMER'), ...record }
    const screen = await openScreen(
      <>
        <p>{cell(row)}</p>
        <p>{below?.(row)}</p>
      </>,
    )
    return screen.all('p').map(({ textContent }) => textContent)
  }

  it('leads with the share of a percentage, its kind below', async () => {
    expect(await lines({ kind: 'percent', percent: 1000, amounts: [] })).toEqual(['10%', 'Percentage'])
  })

  it('leads with the amount of a fixed one, its kind below', async () => {
    const [value, kind] = await lines({ kind: 'fixed', percent: null, amounts: [{ amount: 4000, currency: 'EUR' }] })
    expect(value).toContain('40.00')
    expect(kind).toBe('Fixed')
  })

  it('says how many other currencies a fixed one has, which are its title', async () => {
    const amounts = [
      { amount: 1000, currency: 'EUR' },
      { amount: 900, currency: 'GBP' },
      { amount: 1100, currency: 'USD' },
    ]
    const record = { ...coupon(1, 'SORRY'), kind: 'fixed', percent: null, amounts }
    const screen = await openScreen(<p>{worthOf(record)}</p>)
    expect(screen.text()).toContain('€10.00 +2')
    expect(screen.all('[title]')[0]?.getAttribute('title')).toBe('€10.00 · £9.00 · US$11.00')
  })
})

describe('trying a coupon on a purchase', () => {
  const verdict = {
    reference: 'ABCDEFGH',
    currency: 'EUR',
    isUsable: true,
    isUsed: false,
    discount: 1234,
    rules: [],
    lines: [],
  }

  it('asks about what was typed, and asks again when the same is tried again', async () => {
    const screen = await openScreen(<CouponTester coupon={coupon(4, 'SUMMER')} />, {
      'GET /rest/data/coupons/4/check': verdict,
    })
    await type(' ABCDEFGH ', screen.find('input'))
    await click(screen.find('section button'))
    expect(screen.calls.map(({ query }) => query)).toEqual([{ purchase: 'ABCDEFGH' }])
    expect(screen.find('[role=status]').textContent).toContain('12.34')
    await click(screen.find('section button'))
    expect(screen.calls).toHaveLength(2)
  })
})

describe('the batches of codes', () => {
  const batch = { id: 1, version: 1, name: 'Fair', prefix: 'FAIR', wanted: 10, made: 4, createdBy: 'Ada' }

  it('are a table as soon as there is one, and a sentence before', async () => {
    const answers = (rows: readonly object[]) => ({ 'GET /rest/data/coupon-batches': rows })
    const none = await openScreen(<BatchesDialog onClose={() => {}} />, answers([]))
    expect(none.all('table')).toEqual([])
    expect(none.all('[role=dialog] p')).toHaveLength(1)
    await closeScreen()
    const one = await openScreen(
      <BatchesDialog onClose={() => {}} />,
      answers([{ ...batch, createdAt: '2026-11-01T10:00:00Z' }]),
    )
    expect(one.find('tbody').textContent).toContain('4 of 10')
  })
})

describe('generating codes', () => {
  const generated = { id: 7, name: 'Spring', prefix: 'SUN-', wanted: 10_000, made: 200, stoppedBecause: null }

  it('says that it is the same when its answer was lost, and then how far it is', async () => {
    let isLost = true
    const screen = await openScreen(<GenerateDialog like={null} onClose={() => {}} />, {
      'POST /rest/data/coupons/generate': () => {
        if (isLost) throw new TypeError('The connection broke off.')
        return generated
      },
      'GET /rest/data/coupon-batches/7': { ...generated, version: 3, made: 4_000 },
    })
    await click(screen.button('Generate'))
    isLost = false
    await click(screen.button('Generate'))
    const keys = vi
      .mocked(window.fetch)
      .mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('Idempotency-Key') ?? [])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(screen.text()).toContain('4,000 of 10,000 codes generated')
    expect(screen.find('[role=progressbar]').getAttribute('aria-valuenow')).toBe('40')
    expect(screen.button('Download CSV').hasAttribute('disabled')).toBe(true)
  })

  it('says what is wrong with a field that it does not show, and nothing before', async () => {
    const screen = await openScreen(<GenerateDialog like={null} onClose={() => {}} />, {
      'POST /rest/data/coupons/generate': new Refused({ count: 'Too many.', cityIds: 'City not found.' }),
    })
    expect(screen.all('[role=alert]')).toEqual([])
    await click(screen.button('Generate'))
    expect(screen.find('form > [role=alert]').textContent).toBe('City not found.')
  })

  it('says why it stopped', async () => {
    const screen = await openScreen(<GenerateDialog like={null} onClose={() => {}} />, {
      'POST /rest/data/coupons/generate': generated,
      'GET /rest/data/coupon-batches/7': {
        ...generated,
        version: 3,
        stoppedBecause: 'The database refused these codes.',
      },
    })
    await click(screen.button('Generate'))
    expect(screen.find('[role=alert]').textContent).toBe('The database refused these codes.')
    expect(screen.all('[role=progressbar]')).toEqual([])
  })
})
