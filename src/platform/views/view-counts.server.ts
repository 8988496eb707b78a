import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { listCallOf } from '../../core/list/list-call.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { whereSql } from '../../core/list/list-sql.server.ts'
import type { SavedView, ViewCount } from '../../core/list/saved-views.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { fetchViews, listedResource, visibleSql } from './saved-view-records.server.ts'
import { countSavedViews } from './saved-views.ts'

/** Counting stops here: more than that is shown as 1,000+. */
const cap = 1_000

/** What is counted: a view, or a question by its place. */
type Counted = Pick<ViewCount, 'id' | 'question'> & Pick<SavedView, 'query'>

/** As many as a list has room for. */
const maxQuestions = 8

/**
 * How many rows each view shows, in one statement. A view that the list does not understand any more, and one that
 * searches, perhaps for a person, has no count.
 *
 * @param within what the list is narrowed to for good, as a filter travels
 * @param timeZone the IANA zone whose days periods are counted in
 */
async function countViews(
  db: Db,
  server: ResourceServer,
  views: readonly Counted[],
  within: string | undefined,
  timeZone: string,
): Promise<ViewCount[]> {
  const table = sql.table(tableOf(server.resource))
  const counted = views.flatMap(({ id, question, query }) => {
    const params = new URLSearchParams(query)
    const filter = { ...parsed(params.get('filter')), ...parsed(within) }
    if (params.has('q')) return []
    try {
      const where = whereSql(server, parseList(server.resource, { filter: JSON.stringify(filter) }, timeZone))
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
  if (filters === null || filters.length > maxQuestions)
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

function parsed(text: string | null | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
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
      return await countViews(db, server, asked, query.filter, settings.businessTimeZone)
    }),
  ]
}
