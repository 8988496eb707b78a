import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../kit/testing/make.server.ts'
import { maker } from '../../kit/testing/make.server.ts'
import { resources } from '../../registry.ts'
import type { TagHygiene } from './tag-calls.ts'

let server: TestServer
let admin: Client
let records: Maker
const path = '/rest/data/tags'

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'tags' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

interface Tag { id: number; name: string; slug: string; usageCount: number; synonyms: string[]; supplierTags: object[] }

async function tag(values: object): Promise<Tag> {
  const reply = await admin.post(path, values)
  expect([reply.status, reply.body]).toEqual([201, expect.anything()])
  return reply.body as Tag
}
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body as Tag
const tagged = (tagIds: readonly number[]) => records.make('events', { tagIds, publication: 'published', isHidden: false })

describe('a tag', () => {
  it('has a slug that is the only one of its kind, made out of its name where none is given', async () => {
    const first = await tag({ name: 'Música en vivo' })
    expect(first.slug).toBe('musica-en-vivo')
    expect((await tag({ name: 'Música en vivo' })).slug).toBe('musica-en-vivo-2')
    expect((await tag({ name: 'Música en vivo', kind: 'tour' })).slug).toBe('musica-en-vivo')
    const refused = await admin.post(path, { name: 'Live', slug: 'musica-en-vivo' })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([409, { slug: 'Música en vivo has this slug already.' }])
  })

  it('gives a supplier’s tag to one of ours alone, and each once', async () => {
    await tag({ name: 'Whale watching', kind: 'tour', supplierTags: [{ supplier: 'viator', code: '90001' }, { supplier: 'tiqets', code: '90001' }] })
    const twice = await admin.post(path, { name: 'Dolphins', kind: 'tour', supplierTags: [{ supplier: 'viator', code: '1' }, { supplier: 'viator', code: '1' }] })
    expect([twice.status, (twice.body as { fields: object }).fields]).toEqual([422, { supplierTags: '1 stands there twice: name each supplier tag once.' }])
    const taken = await admin.post(path, { name: 'Dolphins', kind: 'tour', supplierTags: [{ supplier: 'viator', code: '90001' }] })
    expect([taken.status, (taken.body as { message: string }).message]).toEqual([422, 'The database refused this tag: no supplier tag belongs to two tags.'])
  })

  it('says how much is found by it, stays of its kind meanwhile, and is not deleted', async () => {
    const { id } = await tag({ name: 'In use' })
    await tagged([id])
    expect(await read(id)).toMatchObject({ usageCount: 1 })
    expect((await admin.patch(`${path}/${id}`, { kind: 'tour' })).status).toBe(409)
    const refused = await admin.delete(`${path}/${id}`)
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([409, '1 record has this tag. Merge it into another one, or take it off them first.'])
  })
})

describe('two tags that are one', () => {
  it('are merged with everything that has them, what suppliers call them included, and taken apart again', async () => {
    const [into, from] = [await tag({ name: 'Theatre for kids', synonyms: ['puppets'] }), await tag({ name: 'Children’s theatre', synonyms: ['Puppets', 'panto'], supplierTags: [{ supplier: 'viator', code: '90100' }] })]
    const [both, one] = [await tagged([into.id, from.id]), await tagged([from.id])]
    const preview = (await admin.get(`${path}/${into.id}/merge-preview`, { from: from.id })).body as { moves: object[]; obstacles: string[] }
    expect(preview).toMatchObject({ obstacles: [], total: 2, moves: [{ resource: 'events', count: 2 }] })
    const merge = (await admin.post(`${path}/${into.id}/merge`, { from: from.id })).body as { id: number; status: string }
    expect(merge.status).toBe('merged')
    const tagsOf = async (id: number) => ((await admin.get(`/rest/data/events/${id}`)).body as { tagIds: number[] }).tagIds
    expect([await tagsOf(both), await tagsOf(one)]).toEqual([[into.id], [into.id]])
    expect(await read(into.id)).toMatchObject({ synonyms: ['puppets', 'Children’s theatre', 'panto'], supplierTags: [{ supplier: 'viator', code: '90100' }], usageCount: 2 })
    expect(await read(from.id)).toMatchObject({ id: into.id })
    expect((await admin.post(`${path}/${into.id}/merges/${merge.id}/undo`, {})).body).toMatchObject({ status: 'undone' })
    expect([await tagsOf(both), await tagsOf(one)]).toEqual([[into.id, from.id], [from.id]])
    expect(await read(from.id)).toMatchObject({ id: from.id, supplierTags: [{ supplier: 'viator', code: '90100' }] })
    expect(await read(into.id)).toMatchObject({ synonyms: ['puppets', 'panto'], supplierTags: [] })
  })

  it('are of one kind', async () => {
    const [into, from] = [await tag({ name: 'Of events' }), await tag({ name: 'Of tours', kind: 'tour' })]
    expect(await admin.post(`${path}/${into.id}/merge`, { from: from.id })).toMatchObject({ status: 409, body: { message: 'One is a tag of events, the other of tours.' } })
  })
})

describe('the hygiene of tags', () => {
  it('finds those that nothing has, and those that are called nearly the same, the one that is used more to be kept', async () => {
    const [kept, other, meant] = [await tag({ name: 'Stand-up comedy' }), await tag({ name: 'Standup comedy' }), await tag({ name: 'Laughter', synonyms: ['STAND-UP COMEDY'] })]
    const alone = await tag({ name: 'Zeppelin', kind: 'tour' })
    await tagged([kept.id])
    const { unused, unusedCount, pairs, cities } = (await admin.get(`${path}/hygiene`)).body as TagHygiene
    expect(unused.map(({ id }) => id)).toEqual(expect.arrayContaining([other.id, meant.id, alone.id]))
    expect([unused.some(({ id }) => id === kept.id), unusedCount >= unused.length]).toEqual([false, true])
    expect(pairs.filter(({ keep }) => keep.id === kept.id)).toMatchObject([{ other: { id: meant.id }, isSynonym: true, keep: { usageCount: 1 } }, { other: { id: other.id }, isSynonym: false }])
    expect(pairs.some(({ keep, other: second }) => [keep.id, second.id].includes(alone.id))).toBe(false)
    expect(cities.length).toBeGreaterThan(0)
    expect((await (await server.signIn('finance')).get(`${path}/hygiene`)).status).toBe(403)
  })

  it('is put right by regrouping many at once', async () => {
    const made = [await tag({ name: 'Regroup one' }), await tag({ name: 'Regroup two' })]
    const ids = made.map(({ id }) => id)
    expect((await admin.post(`${path}/bulk-edits`, { ids, change: { groupName: { set: 'Mood' } } })).body).toMatchObject({ changed: 2 })
    expect((await admin.get(path, { filter: { id: ids } })).body).toMatchObject([{ groupName: 'Mood' }, { groupName: 'Mood' }])
  })
})
