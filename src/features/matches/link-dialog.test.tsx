import { afterEach, expect, it, vi } from 'vitest'
import { toasts } from '../../ui/toast-store.web.ts'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { LinkDialog } from './link-dialog.tsx'

afterEach(closeScreen)

it.each([
  [[false, false], [], '2 matches not linked'],
  [[true, false], ['1 match linked'], '1 match not linked'],
])('matches that could not be linked are named with the reason: %o', async (linked, said, title) => {
  const chosen = [
    { id: 1, version: 1, name: 'Arsenal v Chelsea' },
    { id: 2, version: 1, name: 'Lyon v Nice' },
  ]
  const event = { id: 5, name: 'Derby' }
  const links = ({ body }: { body: { apply: boolean } }) => ({
    results: [1, 2].map((id, at) =>
      !body.apply || linked[at] ? { id, ok: true, event } : { id, ok: false, event: null, message: 'It was linked.' },
    ),
  })
  const screen = await openScreen(<LinkDialog chosen={chosen} onClose={vi.fn()} onDone={vi.fn()} />, {
    'POST /rest/data/matches/links': links,
  })
  await click(screen.button('Link 2'))
  expect(toasts.open().map(({ message }) => message)).toEqual(said)
  expect(screen.text()).toContain(title)
  expect(screen.text()).toContain('Lyon v Nice: It was linked.')
})
