import { afterEach, describe, expect, it } from 'vitest'
import { PageContext } from '../../../ui/page-context.tsx'
import { RecordPathsProvider } from '../../../ui/resource/record-paths.tsx'
import type { Answers, OpenScreen } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { asksFirst } from './command-fields.tsx'
import { OrderUpdateScreen } from './order-update-screen.tsx'

afterEach(closeScreen)

const purchase = {
  id: 7,
  version: 3,
  reference: 'ABCDEFGH',
  kind: 'event',
  title: 'Tosca',
  contents: '2 tickets',
  customerName: 'Ida Sol',
  bookingStatus: 'confirmed',
  paymentStatus: 'captured',
  fulfilmentStatus: 'awaiting_tickets',
  nextStep: 'deliver_tickets',
  slaState: 'on_time',
  dueAt: null,
  currency: 'EUR',
  grandTotal: 9000,
  captured: 9000,
  refunded: 0,
  travelDate: '2099-06-01',
  localTime: '20:00:00',
  startsAt: '2099-06-01T18:00:00Z',
  timeZone: 'Europe/Madrid',
  cancellationPolicy: [{ until: '2099-05-01T18:00:00Z', refund: 10_000 }],
  answers: [],
  providerReference: null,
}
const commands = [
  { name: 'cancel', label: 'Cancel order…', summary: 'Cancel an order.', isEnding: true, blockedReason: null },
  {
    name: 'approve',
    label: 'Approve…',
    summary: 'Release.',
    isEnding: false,
    blockedReason: 'Booking status: Confirmed.',
  },
]
const preview = { token: 'seen', effects: [{ about: 'customer', text: 'The policy refunds 100%: €90.00.' }] }
const server: Answers = {
  'GET /rest/data/purchases/7': purchase,
  'GET /rest/data/purchases/7/details': {
    id: 7,
    lines: [],
    payments: [],
    refunds: [],
    disputes: [],
    timeline: [],
    customer: null,
    identities: [],
    calledOff: null,
    offeredUntil: null,
  },
  'GET /rest/data/purchases/7/commands': commands,
  'POST /rest/data/purchases/7/commands/cancel/preview': preview,
  'POST /rest/data/purchases/7/commands/cancel': { message: 'Order cancelled', version: 4 },
}

const page = { title: 'Update event purchase', screen: 'purchases/events/update', write: ['purchases'], mayWrite: true }
const paths = (_: string, name: string, id?: number) =>
  name.startsWith('update-') ? `/purchases/${name.slice('update-'.length)}s/update?id=${id}` : null

async function open(answers: Answers = server, changes: Partial<typeof page> = {}): Promise<OpenScreen> {
  return await openScreen(
    <RecordPathsProvider value={paths}>
      <PageContext.Provider value={{ ...page, ...changes }}>
        <OrderUpdateScreen />
      </PageContext.Provider>
    </RecordPathsProvider>,
    answers,
    '/purchases/events/update?id=7',
  )
}

describe('the update page of an order', () => {
  it('lists what is possible now and why the rest is not', async () => {
    const screen = await open()
    expect(screen.find('[aria-label="Possible now"]').textContent).toContain('Cancel order')
    expect(screen.find('[aria-label="Not possible now"]').textContent).toBe(
      'Not possible nowApproveBooking status: Confirmed.',
    )
  })

  it('leads with the command that takes the next step', async () => {
    const deliver = { name: 'deliver', label: 'Mark delivered…', summary: '', isEnding: false, blockedReason: null }
    const screen = await open({ ...server, 'GET /rest/data/purchases/7/commands': [...commands, deliver] })
    const offered = screen.all('[aria-label="Possible now"] button')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Mark delivered…', 'Cancel order…'])
    expect(offered.map((button) => button.getAttribute('data-variant'))).toEqual(['filled', 'default'])
    expect(screen.text()).toContain('the customer doesn’t have all tickets yet')
  })

  it('leads with cancelling where the event was cancelled, and not with what the order waited for', async () => {
    const deliver = { name: 'deliver', label: 'Mark delivered…', summary: '', isEnding: false, blockedReason: null }
    const screen = await open({
      ...server,
      'GET /rest/data/purchases/7': { ...purchase, isCalledOff: true },
      'GET /rest/data/purchases/7/commands': [deliver, ...commands],
    })
    const offered = screen.all('[aria-label="Possible now"] button')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Cancel order…', 'Mark delivered…'])
    expect(offered.map((button) => button.getAttribute('data-variant'))).toEqual(['filled', 'default'])
    expect(screen.text()).toContain('Next: Cancel and refund')
    expect(screen.text()).not.toContain('the customer doesn’t have all tickets yet')
  })

  it('shows what a command will do before it does it, with what was seen', async () => {
    const screen = await open()
    await click(screen.button('Cancel order…'))
    await type('Cannot come', screen.find('textarea'))
    await click(screen.button('Preview'))
    expect(screen.find('[aria-label="Effects"]').textContent).toContain('The policy refunds 100%: €90.00.')
    await click(screen.button('Cancel order'))
    expect(screen.calls.findLast(({ call }) => call.startsWith('POST'))).toMatchObject({
      call: 'POST /rest/data/purchases/7/commands/cancel',
      body: { reason: 'Cannot come', token: 'seen' },
    })
  })

  it('says what is wrong with something that it does not ask for', async () => {
    const approve = { ...commands[0], name: 'approve-request', label: 'Approve request…' }
    const screen = await open({
      ...server,
      'GET /rest/data/purchases/7': { ...purchase, requestedRefund: null },
      'GET /rest/data/purchases/7/commands': [approve],
      'POST /rest/data/purchases/7/commands/approve-request/preview': new Refused({ date: 'Sold out on 8 Dec.' }),
    })
    await click(screen.button('Approve request…'))
    expect(screen.find('[role="dialog"] [role="alert"]').textContent).toBe('Sold out on 8 Dec.')
  })

  it('asks for another preview when what is entered changes', async () => {
    const screen = await open()
    await click(screen.button('Cancel order…'))
    await type('Cannot come', screen.find('textarea'))
    await click(screen.button('Preview'))
    await type('Another reason', screen.find('textarea'))
    expect(screen.all('[aria-label="Effects"]')).toEqual([])
    screen.button('Preview')
  })

  it('offers nothing to press without write', async () => {
    const screen = await open(server, { mayWrite: false })
    expect(screen.all('button').filter(({ textContent }) => textContent === 'Cancel order…')).toEqual([])
    expect(screen.text()).toContain('your role has no write permission on purchases')
    expect(screen.find('[aria-label="Possible now"]').textContent).toContain('Cancel order')
  })

  it('says when nothing can be done', async () => {
    const screen = await open({ ...server, 'GET /rest/data/purchases/7/commands': [] })
    expect(screen.text()).toContain('No actions available for this order.')
  })

  it('says that an order is not there', async () => {
    const screen = await open({})
    expect(screen.text()).toContain('Purchase not found')
  })
})

it('asks who pays for a request only where money goes back', () => {
  expect(asksFirst('approve-request', { requestedRefund: null })).toBe(false)
  expect(asksFirst('approve-request', { requestedRefund: 4_000 })).toBe(true)
})
