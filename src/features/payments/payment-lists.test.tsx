import { afterEach, expect, it } from 'vitest'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { PaymentsScreen } from './payment-lists.tsx'

afterEach(closeScreen)

const payment = {
  version: 1,
  purchaseId: 9,
  purchase: { id: 9, title: 'ABCDEFGH' },
  orderKind: 'event',
  urgency: 0,
  provider: 'adyen',
  method: 'card',
  cardLast4: '4242',
  currency: 'EUR',
  authorised: 9_900,
  captured: 9_900,
  refunded: 0,
  failure: null,
  createdAt: '2026-11-01T10:00:00Z',
}

it('says what was asked for in a payment that failed, with its reason in plain words, and what was captured of less than that', async () => {
  const rows = [
    { ...payment, id: 1, pspReference: 'one', state: 'failed', captured: 0, failure: 'do_not_honor' },
    { ...payment, id: 2, pspReference: 'two', state: 'captured' },
    { ...payment, id: 3, pspReference: 'three', state: 'captured', captured: 4_000 },
  ]
  const screen = await openScreen(
    <RecordPathsProvider value={() => null}>
      <PaymentsScreen />
    </RecordPathsProvider>,
    { 'GET /rest/data/payments': rows },
  )
  expect(screen.text()).toContain('Declined by the bank')
  expect(screen.text()).not.toContain('honor')
  expect(screen.text().match(/€99\.00/g)).toHaveLength(3)
  expect(screen.text()).toContain('€99.00 €40.00 captured')
})
