import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { expressionOf, literal, maskSql } from '../../kit/list-sql.server.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { fieldOf, tableOf } from '../../kit/resource.ts'

type Sql = RawBuilder<unknown>

/** A trigram index knows nothing of shorter words. */
const shortestWord = 3
const mostWords = 6
/** Besides the title, so that people tell records of one title apart. */
const mostDetails = 4
/** The newest rows of a table that are read one by one: what is frequent is found among them. */
const newest = 1_000
/** Matches that are put in order by how surely they are meant, the newest of all. */
const mostRanked = 200

/** What somebody typed, as it is looked for. */
export interface Sought {
  readonly text: string
  readonly id: number | null
  /** `#7` means the id alone. */
  readonly isIdOnly: boolean
  readonly words: readonly string[]
}

/** Null when there is nothing to look for. */
export function soughtIn(q: string): Sought | null {
  const text = q.trim()
  const [, mark, digits] = /^(#?)([1-9][0-9]{0,14})$/.exec(text) ?? []
  if (text === '' || (text.startsWith('#') && digits === undefined)) return null
  return { text, id: digits === undefined ? null : Number(digits), isIdOnly: mark === '#', words: text.split(/\s+/).slice(0, mostWords) }
}

/** Whether an index can help with the words. */
export function isIndexed({ isIdOnly, words }: Sought): boolean {
  return !isIdOnly && words.some((word) => word.length >= shortestWord)
}

const either = (tests: readonly Sql[]) => (tests.length === 0 ? sql`false` : sql`(${sql.join(tests, sql` or `)})`)

/** Any of the fields that the resource's list is searched by. */
function anyField(server: ResourceServer, pattern: string): Sql {
  return either(server.resource.list.search.map((key) => sql`${expressionOf(server, key)} ilike ${pattern}`))
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** The id, the whole of a unique field, or a whole e-mail address: what one record has or few, by an index. */
function isExactly(server: ResourceServer, { text, id, isIdOnly }: Sought): Sql {
  const fields = isIdOnly ? [] : server.resource.list.search.flatMap((key) => {
    const field = fieldOf(server.resource, key)
    const isOnesOwn = field?.unique || (field && 'format' in field && field.format === 'email' && isAddress(text))
    if (!field || !isOnesOwn) return []
    const value = expressionOf(server, key)
    const stored = 'case' in field ? field.case : undefined
    if (stored === undefined) return [sql`lower(${value}) = ${text.toLowerCase()}`]
    return [sql`${value} = ${stored === 'upper' ? text.toUpperCase() : text.toLowerCase()}`]
  })
  return either([...(id === null ? [] : [sql`t.id = ${id}`]), ...fields])
}

/** All words somewhere in the record; a text without a word that an index knows only where a field begins with it. */
function hasWords(server: ResourceServer, sought: Sought): Sql {
  if (sought.isIdOnly) return sql`false`
  if (!isIndexed(sought)) return anyField(server, `${literal(sought.text)}%`)
  return sql`(${sql.join(sought.words.map((word) => anyField(server, `%${literal(word)}%`)), sql` and `)})`
}

/** How surely a record is meant, 0 best: by what is its own, by a whole field, by the beginning of one, by words. */
function rankOf(server: ResourceServer, { text }: Sought): Sql {
  return sql`case when ${anyField(server, literal(text))} then 1 when ${anyField(server, `${literal(text)}%`)} then 2 else 3 end`
}

/** One resource's answer as JSON, its details read for the rows that are shown and no others. */
function answer(server: ResourceServer, found: Sql): RawBuilder<AnswerRow> {
  const { resource } = server
  const text = (key: string) => {
    const field = fieldOf(resource, key)
    return field ? sql`(${maskSql(field, expressionOf(server, key))})::text` : sql`null::text`
  }
  const details = resource.list.search.filter((key) => key !== resource.title).slice(0, mostDetails).map(text)
  const variant = Object.hasOwn(resource.fields, 'kind') ? text('kind') : sql`null::text`
  const table = tableOf(resource)
  return sql<AnswerRow>`select json_build_object('resource', ${sql.lit(resource.name)}::text,
    'size', (select reltuples from pg_class where oid = ${sql.lit(table)}::regclass),
    'records', (
      select coalesce(json_agg(json_build_object(
        'id', t.id, 'rank', found.rank, 'title', coalesce(${text(resource.title)}, ''), 'variant', ${variant},
        'details', array_remove(array[${details.length > 0 ? sql.join(details) : sql``}]::text[], null)
      ) order by found.rank, t.id desc), '[]')
      from (${found}) as found join ${sql.table(table)} t on t.id = found.id)) as answer`
}

export interface Found { readonly id: number; readonly rank: number; readonly title: string; readonly variant: string | null; readonly details: string[] }
export interface AnswerRow {
  /** `size` is how many rows the table had when PostgreSQL last looked; negative when it never did. */
  readonly answer: { readonly resource: string; readonly size: number; readonly records: readonly Found[] }
}

/**
 * What is exactly meant, and what the newest rows of a resource hold: at most `most`. Its cost does not grow with the
 * table.
 */
export function nearSql(server: ResourceServer, sought: Sought, most: number): RawBuilder<AnswerRow> {
  const table = sql.table(tableOf(server.resource))
  return answer(server, sql`select id, min(rank) as rank from (
      (select t.id, 0 as rank from ${table} t where ${isExactly(server, sought)} order by t.id desc limit ${sql.lit(most)})
      union all
      (select t.id, ${rankOf(server, sought)} as rank from (
        select * from (select * from ${table} order by id desc limit ${sql.lit(newest)}) t where ${hasWords(server, sought)}
        order by t.id desc limit ${sql.lit(mostRanked)}
      ) t order by rank, t.id desc limit ${sql.lit(most)})
    ) as near group by id order by rank, id desc limit ${sql.lit(most)}`)
}

/** What the rest of the table holds, by its trigram indexes: cheap for what is rare, and dear for what is frequent. */
export function farSql(server: ResourceServer, sought: Sought, most: number): RawBuilder<AnswerRow> {
  return answer(server, sql`
    select t.id, ${rankOf(server, sought)} as rank from (
      select * from ${sql.table(tableOf(server.resource))} t where ${hasWords(server, sought)} order by t.id desc limit ${sql.lit(mostRanked)}
    ) t order by rank, t.id desc limit ${sql.lit(most)}`)
}

/** The named records that are still there. */
export function namedSql(named: readonly { server: ResourceServer; ids: readonly number[] }[]): RawBuilder<AnswerRow> {
  return sql<AnswerRow>`${sql.join(named.map(({ server, ids }) => answer(server, sql`
    select t.id, 0 as rank from ${sql.table(tableOf(server.resource))} t where t.id = any(${ids}::bigint[])`)), sql` union all `)}`
}
