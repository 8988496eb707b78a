import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { SendDialog } from './message-dialogs.tsx'
import type { MessageKind } from './message-kinds.ts'

afterEach(closeScreen)

const kinds = (['confirmation', 'ticket', 'voucher'] as const).map((kind) => ({
  kind,
  name: kind,
  blockedReason: kind === 'voucher' ? 'It has none.' : null,
}))
const letter = { to: 'a@example.com', locale: 'en', subject: 'Your tickets', paragraphs: ['Here they are.'] }

async function chosenAfter(last: MessageKind | undefined): Promise<string> {
  const screen = await openScreen(
    <SendDialog id={7} kinds={kinds} last={last} onSent={async () => {}} onClose={() => {}} />,
    { 'GET /rest/data/purchases/7/message-preview': letter },
  )
  const { value } = screen.find('select') as HTMLSelectElement
  await closeScreen()
  return value
}

it('opens on the message that was sent last, or the first one possible', async () => {
  expect(await chosenAfter(undefined)).toBe('confirmation')
  expect(await chosenAfter('ticket')).toBe('ticket')
  expect(await chosenAfter('voucher')).toBe('confirmation')
})
