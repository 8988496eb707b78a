import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { Explanation } from '../rule.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
export const db = () => server.database.kysely
export const data = '/rest/data'
const soon = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000)

/** Starts the product for the tests of a file, and stops it after them. */
export function serveRules(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rules' })
    admin = await server.signIn('admin')
    records = maker(db(), resources, examples)
  })
  afterAll(() => server.stop())
}

export interface Made {
  id: number
}

export async function rule(values: object): Promise<Made> {
  const reply = await admin.post(`${data}/rules`, { name: 'Of a test', isEnabled: true, ...values })
  expect([reply.status, reply.body]).toEqual([201, expect.anything()])
  return reply.body as Made
}

/** A published event at one venue with a performance in a number of days, for which the provider asks 50 euros. */
export async function event(
  values: { days?: number; venueId?: number; type?: string } = {},
): Promise<{ id: number; venueId: number; providerId: number }> {
  const providerId = await records.make('providers', { commission: 1_000, isEnabled: true })
  const venueId = values.venueId ?? (await records.make('venues'))
  const id = await records.make('events', {
    name: `Event ${crypto.randomUUID().slice(0, 8)}`,
    slug: crypto.randomUUID(),
    venueId,
    providerId,
    type: values.type ?? 'concert',
    publication: 'published',
    schedule: 'scheduled',
    isHidden: false,
    isEvergreen: false,
    onSaleAt: null,
    offSaleAt: null,
    providerCode: null,
    performerIds: [],
    superEventId: null,
  })
  const startsAt = soon(values.days ?? 10)
  await records.make('performances', {
    eventId: id,
    venueId,
    status: 'onsale',
    startsAt: startsAt.toISOString(),
    localDate: startsAt.toISOString().slice(0, 10),
    localTime: startsAt.toISOString().slice(11, 16),
    timeZone: 'UTC',
    isTimeTba: false,
    currency: 'EUR',
    minPrice: 5_000,
    maxPrice: 9_000,
    available: 10,
    capacity: 100,
    providerCode: null,
  })
  return { id, venueId, providerId }
}

export const explain = async (id: number) => (await admin.get(`${data}/events/${id}/explanation`)).body as Explanation
export const dryRun = async (draft: object, id: number | null = null) =>
  await admin.post(`${data}/rules/dry-run`, { id, draft })
