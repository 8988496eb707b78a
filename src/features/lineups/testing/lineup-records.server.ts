import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { ContentsQuery } from '../lineup.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }
export let server: TestServer
export let admin: Client
export let records: Maker

/** Starts the product for the tests of a file, and stops it after them. */
export function serveLineups(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'lineups' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
let count = 0
export async function lineup(values: object = {}): Promise<Row> {
  const reply = await admin.post('/rest/data/lineups', { name: `Lineup ${++count}`, type: 'curated', ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}
/** A public event with a performance so many days from now. */
export async function event(name: string, inDays: number, values: object = {}): Promise<number> {
  const id = await records.make('events', {
    name,
    publication: 'published',
    isHidden: false,
    schedule: 'scheduled',
    type: 'concert',
    performerIds: [],
    ...values,
  })
  await performance(id, inDays)
  return id
}
/** A performance on sale so many days from now. */
export async function performance(eventId: number, inDays: number): Promise<void> {
  const startsAt = new Date(Date.now() + inDays * 86_400_000)
  startsAt.setUTCHours(20, 0, 0, 0)
  const localDate = startsAt.toISOString().slice(0, 10)
  await records.make('performances', {
    eventId,
    timeZone: 'UTC',
    localDate,
    localTime: '20:00',
    isTimeTba: false,
    isDateTbd: false,
    doorsTime: null,
    startsAt: startsAt.toISOString(),
    status: 'onsale',
  })
}
export const everything: ContentsQuery = {
  id: null,
  membership: 'living',
  isOfBill: false,
  eventTypes: [],
  cityIds: [],
  venueIds: [],
  nameContains: null,
  fromDate: null,
  untilDate: null,
  maxEvents: 60,
  pinnedEventIds: [],
  excludedEventIds: [],
}
