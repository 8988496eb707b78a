import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../../core/testing/make.server.ts'
import { resources } from '../../../../app/registry.server.ts'
import { examples } from '../../../../app/testing/examples.server.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number }
interface Reply {
  readonly status: number
  readonly body: unknown
}
export let server: TestServer
export let admin: Client
export let records: Maker
export let venueId: number
export let eventId: number

export const data = '/rest/data'
export const fieldsOf = ({ body }: Reply) => (body as { fields?: Record<string, string> }).fields ?? {}
export const run = <T>(query: { execute(db: never): Promise<T> }) => query.execute(server.database.kysely as never)

/** Starts the product for the tests of a file, and stops it after them. */
export function serveSchedule(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'schedule' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    venueId = await records.make('venues', {
      timeZone: 'Europe/Madrid',
      latitude: 40.4,
      longitude: -3.7,
      capacity: 800,
    })
  })
  afterAll(() => server.stop())
  beforeAll(async () => {
    eventId = await newEvent()
  })
}

/** An event of its own, so that the tests do not meet one another's performances. */
export async function newEvent(values: object = {}): Promise<number> {
  const cityId = ((await admin.get(`${data}/venues/${venueId}`)).body as { cityId: number }).cityId
  return await records.make('events', { venueId, cityId, publication: 'draft', ...values })
}

export const run1 = {
  durationMinutes: 120,
  doorsMinutes: 60,
  capacity: null,
  status: 'onsale',
  venueConfigurationId: null,
}
export const create = (event: number, starts: readonly object[], more: object = {}) =>
  admin.post(`${data}/events/${event}/performances`, { venueId, starts, ...run1, ...more })
export const performance = async (id: number) => (await admin.get(`${data}/performances/${id}`)).body as Row
export async function createOne(event: number, localDate: string, localTime: string | null): Promise<number> {
  const reply = await create(event, [{ localDate, localTime }])
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { created: number[] }).created[0] ?? 0
}
