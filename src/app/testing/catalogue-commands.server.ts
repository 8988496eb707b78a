import { afterAll, beforeAll, inject } from 'vitest'
import { openTestContext } from './test-context.server.ts'
import type { Client } from './start.server.ts'

// What a malicious user, or a broken client, sends to the catalogue's commands. Lists, forms and bulk edits are
// attacked for every resource elsewhere.

export let testContext: Awaited<ReturnType<typeof openTestContext>>
export let admin: Client
export const ids: Record<string, number> = {}
export const data = '/rest/data'
export const make = (resource: string, values: object = {}) => testContext.maker.make(resource, values as never)
export const day = (n: number) => new Date(Date.UTC(2040, 0, 1 + n)).toISOString().slice(0, 10)

/** Starts the product for the tests of a file, and stops it after them. */
export function serveCatalogue(): void {
  beforeAll(async () => {
    testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'catalogue-attacks' })
    admin = await testContext.server.signIn('admin')
    ids['venue'] = await make('venues', { timeZone: 'Europe/Madrid', latitude: 40.4, longitude: -3.7 })
    ids['configuration'] = await make('venue-configurations', { venueId: ids['venue'] })
    ids['event'] = await make('events', { venueId: ids['venue'] })
    ids['performance'] = await make('performances', { eventId: ids['event'], venueId: ids['venue'] })
    ids['lineup'] = await make('lineups')
    ids['performer'] = await make('performers')
    ids['match'] = await make('matches')
    ids['rule'] = await make('rules')
    ids['tag'] = await make('tags')
    ids['category'] = await make('categories')
    ids['other'] = await make('categories')
    ids['subcategory'] = await make('subcategories')
    ids['city'] = await make('cities')
    ids['country'] = await make('countries')
    ids['review'] = await make('lineup-reviews', { status: 'pending', rejectionReason: null })
  })
  afterAll(() => testContext.close())
}

export const run = {
  durationMinutes: 90,
  doorsMinutes: null,
  capacity: null,
  status: 'onsale',
  venueConfigurationId: null,
}
export const section = (code: string) => ({
  code,
  name: code,
  zone: null,
  rank: 1,
  isGeneralAdmission: false,
  rows: [],
  capacity: null,
  viewImageUrl: null,
})
export const fixtures = () => ({
  fileName: 'a.csv',
  content: 'home,away,date,time\nPort Amber,Vale Rovers,2036-08-02,15:00',
  sport: 'football',
  timeZone: 'Europe/London',
  competition: 'Amber',
  season: '2036',
})
