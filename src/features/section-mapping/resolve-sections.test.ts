import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { makeMap } from '../places/venues/testing/mapped-venue.server.ts'

let server: TestServer
let admin: Client
let venueId: number
let venueConfigurationId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'resolve sections' })
  admin = await server.signIn('admin')
  const records = maker(server.database.kysely, resources, examples)
  venueId = await records.make('venues')
  venueConfigurationId = await makeMap({ db: server.database.kysely, records }, [{ name: 'Lower 101', rows: ['A'] }], {
    venueId,
  })
})
afterAll(() => server.stop())

const resolve = (rows: readonly object[]) =>
  admin.post(`/rest/data/venue-configurations/${venueConfigurationId}/resolve`, { rows })

it('answers as many rows as one call takes, each as long as it can be, in their order', async () => {
  const junk = ['%s', '😀', '\u202E', 'قطاع', '( [', '1 ']
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    n % 100 === 99
      ? { section: 'Sec 101', row: 'A' }
      : { section: (junk[n % junk.length] ?? '').repeat(1_000).slice(0, 1_000), row: n % 2 ? null : '…'.repeat(200) },
  )
  const { status, body } = await resolve(rows)
  expect(status).toBe(200)
  const placed = (body as { sectionName: string | null; row: string | null }[]).map(({ sectionName, row }) => [
    sectionName,
    row,
  ])
  expect(placed).toEqual(rows.map(({ row }) => (row === 'A' ? ['Lower 101', 'A'] : [null, null])))
})

it('refuses a text that is too long, and says which', async () =>
  expect(await resolve([{ section: '101' }, { section: 'a'.repeat(10_000) }])).toMatchObject({
    status: 422,
    body: { fields: { 'rows.1.section': 'This can have at most 1000 characters.' } },
  }))

it('says what a row is where one is something else', async () =>
  expect(await resolve([{ section: '101' }, null as unknown as { section: string }])).toMatchObject({
    status: 422,
    body: { fields: { 'rows.1': 'A row is an object with a section.' } },
  }))

it('refuses a provider and a performance that there is not, on their fields, and takes null for none', async () => {
  const ask = (more: object) =>
    admin.post(`/rest/data/venue-configurations/${venueConfigurationId}/resolve`, {
      rows: [{ section: '101' }],
      ...more,
    })
  expect(await ask({ providerId: 999_999, performanceId: 999_999 })).toMatchObject({
    status: 422,
    body: {
      fields: {
        providerId: 'No provider has this id.',
        performanceId: 'No performance has this id.',
      },
    },
  })
  expect(await ask({ providerId: null, performanceId: null })).toMatchObject({
    status: 200,
    body: [{ isRefused: false }],
  })
})

it.each(['(', '(?=x)y', '\\1(a)', '(?:a{900}){900}'])(
  'keeps no rule with the pattern %s, even a disabled one',
  async (pattern) => {
    const rule = { scope: 'configuration', venueConfigurationId, field: 'section', match: 'pattern', action: 'refuse' }
    expect(await admin.post('/rest/data/rewrite-rules', { ...rule, pattern, isEnabled: false })).toMatchObject({
      status: 422,
      body: { fields: { pattern: expect.stringContaining('not valid') } },
    })
  },
)

it('saves no range and pattern that rewrite each other, and names the rule', async () => {
  const rule = { scope: 'configuration', venueConfigurationId, field: 'section', action: 'replace', isEnabled: true }
  const save = (more: object) => admin.post('/rest/data/rewrite-rules', { ...rule, ...more })
  const { status, body } = await save({ match: 'number_range', pattern: '101-140', replacement: '{n} Lower' })
  expect(status).toBe(201)
  const { id } = body as { id: number }
  expect(await save({ match: 'pattern', pattern: '(\\d+) lower', replacement: '$1' })).toMatchObject({
    status: 422,
    body: { fields: { replacement: `This makes a loop with #${id} 101-140.` } },
  })
  // In a wider scope, which covers the same listings.
  const wider = { scope: 'venue', venueId, venueConfigurationId: null }
  expect(await save({ ...wider, match: 'pattern', pattern: '(\\d+) lower', replacement: '$1' })).toMatchObject({
    status: 422,
    body: { fields: { replacement: expect.stringContaining(`#${id}`) } },
  })
  expect(await save({ match: 'pattern', pattern: '(\\d+) lower', replacement: 'Lower $1' })).toMatchObject({
    status: 201,
  })
})
