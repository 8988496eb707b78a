import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { rounds } from '../../core/testing/rounds.ts'
import { resources } from '../../app/registry.server.ts'

interface Tag {
  readonly id: number
  readonly name: string
}

const postgresUrl = inject('postgresUrl')
const { races } = rounds

describe.skipIf(postgresUrl === null)('people who delete for a successor at the same moment', () => {
  let server: TestServer
  let admin: Client
  let records: Maker
  let last = 0

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'successor races' })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(() => server?.stop())

  const tag = async () => (await admin.post('/rest/data/tags', { name: `Race ${++last}`, kind: 'event' })).body as Tag
  const into = (going: Tag, replacement: Tag) =>
    admin.delete(`/rest/data/tags/${going.id}?successorId=${replacement.id}`)
  const tagsOf = async (id: number) =>
    (await sql<{ ids: number[] }>`select tag_ids as ids from events where id = ${id}`.execute(server.database.kysely))
      .rows[0]?.ids
  const isThere = async ({ id }: Tag) => (await admin.get(`/rest/data/tags/${id}`)).status === 200

  it(`two who put each in the other’s place: one is deleted, the other stays with everything (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const [one, other] = [await tag(), await tag()]
      const events = [
        await records.make('events', { tagIds: [one.id] }),
        await records.make('events', { tagIds: [other.id] }),
      ]
      const [first, second] = await Promise.all([into(one, other), into(other, one)])
      const stays = first.status === 200 ? other : one
      expect([first.status, second.status].toSorted()).toEqual([200, 422])
      const refused = (first.status === 200 ? second : first).body as { fields: Record<string, string> }
      expect(refused.fields['successorId']).toBe('Tag not found.')
      expect(await Promise.all(events.map(tagsOf))).toEqual([[stays.id], [stays.id]])
      expect([await isThere(one), await isThere(other)].filter(Boolean)).toHaveLength(1)
    }
  })

  it(`three in a ring never leave a reference that leads nowhere (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const ring = [await tag(), await tag(), await tag()] as const
      const event = await records.make('events', { tagIds: ring.map(({ id }) => id) })
      const replies = await Promise.all([into(ring[0], ring[1]), into(ring[1], ring[2]), into(ring[2], ring[0])])
      expect(
        replies.every(({ status }) => [200, 422].includes(status)),
        JSON.stringify(replies.map(({ status, body }) => [status, body])),
      ).toBe(true)
      const left = await Promise.all(ring.map(async (one) => ((await isThere(one)) ? [one.id] : [])))
      expect(left.flat().length).toBeGreaterThan(0)
      expect((await tagsOf(event))?.toSorted()).toEqual(left.flat().toSorted())
    }
  })

  it(`the preview of a deletion delays no one who deletes (${races} rounds)`, async () => {
    for (let round = 0; round < races; round++) {
      const [going, replacement] = [await tag(), await tag()]
      const event = await records.make('events', { tagIds: [going.id] })
      const look = () => admin.post(`/rest/data/tags/${going.id}/deletion-preview`, { successorId: replacement.id })
      const [, deleted, ...looks] = await Promise.all([look(), into(going, replacement), look(), look()])
      expect([deleted.status, looks.every(({ status }) => status === 200 || status === 404)]).toEqual([200, true])
      expect(await tagsOf(event)).toEqual([replacement.id])
    }
  })
})
