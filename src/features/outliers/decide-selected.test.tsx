import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { DecideSelected } from './decide-selected.tsx'

afterEach(closeScreen)

const rows = [1, 2, 3].map((id) => ({
  id,
  version: 1,
  kind: 'unknown_section',
  status: 'open',
  suggestion: null,
  rawSection: `Block ${id}`,
}))

it('says what was decided when the connection is lost on the way, and can be used again', async () => {
  let isCleared = false
  const screen = await openScreen(
    <DecideSelected
      selected={rows}
      clear={() => {
        isCleared = true
      }}
    />,
    {
      'POST /rest/data/ticket-map-outliers/1/decide': { listings: 0 },
      'POST /rest/data/ticket-map-outliers/2/decide': () => Promise.reject(new TypeError('Failed to fetch')),
    },
  )
  const alert = () => screen.all('[role=alertdialog], [role=dialog]')[0]?.textContent ?? ''
  await click(screen.button('Mark as extra'))
  await expect.poll(alert).toContain('1 of 3 decided')
  expect(alert()).toContain('Block 1: Decided')
  expect(screen.calls.filter(({ call }) => call.endsWith('/decide')).length).toBe(2)
  expect(screen.button('Mark as extra').hasAttribute('disabled')).toBe(false)
  expect(isCleared).toBe(true)
})
