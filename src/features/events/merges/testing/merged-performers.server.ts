import { sql } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../../core/testing/make.server.ts'
import { mergesAt } from '../../../../platform/merges/testing/merges.server.ts'
import { resources } from '../../../../app/registry.server.ts'
import { examples } from '../../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
export const at = '/rest/data/performers'
export const run = <T = unknown>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
let last = 0
export const next = () => ++last

/** Starts the product for the tests of a file, and stops it after them. */
export function servePerformers(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'performer merges' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    await run(sql`update locales set is_enabled_on_site = true where code in ('en', 'es')`)
  })
  afterAll(() => server.stop())
}

const none = {
  variations: [],
  imageIds: [],
  tagIds: [],
  sameAs: [],
  providerCodes: [],
  genre: null,
  homeVenueId: null,
  countryId: null,
  league: null,
  links: [],
  biography: null,
  seoTitle: null,
  seoDescription: null,
}
export async function performer(name: string, values: object = {}): Promise<number> {
  return await records.make('performers', {
    ...none,
    name,
    sortName: name,
    slug: `performer-${++last}`,
    kind: 'artist',
    sport: null,
    publication: 'draft',
    publishedAt: null,
    ...values,
  })
}
export const { read, preview, merge, undo } = mergesAt(at, {
  get: (...call) => admin.get(...call),
  post: (...call) => admin.post(...call),
})
