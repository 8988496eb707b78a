import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
export const path = '/rest/data/tags'

/** Starts the product for the tests of a file, and stops it after them. */
export function serveTags(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'tags' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server.stop())
}

export interface Tag {
  id: number
  name: string
  slug: string
  usageCount: number
  synonyms: string[]
  supplierTags: object[]
}

export async function tag(values: object): Promise<Tag> {
  const reply = await admin.post(path, values)
  expect([reply.status, reply.body]).toEqual([201, expect.anything()])
  return reply.body as Tag
}

export const tagged = (tagIds: readonly number[]) =>
  records.make('events', { tagIds, publication: 'published', isHidden: false })
