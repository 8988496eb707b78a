import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../core/browser/session.web.ts'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { TranslationListScreen } from './translation-list-screen.tsx'

afterEach(closeScreen)

const resources = Promise.resolve([])

it('the translations offer downloads only to people who can export them', async () => {
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <TranslationListScreen />
    </ResourcesProvider>,
    {
      'GET /rest/data/translations/completeness': { sourceLocale: 'en', locales: [], fields: [] },
      'GET /rest/data/translations': { units: [], hasMore: false },
    },
  )
  const downloads = () => screen.all('button').filter(({ textContent }) => textContent?.startsWith('Export') === true)
  expect(downloads()).toHaveLength(2)
  const reader = { role: 'read-only', first_name: 'Rea', last_name: 'Lee', email: 'rea@marquee.example' }
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ user: reader, permissions: [] }))
  await act(() => loadSession('token of a reader'))
  expect(downloads()).toEqual([])
})

it('the translations say of each language what readers get, and why that is not all', async () => {
  const screen = await openScreen(
    <ResourcesProvider value={() => resources}>
      <TranslationListScreen />
    </ResourcesProvider>,
    {
      'GET /rest/data/translations/completeness': {
        sourceLocale: 'en',
        locales: ['es', 'fr'].map((code, id) => ({ id, code, name: code, nativeName: code, isOnSite: true })),
        fields: [
          {
            resource: 'categories',
            field: 'name',
            total: 10,
            locales: {
              es: { machine: 3, draft: 1, in_review: 0, approved: 4, public: 4, outdated: 1 },
              fr: { machine: 8, draft: 0, in_review: 0, approved: 2, public: 10, outdated: 0 },
            },
          },
        ],
      },
      'GET /rest/data/translations': { units: [], hasMore: false },
    },
  )
  expect(screen.all('tbody td button').map(({ textContent }) => textContent)).toEqual([
    '40% 1 missing, 1 outdated, 4 not approved',
    '100% complete',
  ])
})
