import type { Database } from '../../db/database.server.ts'
import { may } from '../../kit/access.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { FoundRecords } from './search.ts'
import { searchRecords } from './search.ts'
import type { Answer } from './search-lanes.server.ts'
import { askAll } from './search-lanes.server.ts'
import type { Found, Sought } from './search-sql.server.ts'
import { farSql, isIndexed, namedSql, nearSql, soughtIn } from './search-sql.server.ts'

const usualLimit = 5
/** How long the indexes may be searched, in milliseconds: with everything else it makes less than 100. */
const farMilliseconds = 60

/** Looks into every resource whose list the caller may read; a resource is searched by being registered. */
export function implementSearch(servers: readonly ResourceServer[], database: Pick<Database, 'pool' | 'kysely'>, milliseconds = farMilliseconds): Implementation {
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
      return groupsOf(await recordsNamed(db, named), Infinity)
    }
    const named = query.of === undefined ? [...listed.values()] : [...new Set(query.of.split(','))].map(known)
    const sought = soughtIn(query.q ?? '')
    const open = named.filter(isOpen)
    if (sought === null || open.length === 0) return []
    const limit = Number(query.limit ?? usualLimit)
    // One more than is shown tells whether there are further ones.
    return groupsOf(await search(database, open, sought, { most: limit + 1, milliseconds }), limit)
  })
}

interface Named { readonly server: ResourceServer; readonly ids: readonly number[] }

/** Records by their ids. One that was merged away is told as what it became, under the id by which it was asked for. */
async function recordsNamed(db: Db, named: readonly Named[]): Promise<Pick<Answer, 'resource' | 'records' | 'isCut'>[]> {
  const { rows } = await namedSql(named).execute(db)
  return await Promise.all(named.map(async ({ server, ids }) => {
    const { name } = server.resource
    const records = rows.find(({ answer }) => answer.resource === name)?.answer.records ?? []
    const gone = ids.filter((id) => !records.some((record) => record.id === id))
    return { resource: name, isCut: false, records: [...records, ...await formerRecords(db, { server, ids: gone })] }
  }))
}

async function formerRecords(db: Db, { server, ids }: Named): Promise<Found[]> {
  const found: Found[] = []
  for (const id of ids) {
    const heir = await server.heirOf?.(db, id) ?? null
    if (heir === null) continue
    const { rows } = await namedSql([{ server, ids: [heir] }]).execute(db)
    found.push(...rows.flatMap(({ answer }) => answer.records).map((record) => ({ ...record, id })))
  }
  return found
}

function idsByResource(records: string): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const record of records.split(',')) {
    const [name = '', id = ''] = record.split(':')
    byName.set(name, [...byName.get(name) ?? [], Number(id)])
  }
  return byName
}

/** The newest rows first; the indexes are asked only where those held too few, which frequent words never do. */
async function search(
  { pool, kysely: compiler }: Pick<Database, 'pool' | 'kysely'>, servers: readonly ResourceServer[], sought: Sought, { most, milliseconds }: { most: number; milliseconds: number },
): Promise<Answer[]> {
  const asking = { pool, compiler, words: sought.words.length }
  const near = await askAll(servers.map((server) => ({ server, statement: nearSql(server, sought, most) })), { ...asking, settings: {} })
  // Nobody who names a record by what is its own means others; a number may be an id and something else.
  const isMeant = (records: readonly Found[]) => sought.id === null && records.some(({ rank }) => rank === 0)
  const lacking = isIndexed(sought) ? near.filter(({ records }) => records.length < most && !isMeant(records)) : []
  // The small ones first, so that a large table's time is not theirs.
  const further = new Map((await askAll(lacking.toSorted((one, other) => one.size - other.size).flatMap(({ resource }) => {
    const server = servers.find((candidate) => candidate.resource.name === resource)
    return server ? [{ server, statement: farSql(server, sought, most) }] : []
  }), { ...asking, settings: onlyIndexes(milliseconds), milliseconds })).map((answer) => [answer.resource, answer]))
  return near.map((answer) => {
    const { resource, records } = answer
    const more = further.get(resource)
    const ids = new Set(records.map(({ id }) => id))
    const both = [...records, ...more?.records.filter(({ id }) => !ids.has(id)) ?? []].sort((a, b) => a.rank - b.rank || b.id - a.id)
    return { ...answer, records: both, isCut: more?.isCut ?? false }
  })
}

/**
 * Only indexes of words may answer: walking a table from its newest row on is quick for what is frequent and endless for what is
 * not there.
 */
const onlyIndexes = (milliseconds: number) => ({ statement_timeout: String(Math.max(1, milliseconds)), enable_seqscan: 'off', enable_indexscan: 'off' })

/** Resources in the order in which they were asked for, those without a match left out. */
function groupsOf(groups: readonly Pick<Answer, 'resource' | 'records' | 'isCut'>[], limit: number): FoundRecords {
  return groups.map(({ resource, records, isCut }) => ({
    resource, hasMore: isCut || records.length > limit,
    records: records.slice(0, limit).map(({ id, title, variant, details }) => ({ id, title, variant, details })),
  })).filter(({ records }) => records.length > 0)
}
