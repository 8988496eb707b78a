import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { FixtureInput, FixturePreview } from '../fixture.endpoints.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let editor: Client
export let records: Maker

/** Starts the product for the tests of a file, and stops it after them. */
export function serveFixtures(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'fixtures' })
    admin = await server.signIn('admin')
    editor = await server.signIn('catalogue-editor')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export const at = '/rest/data/matches/fixtures'
export const input = (fileName: string, content: string, more: Partial<FixtureInput> = {}) => ({
  fileName,
  content,
  sport: 'football',
  timeZone: 'Europe/London',
  ...more,
})
export async function preview(body: object): Promise<FixturePreview> {
  const reply = await admin.post(`${at}/preview`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as FixturePreview
}
export async function imported(body: object, who = admin): Promise<Record<string, number>> {
  const reply = await who.post(at, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Record<string, number>
}

export const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
export const clubs = async (competition: string) =>
  (
    await run(sql<{ name: string; variations: string[]; matches: number }>`
  select p.name, p.variations, count(*)::integer as matches from performers p join matches m on p.id in (m.home_performer_id, m.away_performer_id)
  where m.competition = ${competition} group by p.id order by p.name`)
  ).rows
