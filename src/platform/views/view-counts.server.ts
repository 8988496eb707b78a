import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { isSearch } from '../../core/http/searched-read.server.ts'
import { t } from '../../core/i18n/language.ts'
import { listCallOf } from '../../core/list/list-call.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { parseFilter } from '../../core/list/list-parameters.server.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { SavedView, ViewCount } from '../../core/list/saved-views.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { assertSeen } from '../history/unseen-fields.server.ts'
import { fetchViews, listedResource, visibleSql } from './saved-view-records.server.ts'
import { countSavedViews } from './saved-views.ts'

/** Counting stops here: more than that is shown as 1,000+. */
const cap = 1_000

/** What is counted: a view, or a question by its place. */
type Counted = Pick<ViewCount, 'id' | 'question'> & Pick<SavedView, 'query'>

/** As many as a list has room for. */
const maxQuestions = 8

/** A list as one person counts it. `timeZone` is the IANA zone whose days its periods are counted in. */
interface Counting {
  readonly server: ResourceServer
  readonly actor: Actor
  readonly timeZone: string
}

/** The condition of a list's filter, checked as the list checks it. */
function conditionOf({ server, actor, timeZone }: Counting, filter: string): RawBuilder<unknown> {
  const list = parseList(server.resource, { filter }, timeZone)
  assertSeen(server, actor, list)
  return whereSql(server, list)
}

/**
 * How many rows each view shows, in one statement. A view that the list refuses has no count, and neither has one that
 * searches, perhaps for a person: searches wait for their turn, each by itself.
 *
 * @param filter what the list is narrowed to for good, as a filter travels
 * @throws Refusal 422 if the list cannot be narrowed so
 */
async function countViews(
  db: Db,
  counting: Counting,
  views: readonly Counted[],
  filter: string | undefined,
): Promise<ViewCount[]> {
  const within = parseFilter(filter)
  conditionOf(counting, JSON.stringify(within))
  const table = sql.table(tableOf(counting.server.resource))
  const counted = views.flatMap(({ id, question, query }) => {
    const { q, filter: own } = Object.fromEntries(new URLSearchParams(query))
    try {
      const asked = { q, filter: JSON.stringify({ ...parseFilter(own), ...within }) }
      if (isSearch(asked)) return []
      const where = conditionOf(counting, asked.filter)
      return [{ id, question, rows: sql`(select 1 from ${table} t where ${where} limit ${sql.lit(cap + 1)})` }]
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) return []
      throw error
    }
  })
  if (counted.length === 0) return []
  const counts = sql.join(counted.map(({ rows }) => sql`(select count(*)::int from ${rows} as counted)`))
  const result = await sql<{ counts: readonly number[] }>`select array[${counts}] as counts`.execute(db)
  return counted.map(({ id, question }, index) => {
    const count = result.rows[0]?.counts[index] ?? 0
    return { id, question, count: Math.min(count, cap), isMore: count > cap }
  })
}

function questionsOf({ questions = '[]' }: { questions?: string | undefined }): readonly Counted[] {
  const filters = parsedList(questions)
  if (filters === null || filters.length > maxQuestions || !filters.every(isFilter))
    throw new Refusal(
      422,
      t('{key} must be a JSON array of at most {n} filters.', { key: 'questions', n: maxQuestions }),
    )
  return filters.map((filter, question) => ({
    id: null,
    question,
    query: new URLSearchParams({ filter: JSON.stringify(filter) }).toString(),
  }))
}

function parsedList(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function isFilter(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The call that counts. Only lists that answer by their definition can be counted by it; the others have no counts. */
export function implementViewCounts({
  resources,
  servers,
  implementations,
  settings,
}: ServerContext): readonly Implementation[] {
  return [
    implement(countSavedViews, async ({ query, db, actor }) => {
      const resource = listedResource(actor, resources, query.resource)
      const server = servers.find((one) => one.resource === resource)
      const isDerived = 'operation' in listCallOf(implementations(), resource).endpoint
      if (!server || !isDerived) return []
      const ofList = sql`t.resource = ${resource.name} and t.list = ${query.list}`
      const views = await fetchViews(db, actor, sql`${visibleSql(actor, resources)} and ${ofList}`)
      const asked = [
        ...views.map((view) => ({ id: view.id, question: null, query: view.query })),
        ...questionsOf(query),
      ]
      return await countViews(db, { server, actor, timeZone: settings.businessTimeZone }, asked, query.filter)
    }),
  ]
}
