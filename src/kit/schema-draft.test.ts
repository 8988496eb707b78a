import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { boolean, integer, longText, ref, refs, text } from './fields.ts'
import { defineResource } from './resource.ts'
import { schemaDifferences } from './schema-draft.server.ts'
import { gadgets, makers } from './testing/sample-resources.ts'
import type { SampleServer } from './testing/sample-server.server.ts'
import { startSampleServer } from './testing/sample-server.server.ts'
import { unenforced } from './testing/schema-parity.server.ts'

let sample: SampleServer

const plain = {
  label: ['Maker', 'Makers'], access: 'tags', operations: ['list'], title: 'name',
  list: { columns: ['name'], filters: [], search: [], sort: 'name' },
} as const

beforeAll(async () => {
  sample = await startSampleServer({ postgresUrl: inject('postgresUrl'), migrations: new URL('../db/migrations/', import.meta.url) })
})
afterAll(() => sample.close())

describe('a drafted table', () => {
  it('is what the definition asks for', async () => {
    expect(await schemaDifferences(sample.db, [gadgets, makers])).toEqual([])
  })

  it.each([['gadgets', gadgets], ['makers', makers]] as const)('refuses by itself what %s forbid', async (_, resource) => {
    expect(await unenforced(sample.db, resource, sample.maker)).toEqual([])
  })

  it('is brought along by the drafts when its definition changes', async () => {
    const changed = defineResource('makers', {
      ...plain,
      fields: {
        name: longText({ required: true, max: 80 }),
        rank: integer({ min: 1, max: 9 }),
        code: text({ unique: true, max: 8 }),
        isOpen: boolean(),
        friendId: ref('makers'),
        friendIds: refs('makers'),
      },
    })
    const before = await schemaDifferences(sample.db, [changed])
    expect(before.map(({ says }) => says)).toEqual([
      'makers.rank is missing.', 'makers.code is missing.', 'makers.is_open is missing.', 'makers.friend_id is missing.', 'makers.friend_ids is missing.',
    ])
    for (const { draft } of before) await sample.database.pool.query(draft)
    expect(await schemaDifferences(sample.db, [changed])).toEqual([])
    expect(await unenforced(sample.db, changed, sample.maker)).toEqual([])
  })

  it('says where a column has another type, or takes nothing where something is needed', async () => {
    const changed = defineResource('makers', { ...plain, fields: { name: integer() } })
    expect((await schemaDifferences(sample.db, [changed])).map(({ says, draft }) => [says, draft])).toEqual([
      ['makers.name is text, not integer.', 'alter table makers alter column name type integer;'],
    ])
    const free = defineResource('makers', { ...plain, fields: { name: text() } })
    expect((await schemaDifferences(sample.db, [free])).map(({ says }) => says)).toEqual(['makers.name may not be null.'])
  })
})
