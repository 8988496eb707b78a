import { afterEach, describe, expect, it, vi } from 'vitest'
import { MessageBoxes } from '../../../ui/message-boxes.tsx'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { CommandDialog } from './command-dialog.tsx'
import type { CommandName } from './command-drafts.ts'
import { commandNamed } from './command-drafts.ts'

afterEach(closeScreen)

// Edge: what a form needs of an order and no more.
const purchase = {
  id: 7,
  version: 1,
  kind: 'event',
  reference: 'QK7M2XWD',
  customerName: 'Ida Sol',
  answers: [],
  currency: 'EUR',
  requestedRefund: null,
} as never
const line = {
  position: 1,
  kind: 'item',
  title: 'Stalls',
  quantity: 2,
  amount: 1_000,
  section: 'A',
  row: '1',
  seats: ['1', '2'],
  holderNames: ['Ida', 'Ada'],
  delivered: 0,
}
const details = { lines: [line], refunds: [], oversell: null } as never

/** What a form and the alert above its buttons say of a refusal. */
async function refusedBy(name: CommandName, refusal: unknown) {
  const path = commandNamed(name)?.preview.path.replace(':id', '7')
  const dialog = <CommandDialog {...{ name, purchase, details }} onClose={vi.fn()} onDone={vi.fn()} />
  const screen = await openScreen(dialog, { [`POST ${path}`]: refusal })
  await click(screen.button('Preview'))
  return { text: screen.find('[role="dialog"]').textContent, alerts: screen.all('[role="alert"]') }
}

describe('what the server refuses of a command', () => {
  it.each([
    ['reassign-seats', 'seats.1'],
    ['change-names', 'holders.0.names.1'],
    ['deliver', 'lines.0.position'],
  ] as const)('is said on the field that has the entry: %s, %s', async (name, path) => {
    const { text, alerts } = await refusedBy(name, new Refused({ [path]: 'This one is wrong.' }))
    expect(text).toContain('This one is wrong.')
    expect(alerts).toEqual([])
  })

  it('is said above the buttons where the form has no such field now', async () => {
    const refusal = new Refused({ amount: 'No payment has that much left.', iban: 'Enter the IBAN.' })
    const { alerts } = await refusedBy('refund', refusal)
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['No payment has that much left. Enter the IBAN.'])
  })

  it('is said above the buttons where a supplier names no field', async () => {
    const refusal = Response.json({ message: 'The supplier says no.', fields: {} }, { status: 409 })
    const { alerts } = await refusedBy('refund', refusal)
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['The supplier says no.'])
  })
})

describe('a command that is closed', () => {
  it('asks first only where something was entered', async () => {
    const onClose = vi.fn()
    const props = { name: 'change-names', purchase, details, onClose, onDone: vi.fn() } as const
    const screen = await openScreen([<CommandDialog key="dialog" {...props} />, <MessageBoxes key="boxes" />])
    await click(screen.button('Close'))
    expect(onClose).toHaveBeenCalledTimes(1)
    await type('Eva Sol', screen.find('[role="dialog"] input'))
    await click(screen.button('Close'))
    expect(screen.text()).toContain('Unsaved changes will be lost.')
    await click(screen.button('Stay'))
    expect(onClose).toHaveBeenCalledTimes(1)
    await click(screen.button('Close'))
    await click(screen.button('Leave'))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})
