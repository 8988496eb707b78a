import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type EventReader, follow, newTab } from './live.server.ts'

const postgresUrl = inject('postgresUrl')

/** Embedded first: its one connection hears what it does itself. */
export const engines = [
  ['the embedded engine', null],
  ...(postgresUrl === null ? [] : [['PostgreSQL', postgresUrl] as const]),
] as const

export let server: TestServer
export let admin: Client
let last = 0
export const next = () => ++last
const open: EventReader[] = []

/** Starts the product on one engine for the tests of a file, and stops it after them. */
export function serveLive(databaseUrl: string | null): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: databaseUrl, name: 'live' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server?.stop())
  afterEach(() => {
    for (const reader of open.splice(0)) reader.close()
  })
}

export async function listen(
  client: Client,
  resources = 'coupons',
  tab = newTab(),
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  const reader = await follow(server.url, client.token, resources, tab, headers)
  open.push(reader)
  return reader
}
export async function create(client = admin, headers = {}): Promise<{ id: number; version: number }> {
  const reply = await client.post(
    '/rest/data/coupons',
    { code: `LIVE-${++last}`, name: 'Live', percent: 500, status: 'active' },
    headers,
  )
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as { id: number; version: number }
}
export const heard = (reader: EventReader) =>
  reader.events.map(({ event }) => event).filter((event) => event !== 'hello')
