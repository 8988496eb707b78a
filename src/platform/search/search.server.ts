import type { PoolClient } from 'pg'
import type { Database } from '../../db/database.server.ts'
import { may } from '../../core/access/access.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { cancelWork, searchDeadline } from '../../core/http/search-gate.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { addressesIn } from '../../core/list/search-sql.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { FoundRecords } from './search.ts'
import { searchRecords } from './search.ts'
import type { Answer } from './search-lanes.server.ts'
import { askAll } from './search-lanes.server.ts'
import type { Found, Sought } from './search-sql.server.ts'
import { farSql, namedSql, nearSql, soughtIn } from './search-sql.server.ts'

const usualLimit = 5
/** How long the indexes can be searched, in milliseconds: everything together then stays below 100. */
const farMilliseconds = 60

/** Searches every resource that the caller can list; registering a resource makes it searchable. */
export function implementSearch(
  servers: readonly ResourceServer[],
  database: Pick<Database, 'pool' | 'kysely'> & { readonly engine?: Database['engine'] },
  milliseconds = farMilliseconds,
): Implementation {
  const listed = new Map(
    servers
      .filter(({ resource }) => resource.operations.includes('list'))
      .map((server) => [server.resource.name, server]),
  )

  function known(name: string): ResourceServer {
    const server = listed.get(name)
    if (!server) throw invalid({ of: t('List {name} not found.', { name }) })
    return server
  }

  return implement(searchRecords, async ({ query, actor, db, request, traceSearch }) => {
    const isOpen = ({ resource }: ResourceServer) => may(actor.grants, 'ui', resource.access.object)
    if (query.records !== undefined) {
      // A browser can remember records of a resource that no longer exists.
      const named = [...idsByResource(query.records)].flatMap(([name, ids]) => {
        const server = listed.get(name)
        return server && isOpen(server) ? [{ server, ids }] : []
      })
      if (named.length === 0) return []
      return groupsOf(await recordsNamed(db, named), Infinity)
    }
    const named = query.of === undefined ? [...listed.values()] : [...new Set(query.of.split(','))].map(known)
    const open = named.filter(isOpen)
    const hidden = open.filter(({ resource }) => !seesPersonalData(actor.grants, resource.access.object))
    const sought = soughtIn(query.q ?? '', new Set(hidden.map(({ resource }) => resource.name)))
    if (sought === null || open.length === 0) return []
    // Signs alone are neither a code nor a word.
    if (!/[\p{L}\p{Nd}]/u.test(sought.text)) return []
    const limit = Number(query.limit ?? usualLimit)
    // One more than is shown tells whether there are further ones.
    const answers = await search(database, open, sought, { most: limit + 1, milliseconds, signal: request?.signal })
    for (const server of open.filter((one) => !hidden.includes(one))) {
      const records = answers.find(({ resource }) => resource === server.resource.name)?.records ?? []
      for (const address of addressesIn(server, sought.text))
        traceSearch?.({ ...address, found: records.filter(({ rank }) => rank === 0).length })
    }
    return groupsOf(answers, limit)
  })
}

interface Named {
  readonly server: ResourceServer
  readonly ids: readonly number[]
}

/** Records by their ids. A merged record is returned as the record that it became, under the requested id. */
async function recordsNamed(
  db: Db,
  named: readonly Named[],
): Promise<Pick<Answer, 'resource' | 'records' | 'isCut'>[]> {
  const { rows } = await namedSql(named).execute(db)
  return await Promise.all(
    named.map(async ({ server, ids }) => {
      const { name } = server.resource
      const records = rows.find(({ answer }) => answer.resource === name)?.answer.records ?? []
      const gone = ids.filter((id) => !records.some((record) => record.id === id))
      return {
        resource: name,
        isCut: false,
        records: [...records, ...(await formerRecords(db, { server, ids: gone }))],
      }
    }),
  )
}

async function formerRecords(db: Db, { server, ids }: Named): Promise<Found[]> {
  const found: Found[] = []
  for (const id of ids) {
    const survivor = (await server.mergedInto?.(db, id)) ?? null
    if (survivor === null) continue
    const { rows } = await namedSql([{ server, ids: [survivor] }]).execute(db)
    found.push(...rows.flatMap(({ answer }) => answer.records).map((record) => ({ ...record, id })))
  }
  return found
}

function idsByResource(records: string): Map<string, number[]> {
  const byName = new Map<string, number[]>()
  for (const record of records.split(',')) {
    const [name = '', id = ''] = record.split(':')
    byName.set(name, [...(byName.get(name) ?? []), Number(id)])
  }
  return byName
}

/** The newest rows first; the indexes are asked only where those held too few, which frequent words never do. */
async function search(
  { pool, kysely: compiler, engine }: Pick<Database, 'pool' | 'kysely'> & { readonly engine?: Database['engine'] },
  servers: readonly ResourceServer[],
  sought: Sought,
  { most, milliseconds, signal }: { most: number; milliseconds: number; signal: AbortSignal | undefined },
): Promise<Answer[]> {
  const asking = {
    pool,
    compiler,
    words: sought.wanted.patterns.length,
    signal,
    ...(engine === 'postgres' && { cancel: (client: PoolClient) => cancelWork(pool, client) }),
  }
  const near = await askAll(
    servers.map((server) => ({ server, statement: nearSql(server, sought, most) })),
    { ...asking, settings: { statement_timeout: String(searchDeadline) } },
  )
  // A search for a record's unique value doesn't mean any other record; a number can be an id or something else.
  const isMeant = (records: readonly Found[]) => sought.id === null && records.some(({ rank }) => rank === 0)
  const lacking =
    !sought.isIdOnly && sought.wanted.isAnywhere
      ? near.filter(({ records }) => records.length < most && !isMeant(records))
      : []
  // The small ones first, so that a large table's time is not theirs.
  const further = new Map(
    (
      await askAll(
        lacking
          .toSorted((one, other) => one.size - other.size)
          .flatMap(({ resource }) => {
            const server = servers.find((candidate) => candidate.resource.name === resource)
            return server ? [{ server, statement: farSql(server, sought, most) }] : []
          }),
        { ...asking, settings: onlyIndexes(milliseconds), milliseconds },
      )
    ).map((answer) => [answer.resource, answer]),
  )
  return near.map((answer) => {
    const { resource, records } = answer
    const more = further.get(resource)
    const ids = new Set(records.map(({ id }) => id))
    const both = [...records, ...(more?.records.filter(({ id }) => !ids.has(id)) ?? [])].sort(
      (a, b) => a.rank - b.rank || b.id - a.id,
    )
    return { ...answer, records: both, isCut: more?.isCut ?? false }
  })
}

/**
 * Allows only indexes of words: scanning a table from its newest row is fast for frequent words, but endless for
 * missing ones.
 */
const onlyIndexes = (milliseconds: number) => ({
  statement_timeout: String(Math.max(1, milliseconds)),
  enable_seqscan: 'off',
  enable_indexscan: 'off',
})

/** Resources in the order in which they were asked for, those without a match left out. */
function groupsOf(groups: readonly Pick<Answer, 'resource' | 'records' | 'isCut'>[], limit: number): FoundRecords {
  return groups
    .map(({ resource, records, isCut }) => ({
      resource,
      hasMore: isCut || records.length > limit,
      records: records.slice(0, limit).map(({ id, title, variant, details }) => ({ id, title, variant, details })),
    }))
    .filter(({ records }) => records.length > 0)
}
