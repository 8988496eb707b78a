import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client } from '../../src/app/testing/start.server.ts'
import { type Maker, maker } from '../../src/core/testing/make.server.ts'
import { resources } from '../../src/app/registry.server.ts'
import { examples } from '../../src/app/testing/examples.server.ts'

interface Made {
  readonly id: number
  readonly name: string
}
const data = '/rest/data'
export let product: Product
let admin: Client
export let records: Maker
export let venue: Made
export let providerId: number
let last = 0

/** Starts the product for the flows of a file, and stops it after them. */
export function startEvents(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'events' })
    admin = await product.server.signIn('admin')
    records = maker(product.server.database.kysely, resources, examples)
    const venueId = await records.make('venues', {
      name: 'Flow Hall',
      timeZone: 'Europe/Madrid',
      latitude: 40.4,
      longitude: -3.7,
      capacity: 900,
    })
    venue = { id: venueId, name: 'Flow Hall' }
    providerId = await records.make('providers', { name: 'Flow Provider' })
  })
  afterAll(() => product.stop())
}

export async function newEvent(): Promise<Made> {
  const reply = await admin.post(`${data}/events`, {
    name: `Night ${++last}`,
    type: 'concert',
    venueId: venue.id,
    providerId,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Made
}

export async function perform(event: Made, localDate: string, localTime = '20:00'): Promise<number> {
  const reply = await admin.post(`${data}/events/${event.id}/performances`, {
    venueId: venue.id,
    venueConfigurationId: null,
    starts: [{ localDate, localTime }],
    durationMinutes: 120,
    doorsMinutes: 60,
    capacity: null,
    status: 'onsale',
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return (reply.body as { created: number[] }).created[0] ?? 0
}
export const performance = async (id: number) =>
  (await admin.get(`${data}/performances/${id}`)).body as Record<string, unknown>
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
