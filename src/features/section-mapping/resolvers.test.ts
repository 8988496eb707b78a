import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { mappedVenue } from '../places/venues/testing/mapped-venue.server.ts'
import type { Configuration } from './resolvers.server.ts'
import { configurationColumns, indexesOf, resolversFor } from './resolvers.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'resolvers' })
})
afterAll(() => server?.stop())

it('a map is read with its sections, also when more maps than are kept are asked for in turns', async () => {
  const { kysely: db } = server.database
  const records = maker(db, resources, examples)
  const venueId = await records.make('venues')
  for (let n = 0; n <= 60; n++) {
    const venueConfigurationId = await records.make('venue-configurations', { venueId, name: `Setting ${n}` })
    await records.make('venue-sections', { venueConfigurationId, name: 'Stalls', code: 's1', position: 1 })
  }
  const { rows } = await sql<Configuration>`
    select ${configurationColumns} from venue_configurations c where c.venue_id = ${venueId} order by c.id`.execute(db)
  const sectionsIn = async (some: readonly Configuration[]) =>
    [...(await indexesOf(db, some)).values()].map(({ candidates }) => candidates.length)
  expect(await sectionsIn(rows.slice(0, 60))).toEqual(Array.from({ length: 60 }, () => 1))
  // The last takes the place of the first, which was kept when both were asked for.
  expect(await sectionsIn([...rows.slice(60), ...rows.slice(0, 1)])).toEqual([1, 1])
})

it('listings of one batch have one resolver and one reader of notes where the same rules apply to them', async () => {
  const { kysely: db } = server.database
  const records = maker(db, resources, examples)
  const made = await mappedVenue({ db, records }, ['Stalls'])
  await sql`
    insert into rewrite_rules (scope, field, match, pattern, action, replacement, is_enabled)
    values ('global', 'note', 'token_map', 'wheelchair', 'replace', 'wheelchair', true)`.execute(db)
  const places = [made.performanceId, made.performanceId + 1].map((performanceId) => ({
    configurationId: made.venueConfigurationId,
    providerId: made.providerId,
    performanceId,
  }))
  const resolversAt = await resolversFor(db, places)
  const [first, second, again] = [...places, ...places].map(resolversAt)
  expect(first?.notes('Wheelchair bay')).toMatchObject([{ label: 'wheelchair' }])
  expect(again).toBe(first)
  expect(second?.notes).toBe(first?.notes)
  expect(second?.live).toBe(first?.live)
})
