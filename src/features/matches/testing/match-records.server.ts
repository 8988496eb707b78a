import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }
export let server: TestServer
export let admin: Client
export let records: Maker
export let home: number
export let away: number

/** Starts the product for the tests of a file, and stops it after them. */
export function serveMatches(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'matches' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    home = await team('Port Amber')
    away = await team('Vale Rovers')
  })
  afterAll(() => server.stop())
}

export const team = (name: string, values: object = {}) =>
  records.make('performers', { name, kind: 'team', sport: 'football', homeVenueId: null, countryId: null, ...values })
let round = 0
const draft = (values: object = {}) => ({
  competition: 'Amber League',
  season: '2036/37',
  round: `Round ${++round}`,
  homePerformerId: home,
  awayPerformerId: away,
  localDate: '2036-10-26',
  localTime: '15:00',
  timeZone: 'Europe/London',
  ...values,
})
export const post = (values: object = {}, who = admin) => who.post('/rest/data/matches', draft(values))
export async function match(values: object = {}): Promise<Row> {
  const reply = await post(values)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
