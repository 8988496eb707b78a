import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { ContentsPreview } from './contents-preview.tsx'

afterEach(closeScreen)

const event = {
  isPinned: false,
  venue: 'Hall',
  city: 'Madrid',
  localDate: null,
  localTime: null,
  timeZone: 'Europe/Madrid',
  schedule: 'postponed',
  publication: 'published',
  change: 'none',
  was: null,
}
const answer = {
  events: [
    { ...event, id: 1, name: 'Undecided', isDateTbd: true },
    { ...event, id: 2, name: 'Over', isDateTbd: false },
  ],
  total: 2,
  excluded: [],
  gone: [],
  reviewedAt: null,
  reviewedBy: null,
}

it('shows that the day of a postponed event is undecided, unlike one without upcoming performances', async () => {
  const draft = { membership: 'living', maxEvents: 60, pinnedEventIds: [], excludedEventIds: [] }
  const screen = await openScreen(<ContentsPreview draft={draft} record={null} readOnly setField={() => {}} />, {
    'POST /rest/data/lineups/contents': answer,
  })
  expect(screen.all('li').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Undecided.*Date to be decided/),
    expect.stringMatching(/^Over.*nothing upcoming/),
  ])
})
