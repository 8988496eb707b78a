import { describe, expect, it } from 'vitest'
import { droppedTableFaults } from './dropped-tables.mjs'

const base = 'create table authors (id bigint);\ncreate table if not exists tags (id bigint);'
const found = (migrations, text) =>
  [
    ...droppedTableFaults(
      new Map([
        ...Object.entries(migrations).map(([name, sql]) => [`src/db/migrations/${name}.sql`, sql]),
        ['src/features/tags/tags.server.ts', text],
      ]),
    ),
  ].map((fault) => fault.replace('src/features/tags/tags.server.ts names the table ', ''))

describe('a statement about a table', () => {
  const gone = { '0001_base': base, '0002_gone': 'drop table if exists authors, visits cascade;' }

  it.each([
    'sql`select id from authors order by id`',
    'sql`select t.id from tags t\n  join authors a on true`',
    'sql`insert into authors (id) values (1)`',
    'sql`update authors set id = 1`',
    "db.selectFrom('authors').selectAll()",
    "db.insertInto('authors').values({})",
  ])('that was dropped is named: %s', (text) => {
    expect(found(gone, text)).toEqual(['authors, which src/db/migrations/0002_gone.sql drops'])
  })

  it('is named once for each file, and each table by itself', () => {
    expect(found(gone, 'sql`select from authors, tags`; sql`delete from authors`; sql`delete from visits`')).toEqual([
      'authors, which src/db/migrations/0002_gone.sql drops',
      'visits, which src/db/migrations/0002_gone.sql drops',
    ])
  })

  it.each([
    ['a table that is there', gone, 'sql`select id from tags`'],
    ['a comment', gone, '// taken from authors\nexport const a = 1'],
    ['a name of another kind', gone, "const authors = 1; format(authors); 'from authors_of_tags'"],
    [
      'a migration that only alters it',
      { '0001_base': base, '0002_more': 'alter table authors add name text;' },
      'sql`select id from authors`',
    ],
    [
      'one that is made again',
      { ...gone, '0003_again': 'create unlogged table authors (id bigint);' },
      'sql`select id from authors`',
    ],
    [
      'a drop in a comment',
      { '0001_base': base, '0002_none': '-- drop table authors;' },
      'sql`select id from authors`',
    ],
  ])('is left alone: %s', (_what, migrations, text) => {
    expect(found(migrations, text)).toEqual([])
  })

  it('whose table has another name since is named by the former one', () => {
    const renamed = { '0001_base': base, '0002_name': 'alter table authors rename to writers;' }
    expect(found(renamed, 'sql`select id from authors`')).toEqual([
      'authors, which src/db/migrations/0002_name.sql drops',
    ])
    expect(found(renamed, 'sql`select id from writers`')).toEqual([])
  })
})
