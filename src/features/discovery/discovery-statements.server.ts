import { createHash } from 'node:crypto'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ApiScope } from '../api-users/api-users.ts'
import { apiScopes } from '../api-users/api-users.ts'
import type { DiscoveryName } from '../api-users/discovery-names.ts'
import { filters } from './discovery-filters.server.ts'
import type { AnswerLocale } from './discovery-locales.server.ts'
import type { Asked, Source } from './discovery-parts.server.ts'
import { sources } from './discovery-sources.server.ts'
import type { Tongue } from './discovery-texts.server.ts'
import { Values } from './discovery-texts.server.ts'

type Given = Readonly<Record<string, string | undefined>>
/** For `pool.query`. The name is missing where so many different ones were asked for that none more is kept. */
export interface Statement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** One row: the records and the place of the last one as JSON texts, and how many were found, one beyond the page at most. */
export interface PageRow {
  readonly records: string
  readonly found: number
  readonly position: string | null
}

export const usualPage = 50
const names = new Map<string, string>()
/** Connections keep what they have prepared, so what clients make up must not make that endless. */
const namesKept = 500

function named(resource: DiscoveryName, text: string, values: unknown[]): Statement {
  const known = names.get(text)
  if (known !== undefined) return { name: known, text, values }
  if (names.size >= namesKept) return { text, values }
  const name = `discover-${resource}-${names.size + 1}`
  names.set(text, name)
  return { name, text, values }
}

/** The language comes first, so that its placeholders are the same in every statement. */
function askedFor(values: Values, locale: AnswerLocale, scopes: readonly string[]): Asked {
  const asked = values.add(locale.code, 'text')
  const tongue: Tongue = locale.isDefault
    ? { asked, chain: null, machine: null, standard: asked }
    : {
        asked,
        chain: values.add([...locale.chain], 'text[]'),
        machine: values.add([...locale.machine], 'text[]'),
        standard: values.add(locale.standard, 'text'),
      }
  return { tongue, may: (scope: ApiScope) => scopes.includes(scope) }
}

interface RecordSql {
  readonly columns: string
  readonly joins: string
}
const written = new Map<string, RecordSql>()

/** What an answer selects, written once for each choice of scopes and kind of language: it is the same text with every call. */
function recordSql(name: DiscoveryName, asked: Asked): RecordSql {
  const choice = `${name} ${asked.tongue.chain ?? ''} ${apiScopes.map((scope) => (asked.may(scope) ? '1' : '0')).join('')}`
  const known = written.get(choice)
  if (known) return known
  const { joins, columns } = sources[name].select(asked)
  const made = {
    joins,
    columns: Object.entries(columns)
      .map(([key, value]) => `${value} as "${key}"`)
      .join(', '),
  }
  written.set(choice, made)
  return made
}

/**
 * The statement of a page of a list. Text and values follow from the parameters alone, so the same questions are
 * prepared once.
 *
 * @throws Refusal 422 for a cursor of another list, 403 for prices without their scope
 */
export function listStatement(
  name: DiscoveryName,
  given: Given,
  locale: AnswerLocale,
  scopes: readonly string[],
): Statement {
  const source = sources[name]
  const values = new Values()
  const asked = askedFor(values, locale, scopes)
  const tests = testsOf(name, given, values, asked)
  const order = source.order.map(([column]) => column).join(', ')
  if (given['cursor'] !== undefined) {
    const position = readCursor(name, given, given['cursor'])
    tests.push(`(${order}) > (${source.order.map(([, type], index) => values.add(position[index], type)).join(', ')})`)
  }
  // Written out rather than handed over: planned for any number, the first page of a list would be taken for a tenth of it.
  const limit = Number(given['limit'] ?? usualPage)
  const { joins, columns } = recordSql(name, asked)
  const text = `
    with page as (select t.* from ${source.from} where ${tests.join(' and ')} order by ${order} limit ${limit + 1})
    select
      (select coalesce(json_agg(record), '[]')::text from (
        select ${columns} from (select * from page t order by ${order} limit ${limit}) t ${joins} order by ${order}
      ) record) as records,
      (select count(*) from page)::integer as found,
      (select json_build_array(${order})::text from page t order by ${order} offset ${limit - 1} limit 1) as position`
  return named(name, text, values.list)
}

function testsOf(name: DiscoveryName, given: Given, values: Values, asked: Asked): string[] {
  const source = sources[name]
  const known = filters[name] as Readonly<Record<string, (typeof filters)['cities']['slug']>>
  const set = Object.fromEntries(
    Object.entries(given).filter(
      (entry): entry is [string, string] => Object.hasOwn(known, entry[0]) && entry[1] !== undefined,
    ),
  )
  assertSensible(set, asked)
  const tests = Object.keys(known)
    .filter((key) => Object.hasOwn(set, key))
    .map((key) => known[key]?.(set[key] ?? '', values, asked.tongue, set) ?? 'true')
  const listed = source.listed?.(new Set(Object.keys(set)))
  return [source.visible, ...(listed === undefined ? [] : [listed]), ...tests]
}

function assertSensible(set: Readonly<Record<string, string>>, asked: Asked): void {
  const priced = ['minPrice', 'maxPrice'].find((key) => set[key] !== undefined)
  if (priced !== undefined && set['currency'] === undefined)
    throw invalid({
      currency: t('Choose the currency of {name}. Amounts in different currencies can’t be compared.', {
        name: priced,
      }),
    })
  // A filter on a field that the key can't read would reveal its values step by step.
  const scope = 'prices:read'
  if ((priced ?? set['currency']) !== undefined && !asked.may(scope))
    throw new Refusal(403, t('This key lacks the scope {scope}.', { scope }), { error: 'ScopeMissing' })
  if (set['radius'] !== undefined && set['near'] === undefined)
    throw invalid({ near: t('radius needs near, the point to search around.') })
  if (set['from'] !== undefined && set['to'] !== undefined && set['from'] > set['to'])
    throw invalid({ to: t('to is before from.') })
}

/** The statement of one record; the same row as a page with it alone. */
export function readStatement(
  name: DiscoveryName,
  id: readonly (string | number)[],
  locale: AnswerLocale,
  scopes: readonly string[],
): Statement {
  const source = sources[name]
  const values = new Values()
  const asked = askedFor(values, locale, scopes)
  const tests = keyOf(source).map(([column, type], index) => `${column} = ${values.add(id[index], type)}`)
  const { joins, columns } = recordSql(name, asked)
  const text = `
    with page as (select t.* from ${source.from} where ${[source.visible, ...tests].join(' and ')})
    select (select row_to_json(record)::text from (select ${columns} from page t ${joins}) record) as records, (select count(*) from page)::integer as found, null as position`
  return named(name, text, values.list)
}

function keyOf({ order }: Source) {
  return order.filter(([, type]) => type !== 'timestamptz')
}

/** The parts of an id as the statement wants them, or null where no record has such an id. */
export function idParts(name: DiscoveryName, id: string): readonly (string | number)[] | null {
  const source = sources[name]
  const [, word = '', digits] = /^(?:([a-z]+)-)?([1-9][0-9]{0,14})$/.exec(id) ?? []
  if (digits === undefined || !(source.words ?? ['']).includes(word)) return null
  return keyOf(source).map(([, type]) => (type === 'text' ? word : Number(digits)))
}

/** What the page was narrowed by, so that a cursor is not taken to another list. */
function fingerprint(name: DiscoveryName, given: Given): string {
  const asked = Object.keys(filters[name])
    .sort()
    .map((key) => given[key] ?? null)
  return createHash('sha256')
    .update(JSON.stringify([name, asked]))
    .digest('base64url')
    .slice(0, 10)
}

/** Where the next page begins, opaque to clients. `position` as PostgreSQL gave it. */
export function cursorText(name: DiscoveryName, given: Given, position: string): string {
  return Buffer.from(`${fingerprint(name, given)}${position}`).toString('base64url')
}

const shapes = {
  bigint: (part: unknown, _source: Source) => Number.isSafeInteger(part) && Number(part) > 0,
  text: (part: unknown, { words = [] }: Source) => words.some((word) => word === part),
  timestamptz: (part: unknown) =>
    typeof part === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d:\d\d$/.test(part) &&
    !Number.isNaN(Date.parse(part)),
} as const

function readCursor(name: DiscoveryName, given: Given, text: string): readonly unknown[] {
  const refused = () => invalid({ cursor: t('This cursor belongs to another list. Start again without one.') })
  const plain = Buffer.from(text, 'base64url').toString()
  if (!plain.startsWith(fingerprint(name, given))) throw refused()
  let parts: unknown
  try {
    parts = JSON.parse(plain.slice(10))
  } catch {
    throw refused()
  }
  const source = sources[name]
  if (
    !Array.isArray(parts) ||
    parts.length !== source.order.length ||
    !source.order.every(([, type], index) => shapes[type]((parts as unknown[])[index], source))
  )
    throw refused()
  return parts as unknown[]
}
