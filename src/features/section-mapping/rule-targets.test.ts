import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { makeMap } from '../places/venues/testing/mapped-venue.server.ts'

// One map more than are read at once, in a venue of its own and in one that has them all; only the last has a Vineyard.
const others = 41

let server: TestServer
let admin: Client
let venueId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rule targets' })
  admin = await server.signIn('admin')
  const { kysely: db } = server.database
  const records = maker(db, resources, examples)
  venueId = await records.make('venues')
  for (let n = 0; n <= others; n++) {
    const sections = [n === others ? { name: 'Vineyard', rows: ['ZZ'] } : { name: 'Stalls', rows: ['A'] }]
    await makeMap({ db, records }, sections, { venueId, name: `Setting ${n}` })
  }
})
afterAll(() => server.stop())

const save = (more: object) =>
  admin.post('/rest/data/rewrite-rules', {
    scope: 'global',
    field: 'section',
    match: 'exact',
    action: 'replace',
    isEnabled: true,
    ...more,
  })

it('a global rule hits nothing that is right on any map, however many there are', async () => {
  expect(await save({ pattern: 'Vineyard', replacement: 'Stalls' })).toMatchObject({
    status: 422,
    body: { fields: { pattern: 'It would change placements that are already right: Vineyard.' } },
  })
  expect(await save({ field: 'row', pattern: 'ZZ', replacement: 'A' })).toMatchObject({
    status: 422,
    body: { fields: { pattern: 'It would change placements that are already right: ZZ.' } },
  })
})

it('a global rule can name what only the last of many maps has', async () => {
  expect(await save({ pattern: 'Winegarden', replacement: 'Vineyard' })).toMatchObject({ status: 201 })
  expect(await save({ pattern: 'Winehouse', replacement: 'Cellar' })).toMatchObject({
    status: 422,
    body: { fields: { replacement: 'No map in its scope has Cellar.' } },
  })
})

it('a rule of a venue names what each of its maps has, and says which have not', async () =>
  expect(await save({ scope: 'venue', venueId, pattern: 'Orchestra', replacement: 'Stalls' })).toMatchObject({
    status: 422,
    body: { fields: { replacement: expect.stringContaining(`Setting ${others}`) } },
  }))

it('another scope or action lets go of what the old one had, and refuses what was sent beside it', async () => {
  const { kysely: db } = server.database
  const { rows } = await sql<{ id: number }>`select id from venue_configurations order by id limit 1`.execute(db)
  const venueConfigurationId = rows[0]?.id ?? 0
  const inConfiguration = { scope: 'configuration', venueConfigurationId, pattern: 'Pit', replacement: 'Stalls' }
  expect(await save({ ...inConfiguration, venueId })).toMatchObject({
    status: 422,
    body: { fields: { venueId: 'Venue must be blank in this scope.' } },
  })
  const { body } = await save({ ...inConfiguration, isEnabled: false })
  const { id, version, place } = body as { id: number; version: number; place: string }
  expect(place).toMatch(/, Setting 0$/)
  const path = `/rest/data/rewrite-rules/${id}`
  expect(await admin.patch(path, { version, scope: 'venue', venueId, providerId: 1 })).toMatchObject({
    status: 422,
    body: { fields: { providerId: 'Provider must be blank in this scope.' } },
  })
  const moved = await admin.patch(path, { version, scope: 'venue', venueId })
  expect(moved).toMatchObject({ status: 200, body: { scope: 'venue', venueId, venueConfigurationId: null } })
  const refusing = await admin.patch(path, { version: version + 1, action: 'refuse' })
  expect(refusing).toMatchObject({ status: 200, body: { action: 'refuse', replacement: null } })
})
