import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { maskSql } from '../../core/list/list-sql.server.ts'
import {
  codeMatches,
  expressionOf,
  isMaskedKey,
  searchedKeys,
  searchedTextOf,
  wholeMatch,
} from '../../core/list/search-sql.server.ts'
import type { Wanted } from '../../core/list/search-text.server.ts'
import {
  beginningOfField,
  compactCode,
  foldedOnce,
  literal,
  wantedIn,
  wholeField,
} from '../../core/list/search-text.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { fieldOf, tableOf } from '../../core/resource/resource.ts'

type Sql = RawBuilder<unknown>

/** Besides the title, so that people tell records of one title apart. */
const maxDetails = 4
/** The newest rows of a table that are read one by one: frequent words are found among them. */
const newest = 1_000
/** Matches that are put in order by how surely they are meant, the newest of all. */
const maxRanked = 200

/** The user's input, parsed for the search. */
export interface Sought {
  readonly text: string
  readonly id: number | null
  /** `#7` means the id alone. */
  readonly isIdOnly: boolean
  readonly wanted: Wanted
  /** Resources whose addresses and numbers the caller can't see, and so can't use to find people. */
  readonly withoutPersonal: ReadonlySet<string>
}

/** Null when there is nothing to look for. */
export function soughtIn(q: string, withoutPersonal: ReadonlySet<string> = new Set()): Sought | null {
  const text = q.trim()
  const [, mark, digits] = /^(#?)([1-9][0-9]{0,14})$/.exec(text) ?? []
  if (text === '' || (text.startsWith('#') && digits === undefined)) return null
  return {
    text,
    id: digits === undefined ? null : Number(digits),
    isIdOnly: mark === '#',
    wanted: wantedIn(text),
    withoutPersonal,
  }
}

const either = (tests: readonly Sql[]) => (tests.length === 0 ? sql`false` : sql`(${sql.join(tests, sql` or `)})`)

/** Whether the text that the resource's list is searched by matches. */
function matches(server: ResourceServer, pattern: string): Sql {
  const text = searchedTextOf(server)
  return text ? sql`${text} like ${foldedOnce(pattern)}` : sql`false`
}

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** The id, the whole of a unique field, or a whole email address or number: what one record has or few, by an index. */
function isExactly(server: ResourceServer, { text, id, isIdOnly, withoutPersonal }: Sought): Sql {
  if (isIdOnly) return either(id === null ? [] : [sql`t.id = ${id}`])
  const compact = compactCode(text)
  const masked = withoutPersonal.has(server.resource.name)
    ? []
    : server.resource.list.search.filter((key) => isMaskedKey(server, key))
  const addresses = searchedKeys(server).filter((key) => {
    const field = fieldOf(server.resource, key)
    return isAddress(text) && field && 'format' in field && field.format === 'email' && !field.unique
  })
  return either([
    ...(id === null ? [] : [sql`t.id = ${id}`]),
    ...codeMatches(server, text),
    ...(compact === null ? [] : codeMatches(server, compact)),
    ...masked.flatMap((key) => wholeMatch(server, key, text)),
    ...addresses.map((key) => sql`lower(${expressionOf(server, key)}) = ${text.toLowerCase()}`),
  ])
}

/** All words somewhere in the record; text that is too short for that only where a field begins with it. */
function hasWords(server: ResourceServer, { isIdOnly, wanted: { patterns } }: Sought): Sql {
  if (isIdOnly || patterns.length === 0) return sql`false`
  return sql`(${sql.join(
    patterns.map((pattern) => matches(server, pattern)),
    sql` and `,
  )})`
}

/** What the work with a record is over in: of records that match alike, those in use come first. */
const over = new Set(['archived', 'cancelled', 'abandoned', 'anonymised', 'merged', 'rejected', 'hidden'])

/**
 * How surely a record is meant, 0 best: by what is its own, by a whole field, by the first words of one ("Ana" before
 * "Anaïs"), by the beginning of one, by words within, by letters within. Half a step worse where it is over.
 */
function rankOf(server: ResourceServer, { text }: Sought): Sql {
  const steps = [
    wholeField(text),
    `${beginningOfField(text).slice(0, -1)} %`,
    beginningOfField(text),
    `% ${literal(text)}%`,
  ].map((pattern, index) => sql`when ${matches(server, pattern)} then ${sql.lit(index + 1)}`)
  const rank = sql`case ${sql.join(steps, sql` `)} else 5 end`
  const status = Object.hasOwn(server.resource.fields, 'status') ? fieldOf(server.resource, 'status') : undefined
  const ended = status && 'choices' in status ? (status.choices ?? []).filter((choice) => over.has(choice)) : []
  if (ended.length === 0) return rank
  return sql`${rank} + case when ${expressionOf(server, 'status')} in (${sql.join(ended.map((one) => sql.lit(one)))}) then 0.5 else 0 end`
}

/** One resource's answer as JSON, its details read for the rows that are shown and no others. */
function answer(server: ResourceServer, found: Sql): RawBuilder<AnswerRow> {
  const { resource } = server
  const text = (key: string) => {
    const field = fieldOf(resource, key)
    return field ? sql`(${maskSql(field, expressionOf(server, key))})::text` : sql`null::text`
  }
  const details = resource.list.search
    .filter((key) => key !== resource.title)
    .slice(0, maxDetails)
    .map(text)
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

export interface Found {
  readonly id: number
  readonly rank: number
  readonly title: string
  readonly variant: string | null
  readonly details: string[]
}
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
  return answer(
    server,
    sql`select id, min(rank) as rank from (
      (select t.id, 0 as rank from ${table} t where ${isExactly(server, sought)} order by t.id desc limit ${sql.lit(most)})
      union all
      (select t.id, ${rankOf(server, sought)} as rank from (
        select * from (select * from ${table} order by id desc limit ${sql.lit(newest)}) t where ${hasWords(server, sought)}
        order by t.id desc limit ${sql.lit(maxRanked)}
      ) t order by rank, t.id desc limit ${sql.lit(most)})
    ) as near group by id order by rank, id desc limit ${sql.lit(most)}`,
  )
}

/** Matches in the rest of the table, by its trigram indexes: cheap for rare words, expensive for frequent ones. */
export function farSql(server: ResourceServer, sought: Sought, most: number): RawBuilder<AnswerRow> {
  return answer(
    server,
    sql`
    select t.id, ${rankOf(server, sought)} as rank from (
      select * from ${sql.table(tableOf(server.resource))} t where ${hasWords(server, sought)} order by t.id desc limit ${sql.lit(maxRanked)}
    ) t order by rank, t.id desc limit ${sql.lit(most)}`,
  )
}

/** The named records that are still there. */
export function namedSql(named: readonly { server: ResourceServer; ids: readonly number[] }[]): RawBuilder<AnswerRow> {
  return sql<AnswerRow>`${sql.join(
    named.map(({ server, ids }) =>
      answer(
        server,
        sql`
    select t.id, 0 as rank from ${sql.table(tableOf(server.resource))} t where t.id = any(${ids}::bigint[])`,
      ),
    ),
    sql` union all `,
  )}`
}
