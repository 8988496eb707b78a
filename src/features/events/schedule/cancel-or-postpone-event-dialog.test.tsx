import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { CancelOrPostponeEventDialog } from './cancel-or-postpone-event-dialog.tsx'

afterEach(closeScreen)

it('performances that stayed are listed with the reason, even where their days can’t be read', async () => {
  const onClose = vi.fn()
  const event = { id: 3, version: 1, name: 'Tosca' }
  const screen = await openScreen(<CancelOrPostponeEventDialog event={event} onClose={onClose} />, {
    'GET /rest/data/events/3/affected': { performances: 1, sold: 0, purchases: 0 },
    'POST /rest/data/events/3/call-off': {
      results: [{ id: 8, ok: false, message: 'It has begun.' }],
      changes: [],
    },
    'GET /rest/data/performances': Response.json({ message: 'Not now.' }, { status: 500 }),
  })
  await click(screen.button('Cancel event'))
  expect(screen.all('[role="dialog"] li').map(({ textContent }) => textContent)).toEqual(['#8 It has begun.'])
  await click(screen.find('[aria-label="Close"]'))
  expect(onClose).toHaveBeenCalled()
})
