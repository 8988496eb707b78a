import { act, Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { products } from '../products/products.ts'
import type { AliasMember, AliasMembers, SupplierComparison } from './alias.endpoints.ts'
import { readComparison } from './alias.endpoints.ts'
import { aliases } from './aliases.ts'
import { MembersPanel } from './members-panel.tsx'
import { SupplierComparisonPanel } from './supplier-comparison-panel.tsx'

afterEach(closeScreen)

const resources = Promise.resolve([aliases, products])
const path = '/rest/data/aliases/7'
const memberOf = (productId: number, title: string, isPinned: boolean): AliasMember => ({
  productId,
  title,
  provider: { id: 1, title: 'Palco Directo' },
  rank: productId,
  isPinned,
  isPrimary: true,
  primary: { id: 7, title: 'Harbour' },
  aliasCount: 1,
  status: 'live',
  suspendedBecause: null,
  price: 4500,
  net: 4000,
  currency: 'EUR',
  rating: null,
  reviewCount: 0,
  departures: null,
})
const membersWith = (pinned: number | null, policy: AliasMembers['policy']): AliasMembers => ({
  policy,
  choice: null,
  members: [memberOf(1, 'Walk', pinned === 1), memberOf(2, 'Ride', pinned === 2)],
})

/** What the page has beside the members, and is read again with them. */
function Comparison() {
  useAnswer(readComparison, { params: { id: 7 } })
  return null
}

/** Two products, the second of which gets pinned and sold. `readAgain` is what is read of the members after that. */
async function opened(sell: () => unknown, readAgain: () => unknown) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let reads = 0
  let comparisons = 0
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <Suspense>
        <MembersPanel alias={{ id: 7, version: 1 }} />
        <Comparison />
      </Suspense>
    </ResourcesProvider>,
    {
      [`GET ${path}/members`]: () => (reads++ === 0 ? membersWith(null, 'cheapest') : readAgain()),
      [`GET ${path}/supplier-comparison`]: () => (comparisons++ === 0 ? {} : promise),
      [`POST ${path}/sell-product`]: sell,
      [`PUT ${path}/members`]: membersWith(2, 'pinned'),
    },
  )
  await click(screen.find('[aria-label="Pin Ride"]'))
  await click(screen.button('Pin and sell it'))
  return {
    ...screen,
    /** The comparison is read again as well, which is the last of it. */
    compare: () => act(async () => resolve({})),
    pinned: () => screen.find('[aria-label="Pin Ride"]').getAttribute('aria-pressed'),
    moved: () => screen.calls.find(({ call }) => call.startsWith('PUT'))?.body,
  }
}
const moved = {
  seen: [1, 2],
  members: [
    { productId: 2, isPinned: true },
    { productId: 1, isPinned: false },
  ],
}

describe('a product that is pinned and sold', () => {
  it('shows what was read again, though the comparison took longer, and the next move leaves the pin there', async () => {
    const read = membersWith(2, 'pinned')
    const screen = await opened(
      () => read,
      () => ({ ...read, members: [...read.members, memberOf(3, 'Sail', false)] }),
    )
    await screen.compare()
    await expect.poll(screen.text).toContain('Sail')
    expect(screen.pinned()).toBe('true')
    await click(screen.find('[aria-label="Move Ride up"]'))
    expect(screen.moved()).toEqual({ seen: [1, 2, 3], members: [...moved.members, { productId: 3, isPinned: false }] })
  })

  it('keeps its pin in a move that is made before the server has answered', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened(
      () => promise,
      () => membersWith(2, 'pinned'),
    )
    await click(screen.find('[aria-label="Move Ride up"]'))
    await act(async () => resolve(membersWith(2, 'pinned')))
    await screen.compare()
    await expect.poll(screen.moved).toEqual(moved)
  })

  it('keeps its pin where the members cannot be read again', async () => {
    const screen = await opened(
      () => membersWith(2, 'pinned'),
      () => Promise.reject(new TypeError('Failed to fetch')),
    )
    await screen.compare()
    expect(screen.pinned()).toBe('true')
  })

  it('has no pin where that is refused', async () => {
    const screen = await opened(
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => membersWith(null, 'cheapest'),
    )
    await screen.compare()
    await expect.poll(screen.pinned).toBe('false')
  })
})

describe('the comparison beside the products', () => {
  const seen = { orders: 20, rejected: 5, cancelled: 0, rejectionRate: 2_500, keptShare: 7_600, expectedProfit: 380 }
  const unseen = { orders: null, rejected: null, cancelled: null, rejectionRate: null, keptShare: null }
  const compared = (days: number | null): SupplierComparison => ({
    days,
    verdict: null,
    contenders: [
      {
        ...memberOf(1, 'Walk', false),
        isLive: true,
        isSold: false,
        cancellationPolicy: 'ALL_SALES_FINAL',
        cancellationHours: null,
        margin: 500,
        marginShare: 1_111,
        ...(days === null ? { ...unseen, expectedProfit: null } : seen),
      },
    ],
  })
  const shown = async (days: number | null) =>
    await openScreen(
      <ResourcesProvider value={() => resources}>
        <SupplierComparisonPanel alias={{ id: 7, version: 1 }} />
      </ResourcesProvider>,
      { [`GET ${path}/supplier-comparison`]: compared(days) },
    )
  const sales = /Orders kept|5 of 20 rejected|Expected profit/

  it('says what became of orders to people who see purchases', async () => {
    expect((await shown(365)).text()).toMatch(sales)
  })

  it('has prices, margins, ratings and the command without them for all others, and no failure', async () => {
    const screen = await shown(null)
    expect(screen.text()).not.toMatch(sales)
    expect(screen.text()).toMatch(/Price.*Margin.*Rating.*Walk.*€45\.00.*€5\.00/)
    expect(screen.text()).toContain('People who can see purchases also see what became of the orders')
    expect(screen.all('td, [role="cell"]')).toHaveLength(3)
    expect(screen.button('Sell this one')).toBeTruthy()
  })
})
