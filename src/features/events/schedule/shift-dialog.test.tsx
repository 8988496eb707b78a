import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { click, closeScreen, openScreen, type } from '../../../ui/testing/open-screen.tsx'
import { readPerformanceCalendar } from '../notices/schedule.endpoints.ts'
import { ShiftDialog } from './shift-dialog.tsx'

afterEach(closeScreen)

/** A calendar with the dialog over it. */
function Page() {
  useAnswer(readPerformanceCalendar, { query: { from: '2026-12-01', until: '2026-12-31' } })
  const [isOpen, setOpen] = useState(true)
  return isOpen && <ShiftDialog chosen={[{ id: 5, version: 1 }]} onClose={() => {}} onDone={() => setOpen(false)} />
}

it('shifts performances once, however long the calendar takes to be read again', async () => {
  let reads = 0
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const calendar = { days: [] }
  const screen = await openScreen(<Page />, {
    [`GET ${readPerformanceCalendar.path}`]: () => (++reads === 1 ? calendar : promise),
    'POST /rest/data/performances/shift': { results: [{ id: 5, ok: true }], changes: [] },
  })
  await type('30', screen.find('#field-minutes'))
  await click(screen.button('Shift'))
  expect(reads).toBe(2)
  expect(screen.all('[role=dialog]')).toEqual([])
  await act(async () => resolve(calendar))
})
