import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { AddressSearch } from '../audit/search-traces.server.ts'
import { columnOf } from '../resource/fields.ts'
import type { Test } from './list-query.server.ts'
import { maskedValue, maskOf, wholeValueIn } from '../resource/personal.ts'
import { fieldOf } from '../resource/resource.ts'
import type { ResourceServer } from '../resource/resource.server.ts'
import { FINDS_FEW } from '../../db/statement-names.server.ts'
import {
  beginningOfField,
  compactCode,
  folded,
  isIndexable,
  literal,
  searchedText,
  wantedIn,
} from './search-text.server.ts'

type Sql = RawBuilder<unknown>

/** The value of a field as SQL, for the row called `t`. */
export function expressionOf(server: ResourceServer, key: string): Sql {
  const field = fieldOf(server.resource, key)
  const derived = field?.derived ? server.derived?.[key] : undefined
  return derived ?? sql.ref(`t.${columnOf(key)}`)
}

/** The values that a test compares: parts of a text are looked for in what people read in its place too. */
export function comparedIn(server: ResourceServer, key: string, operator: Test['operator']): readonly Sql[] {
  const read = operator === 'contains' || operator === 'startsWith' ? server.reads?.[key] : undefined
  return [expressionOf(server, key), ...(read ? [read()] : [])]
}

/** Whether a field is masked wherever it travels. */
export function isMaskedKey(server: ResourceServer, key: string): boolean {
  const field = fieldOf(server.resource, key)
  return field !== undefined && maskOf(field) !== null
}

/** The test for the whole of a masked field; none where the text cannot be that. */
export function wholeMatch(server: ResourceServer, key: string, text: string): Sql[] {
  const field = fieldOf(server.resource, key)
  const whole = field ? wholeValueIn(field, text) : null
  if (whole === null) return []
  // As the indexes have them: addresses folded, numbers as they are. Words beside a whole address are in few records.
  return [
    whole.includes('@')
      ? sql`${sql.raw(FINDS_FEW)} lower(${expressionOf(server, key)}) = ${whole}`
      : sql`${expressionOf(server, key)} = ${whole}`,
  ]
}

/** The masked fields of a list that a search text is the whole of, with it as it is stored and as it is shown. */
export function addressesIn({ resource }: ResourceServer, q: string): Omit<AddressSearch, 'found'>[] {
  return resource.list.search.flatMap((key) => {
    const field = fieldOf(resource, key)
    const whole = field && maskOf(field) ? wholeValueIn(field, q) : null
    if (!field || whole === null) return []
    return [{ resource: resource.name, key, whole, masked: String(maskedValue(field, whole)) }]
  })
}

/** The keys whose text is searched: those of the list that are not masked. */
export function searchedKeys(server: ResourceServer): string[] {
  return server.resource.list.search.filter((key) => !isMaskedKey(server, key))
}

/** The text that searches of a row look into; null where all of it is masked. */
export function searchedTextOf(server: ResourceServer): Sql | null {
  if (server.searchText) return server.searchText
  const keys = searchedKeys(server)
  return keys.length === 0 ? null : searchedText(keys.flatMap((key) => comparedIn(server, key, 'contains')))
}

/** The tests for codes that one record alone has, whole and in either case: each has an index of its own. */
export function codeMatches(server: ResourceServer, text: string): Sql[] {
  return searchedKeys(server).flatMap((key) => {
    const field = fieldOf(server.resource, key)
    if (!field?.unique) return []
    const value = expressionOf(server, key)
    const stored = 'case' in field ? field.case : undefined
    const isFree = stored === undefined && !('format' in field && field.format === 'slug')
    // Where the case is free, the index of a unique field is over small letters.
    if (isFree) return [sql`lower(${value}) = ${text.toLowerCase()}`]
    return [sql`${value} = ${stored === 'upper' ? text.toUpperCase() : text.toLowerCase()}`]
  })
}

/** A condition on the searched text that a partial match of a field implies, and that an index can use. */
export function indexHint(server: ResourceServer, { key, operator, value }: Test): Sql | null {
  if (operator !== 'contains' && operator !== 'startsWith') return null
  const [text, part] = [searchedTextOf(server), String(value)]
  if (!text || !searchedKeys(server).includes(key) || !isIndexable(part)) return null
  return sql`${text} like ${folded(operator === 'contains' ? `%${literal(part)}%` : beginningOfField(part))}`
}

/**
 * Rows in which the search text is found: every word of it, in whatever order and field (`wantedIn` says what shorter
 * text means). Masked values are found only by the whole of them, and never for users who cannot see them.
 */
export function searchSql(server: ResourceServer, q: string, seesPersonal: boolean): Sql {
  const { patterns } = wantedIn(q)
  const text = searchedTextOf(server)
  const compact = compactCode(q)
  const masked = server.resource.list.search.filter((key) => isMaskedKey(server, key))
  const tests = [
    ...(text && patterns.length > 0
      ? [
          sql`(${sql.join(
            patterns.map((pattern) => sql`${text} like ${folded(pattern)}`),
            sql` and `,
          )})`,
        ]
      : []),
    ...(patterns.length === 0 ? codeMatches(server, q) : []),
    ...(compact === null ? [] : codeMatches(server, compact)),
    ...(seesPersonal ? masked.flatMap((key) => wholeMatch(server, key, q)) : []),
    ...(/^[1-9][0-9]{0,14}$/.test(q) ? [sql`t.id = ${Number(q)}`] : []),
  ]
  return tests.length === 0 ? sql`false` : sql`(${sql.join(tests, sql` or `)})`
}
