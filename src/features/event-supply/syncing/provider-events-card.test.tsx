import { afterEach, describe, expect, it, vi } from 'vitest'
import { http } from '../../../core/browser/http-client.web.ts'
import { ResourcesProvider } from '../../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen, Refused } from '../../../ui/testing/open-screen.tsx'
import { toasts } from '../../../ui/toast-store.web.ts'
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

it('warns where fewer events were decided than chosen, and says why none was', async () => {
  const shown: string[] = []
  http.presentFailuresWith({ showError: (text) => shown.push(text) })
  const decide = vi
    .fn()
    .mockReturnValueOnce({ changed: 0 })
    .mockReturnValue(new Refused({ ids: 'Choose at most 500 events.' }))
  const screen = await openScreen(<ProviderEventsCard code="TE" canEdit />, {
    ...answers,
    'POST /rest/data/event-providers/TE/events/decide': decide,
  })
  const ignore = async () => {
    await click(screen.find('input[type="checkbox"]'))
    await click(screen.button('Ignore'))
  }
  await ignore()
  expect(toasts.open()).toMatchObject([{ type: 'warning', message: '0 events ignored' }])
  await ignore()
  expect(shown).toEqual(['Refused'])
})

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
