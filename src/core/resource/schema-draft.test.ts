import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { boolean, integer, longText, ref, refs, text } from './fields.ts'
import { defineResource } from './resource.ts'
import { schemaDifferences } from './schema-draft.server.ts'
import { gadgets, makers } from '../testing/sample-resources.ts'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import { unenforced } from '../testing/schema-parity.server.ts'
import { nameOf } from './resource-name.ts'

let sample: SampleServer

const plain = {
  label: ['Maker', 'Makers'],
  access: 'tags',
  operations: ['list'],
  title: 'name',
  list: { columns: ['name'], filters: [], search: [], sort: 'name' },
} as const

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
  })
})
afterAll(() => sample.close())

describe('a drafted table', () => {
  it('is what the definition asks for', async () => {
    expect(await schemaDifferences(sample.db, [gadgets, makers])).toEqual([])
  })

  it.each([
    ['gadgets', gadgets],
    ['makers', makers],
  ] as const)('refuses by itself what %s forbid', async (_, resource) => {
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
        friendId: ref(nameOf('makers')),
        friendIds: refs(nameOf('makers')),
      },
    })
    const before = await schemaDifferences(sample.db, [changed])
    expect(before.map(({ says }) => says)).toEqual([
      'makers.rank is missing.',
      'makers.code is missing.',
      'makers.is_open is missing.',
      'makers.friend_id is missing.',
      'makers.friend_ids is missing.',
    ])
    for (const { draft } of before) await sample.database.pool.query(draft)
    expect(await schemaDifferences(sample.db, [changed])).toEqual([])
    expect(await unenforced(sample.db, changed, sample.maker)).toEqual([])
  })

  it('has an index for what its list is searched by, values that are masked left out', async () => {
    const people = defineResource('visitors', {
      ...plain,
      fields: {
        name: text({ required: true, max: 80 }),
        nickName: text({ max: 80 }),
        email: text({ max: 80, format: 'email', personal: true }),
      },
      list: { columns: ['name'], filters: [], search: ['name', 'nickName', 'email'], sort: 'name' },
    })
    const [table] = await schemaDifferences(sample.db, [people])
    expect(table?.draft).toContain(
      'create index visitors_search on visitors using gin (searchable(name, nick_name) gin_trgm_ops);',
    )
    await sample.database.pool.query(table?.draft ?? '')
    expect(await schemaDifferences(sample.db, [people])).toEqual([])
    await sample.database.pool.query('drop table visitors')
  })

  it('makes texts unique regardless of letter case, where they can differ in it', async () => {
    const changed = defineResource('makers', {
      ...plain,
      fields: {
        name: text({ required: true, unique: true, max: 80 }),
        place: text({ unique: true, max: 8, pattern: /^[A-Za-z]+$/, patternHint: 'has letters.' }),
        slug: text({ unique: true, max: 8, format: 'slug' }),
        sign: text({ unique: true, max: 8, case: 'upper' }),
        rank: integer({ unique: true, min: 1, max: 9 }),
      },
    })
    const indexOf = (draft: string) => /create unique index .*/.exec(draft)?.[0]
    const differences = await schemaDifferences(sample.db, [changed])
    expect(differences.map(({ says }) => says)).toContain('makers.name is not unique in any letter case.')
    expect(differences.flatMap(({ draft }) => indexOf(draft) ?? [])).toEqual([
      'create unique index makers_name_key on makers (lower(name));',
      'create unique index makers_place_key on makers (lower(place));',
      'create unique index makers_slug_key on makers (slug);',
      'create unique index makers_sign_key on makers (sign);',
      'create unique index makers_rank_key on makers (rank);',
    ])
    // The plain index that was drafted once gives way.
    await sample.database.pool.query('create unique index makers_name_key on makers (name)')
    const drafted = (await schemaDifferences(sample.db, [changed])).find(({ says }) => says.includes('makers.name'))
    await sample.database.pool.query(drafted?.draft ?? '')
    const left = await schemaDifferences(sample.db, [changed])
    expect(left.map(({ says }) => says)).not.toContain('makers.name is not unique in any letter case.')
    await sample.database.pool.query("insert into makers (name) values ('Acme')")
    await expect(sample.database.pool.query("insert into makers (name) values ('ACME')")).rejects.toThrow(
      'makers_name_key',
    )
    await sample.database.pool.query("drop index makers_name_key; delete from makers where name = 'Acme'")
  })

  it('says where a column has another type, or takes nothing where something is needed', async () => {
    const changed = defineResource('makers', { ...plain, fields: { name: integer() } })
    expect((await schemaDifferences(sample.db, [changed])).map(({ says, draft }) => [says, draft])).toEqual([
      ['makers.name is text, not integer.', 'alter table makers alter column name type integer;'],
    ])
    const free = defineResource('makers', { ...plain, fields: { name: text() } })
    expect((await schemaDifferences(sample.db, [free])).map(({ says }) => says)).toEqual([
      'makers.name must not be null.',
    ])
  })
})
