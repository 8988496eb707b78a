import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen, type } from '../../../ui/testing/open-screen.tsx'
import { TryDialog } from './try-dialog.tsx'

afterEach(closeScreen)

const letter = {
  reference: 'QK7M2XWD',
  kind: 'ticket',
  to: 'a•••@example.com',
  locale: 'en',
  subject: '',
  paragraphs: [],
}

it('a template is tried on the order that was entered, and on the newest where none was', async () => {
  const text = { subject: 'Your tickets', body: 'Here they are.' }
  const screen = await openScreen(<TryDialog kind="ticket" text={text} onClose={vi.fn()} />, {
    'POST /rest/data/purchases/message-preview': letter,
    'GET /user/locales': [],
  })
  const asked = () =>
    screen.calls
      .filter(({ call }) => call.startsWith('POST'))
      .map(({ body }) => (body as { reference: unknown }).reference)
  expect(asked()).toEqual([null])
  await click(screen.button('Show'))
  await type(' QK7M2XWD ', screen.find('input'))
  await click(screen.button('Show'))
  expect(asked()).toEqual([null, null, 'QK7M2XWD'])
})
