import { afterEach, expect, it, vi } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { ReplacementForm } from './replacement-fields.tsx'

afterEach(closeScreen)

const one = { seller: 'Box Office', notes: null, available: 4, cost: 9_900, price: 11_000, margin: 1_000, distance: 12 }
const compared = {
  currency: 'EUR',
  section: 'Stalls',
  row: 'F',
  cost: 8_100,
  margin: 2_800,
  listings: [
    { ...one, listingId: 1, code: 'B', section: 'Stalls', row: 'C', likeness: 'same_section', rows: -3 },
    { ...one, listingId: 3, code: 'E', section: 'Stalls', row: 'E', likeness: 'same_section', rows: -1 },
    { ...one, listingId: 4, code: 'G', section: 'Stalls', row: 'G', likeness: 'same_section', rows: 1 },
    { ...one, listingId: 2, code: 'DC', section: 'Dress Circle', row: null, likeness: 'worse', rows: null },
  ],
}
const open = (listingId: number) =>
  openScreen(
    <ReplacementForm
      purchaseId={7}
      draft={{ listingId, consent: null }}
      lines={[]}
      refunds={[]}
      currency="EUR"
      oversell={null}
      requestedRefund={null}
      problems={{}}
      onChange={vi.fn()}
    />,
    { 'GET /rest/data/purchases/7/replacements': compared },
  )

it('compares other tickets with those of the order, and asks for consent where they are not as good', async () => {
  const alike = (await open(1)).text()
  for (const words of [
    'Now Stalls · row F, for €81.00. Margin €28.00.',
    'Same section · 12% of the map away · 3 rows nearer',
    'Same section · 12% of the map away · 1 row nearer',
    'Same section · 12% of the map away · 1 row farther',
    'cost €99.00, sells at €110.00 · margin €28.00 → €10.00',
  ])
    expect(alike).toContain(words)
  expect(alike).not.toContain('How the customer agreed')
  await closeScreen()
  expect((await open(2)).text()).toContain('How the customer agreed')
})
