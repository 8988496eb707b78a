import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import type { DryRow } from './rule.endpoints.ts'
import { TrialDialog } from './trial-dialog.tsx'

afterEach(closeScreen)

const price = (total: number) => ({ price: total - 500, fee: 500, total, margin: 200 })
const row = (id: number, name: string, total: number, afterEffect: string | null): DryRow => ({
  id,
  name,
  currency: 'EUR',
  localDate: '2027-01-03',
  localTime: '19:00',
  performances: 2,
  applies: 2,
  prevails: 2,
  ask: 4000,
  before: price(5000),
  after: price(total),
  beforeEffect: '9% fee',
  afterEffect,
  beatenBy: null,
  isRaised: false,
})

it('shows first which events change, in price or in the rule that is active', async () => {
  const rows = [row(1, 'Same', 5000, '9% fee'), row(2, 'Dearer', 5300, '12% fee'), row(3, 'Other rule', 5000, '5 fee')]
  const screen = await openScreen(<TrialDialog id={1} draft={{}} onClose={() => {}} />, {
    'POST /rest/data/rules/dry-run': { examined: 3, rows, next: null },
  })
  expect(screen.all('tbody th').map(({ textContent }) => textContent?.replace(/3 Jan.*/, ''))).toEqual([
    'Dearer',
    'Other rule',
    'Same',
  ])
  expect(screen.find('[role="status"]').textContent).toMatch(/^2 events change\. It applies to 3/)
})
