import { sql } from 'kysely'
import { may } from '../../kit/access.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { FoundRecords } from './search.ts'
import { searchRecords } from './search.ts'
import type { Found, Sought } from './search-sql.server.ts'
import { farSql, isIndexed, namedSql, nearSql, soughtIn } from './search-sql.server.ts'

const usualLimit = 5
/** How long the indexes may be searched, in milliseconds: with everything else it makes less than 100. */
const farMilliseconds = 60
/** Tables with more rows than this are searched apart, so that their time is not that of the others. */
const manyRows = 50_000

/** Looks into every resource whose list the caller may read; a resource is searched by being registered. */
export function implementSearch(servers: readonly ResourceServer[], milliseconds = farMilliseconds): Implementation {
  const listed = new Map(servers.filter(({ resource }) => resource.operations.includes('list')).map((server) => [server.resource.name, server]))

  function known(name: string): ResourceServer {
    const server = listed.get(name)
    if (!server) throw invalid({ of: t('There is no list called {name}.', { name }) })
    return server
  }

  return implement(searchRecords, async ({ query, actor, db }) => {
    const isOpen = ({ resource }: ResourceServer) => may(actor.grants, 'ui', resource.access.object)
    if (query.records !== undefined) {
      // A browser may remember records of a resource that is no more.
      const named = [...idsByResource(query.records)].flatMap(([name, ids]) => {
        const server = listed.get(name)
        return server && isOpen(server) ? [{ server, ids }] : []
      })
      if (named.length === 0) return []
      return groupsOf((await namedSql(named).execute(db)).rows.map(({ answer }) => ({ ...answer, isCut: false })), Infinity)
    }
    const named = query.of === undefined ? [...listed.values()] : [...new Set(query.of.split(','))].map(known)
    const sought = soughtIn(query.q ?? '')
    const open = named.filter(isOpen)
    if (sought === null || open.length === 0) return []
    const limit = Number(query.limit ?? usualLimit)
    // One more than is shown tells whether there are further ones.
    return groupsOf(await search(db, open, sought, { most: limit + 1, milliseconds }), limit)
  })
}

function idsByResource(records: string): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const record of records.split(',')) {
    const [name = '', id = ''] = record.split(':')
    byName.set(name, [...byName.get(name) ?? [], Number(id)])
  }
  return byName
}

interface Group { readonly resource: string; readonly records: readonly Found[]; readonly isCut: boolean }

/** The newest rows first; the indexes are asked only where those held too few, which frequent words never do. */
async function search(
  db: Db, servers: readonly ResourceServer[], sought: Sought, { most, milliseconds }: { most: number; milliseconds: number },
): Promise<Group[]> {
  const near = (await nearSql(servers, sought, most).execute(db)).rows.map(({ answer }) => answer)
  // Nobody who names a record by what is its own means others; a number may be an id and something else.
  const isMeant = (records: readonly Found[]) => sought.id === null && records.some(({ rank }) => rank === 0)
  const lacking = isIndexed(sought) ? near.filter(({ records }) => records.length < most && !isMeant(records)) : []
  const serverOf = (name: string) => servers.filter(({ resource }) => resource.name === name)
  const small = lacking.filter(({ size }) => size < manyRows).flatMap(({ resource }) => serverOf(resource))
  const large = lacking.filter(({ size }) => size >= manyRows).map(({ resource }) => serverOf(resource))
  const far = await Promise.all([small, ...large].filter((some) => some.length > 0).map(async (some) => {
    const rows = await withinTime(db, milliseconds, (transaction) => farSql(some, sought, most).execute(transaction).then((result) => result.rows))
    return some.map(({ resource: { name } }) => ({ name, records: rows?.find(({ answer }) => answer.resource === name)?.answer.records ?? [], isCut: rows === null }))
  }))
  const further = new Map(far.flat().map((found) => [found.name, found]))
  return near.map(({ resource, records }) => {
    const more = further.get(resource)
    const ids = new Set(records.map(({ id }) => id))
    const both = [...records, ...more?.records.filter(({ id }) => !ids.has(id)) ?? []].sort((a, b) => a.rank - b.rank || b.id - a.id)
    return { resource, records: both, isCut: more?.isCut ?? false }
  })
}

/**
 * Null when the time was up. Only indexes of words may answer: walking a table from its newest row on is quick for what
 * is frequent and endless for what is not there.
 */
async function withinTime<T>(db: Db, milliseconds: number, work: (transaction: Db) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true), set_config('enable_seqscan', 'off', true),
        set_config('enable_indexscan', 'off', true), set_config('jit', 'off', true)`.execute(transaction)
      return await work(transaction)
    })
  } catch (error) {
    if (isTimeUp(error)) return null
    throw error
  }
}

/** PostgreSQL's query_canceled, which the engine wraps. */
function isTimeUp(error: unknown): boolean {
  const causes = error instanceof Error ? [error, error.cause] : []
  return causes.some((cause) => cause instanceof Error && 'code' in cause && cause.code === '57014')
}

/** Resources in the order in which they were asked for, those without a match left out. */
function groupsOf(groups: readonly Group[], limit: number): FoundRecords {
  return groups.map(({ resource, records, isCut }) => ({
    resource, hasMore: isCut || records.length > limit,
    records: records.slice(0, limit).map(({ id, title, variant, details }) => ({ id, title, variant, details })),
  })).filter(({ records }) => records.length > 0)
}
