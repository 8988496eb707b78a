import { afterEach, describe, expect, it } from 'vitest'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { performances } from '../../events/performance/performances.ts'
import { ProviderEventsCard } from './provider-events-card.tsx'

afterEach(closeScreen)

const suggested = {
  id: 5,
  code: 'TE-5',
  name: 'Arsenal v Chelsea',
  venue: 'Emirates',
  city: 'London',
  localDate: '2027-03-06',
  localTime: '15:00',
  state: 'suggested',
  method: null,
  confidence: 8200,
  isLocked: false,
  decidedBy: null,
  performance: { id: 12, name: 'Arsenal - Chelsea FC', venue: 'Emirates', localDate: '2027-03-06', localTime: '15:00' },
  isGone: false,
  listings: 0,
  leftOut: 0,
  listingsAt: null,
  problem: null,
}
const counts = { suggested: 1, matched: 0, unmatched: 0, ignored: 0 }
const resources = Promise.resolve([performances])
const answers = {
  'GET /rest/data/event-providers/TE/events': { counts, events: [suggested], more: 0, readAt: null, problem: null },
  'POST /rest/data/event-providers/TE/events/decide': { changed: 1 },
  'GET /rest/data/performances': [],
}

describe('another performance for an event of a provider', () => {
  it('begins with the suggested one, by its name', async () => {
    const screen = await openScreen(
      <ResourcesProvider value={() => resources}>
        <ProviderEventsCard code="TE" canEdit />
      </ResourcesProvider>,
      answers,
    )
    await click(screen.button('Change…'))
    const box = screen.find('[role="dialog"] input')
    expect((box as HTMLInputElement).value).toBe('Arsenal - Chelsea FC')
    const match = screen.all('[role="dialog"] button').find(({ textContent }) => textContent === 'Match')
    await click(match as HTMLElement)
    expect(screen.calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      ids: [5],
      decision: 'match',
      performanceId: 12,
    })
  })
})
