import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../../core/testing/make.server.ts'
import { resources } from '../../../../app/registry.server.ts'
import { examples } from '../../../../app/testing/examples.server.ts'

export type Row = Readonly<Record<string, unknown>> & { readonly id: number }
export let server: TestServer
export let admin: Client
export let records: Maker
export const data = '/rest/data'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveEvents(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'events' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

let count = 0
export async function create(
  values: object = {},
): Promise<{ status: number; body: Row & { fields?: Record<string, string>; message?: string } }> {
  const reply = await admin.post(`${data}/events`, {
    name: `Night ${++count}`,
    type: 'concert',
    venueId: await records.make('venues'),
    providerId: await records.make('providers'),
    ...values,
  })
  return reply as { status: number; body: Row & { fields?: Record<string, string>; message?: string } }
}
