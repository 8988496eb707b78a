import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { FailedItems } from './failed-items.tsx'
import { listFailedItems, replayItems } from './workers.endpoints.ts'

afterEach(closeScreen)

it('what is refused of a corrected item and is on no field is above the buttons', async () => {
  const item = { id: '3', title: 'Order 3', href: '/', error: 'No', failedAt: '2026-11-01T10:00:00Z', attempts: 1 }
  const at = (path: string) => path.replace(':name', 'sync')
  const screen = await openScreen(<FailedItems name="sync" mayWrite />, {
    [`GET ${at(listFailedItems.path)}`]: { items: [{ ...item, values: {} }], count: 1, fields: [] },
    [`POST ${at(replayItems.path)}`]: new Refused({ values: 'This item can’t be corrected.' }),
  })
  await click(screen.button('Edit and retry…'))
  await click(screen.find('[role="dialog"] button[type="submit"]'))
  expect(screen.find('[role="dialog"] [role="alert"]').textContent).toBe('This item can’t be corrected.')
})
