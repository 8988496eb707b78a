import { afterEach, expect, it } from 'vitest'
import { click, closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { DecideSelected } from './decide-selected.tsx'
import { OutlierCommands } from './outlier-commands.tsx'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'

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

it('adds no section to a map that has its own outlines', async () => {
  const outlier = { ...rows[0], venueConfigurationId: 7 } as TicketMapOutlier
  const manifest = {
    id: 7,
    version: 1,
    name: 'Concert',
    layout: 'theatre',
    capacity: 0,
    manifestAt: null,
    sections: [],
  }
  const labels = async (map: object | null) => {
    const screen = await openScreen(
      <OutlierCommands outlier={outlier} target="" isForVenue={false} onChange={() => {}} />,
      { 'GET /rest/data/venue-configurations/7/manifest': { ...manifest, map } },
    )
    const found = screen.all('[role=toolbar] button').map(({ textContent }) => textContent)
    await closeScreen()
    return found
  }
  expect(await labels(null)).toContain('Add section…s')
  expect(await labels({ viewBox: '0 0 9 9', shapes: [] })).toEqual([
    'Ignore until…i',
    'Mark as extrax',
    'Map onceo',
    'Accept as rulea',
  ])
})
