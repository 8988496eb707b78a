import { afterEach, expect, it, vi } from 'vitest'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { RunDialog } from './run-dialog.tsx'

afterEach(closeScreen)

const parameter = { name: 'supplier', label: 'Supplier', hint: null, kind: 'text', options: [], max: null }
// Edge: what the dialog needs of a worker and no more.
const worker = { name: 'sync', label: 'Sync', does: 'Reads.', paused: null, parameters: [parameter] } as never

it.each([
  [new Refused({ supplier: 'Unknown.', retryOf: 'Only a failed run can be retried.' }), 'Only a failed run'],
  [Response.json({ message: 'Not while it is drained.' }, { status: 422 }), 'Not while it is drained.'],
])('what is refused of a run and is on no field is above its buttons', async (refusal, words) => {
  const screen = await openScreen(<RunDialog worker={worker} onClose={vi.fn()} />, {
    'POST /rest/data/workers/sync/run': refusal,
  })
  await click(screen.button('Run now'))
  const alerts = screen.all('[role="dialog"] [role="alert"]').map(({ textContent }) => textContent)
  expect(alerts).toEqual([expect.stringContaining(words)])
})
