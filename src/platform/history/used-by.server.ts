import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import type { ResourceContext, RecordCall } from '../../core/calls/record-rows.server.ts'
import { fetchRecord, idOf, missing } from '../../core/calls/record-rows.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { expressionOf } from '../../core/list/search-sql.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { Values } from './audit-trail.server.ts'
import type { UsedBy } from './record.endpoints.ts'
import { maxCounted, usedByEndpoint } from './record.endpoints.ts'
import { addressesOf } from '../publishing/addresses/redirects.server.ts'
import { reassignableReferences } from '../references/replacements.ts'
import { linkingTexts } from '../rich-text/linking-texts.server.ts'
import { codeOf } from '../rich-text/marker-targets.ts'
import { siteLocales, storedTexts } from '../translations/store/translation-store.server.ts'

export interface Reference {
  readonly server: ResourceServer
  readonly key: string
  readonly field: AnyField
}

/** Every field of a list by which records of a resource are pointed at. */
export function referencesTo(resource: AnyResource, servers: readonly ResourceServer[]): Reference[] {
  return servers
    .filter((server) => server.resource.operations.includes('list'))
    .flatMap((server) =>
      Object.entries(server.resource.fields)
        .filter(([, field]) => 'to' in field && field.to === resource.name && !field.derived)
        .map(([key, field]) => ({ server, key, field })),
    )
}

export interface Used {
  readonly reference: Reference
  /** Anything above `maxCounted` is returned as `maxCounted` + 1. */ readonly count: number
}

/**
 * How many records point at any of the given ones, per field, in one statement. Fields without references are left out.
 */
export async function countUses(
  db: Db,
  resource: AnyResource,
  references: readonly Reference[],
  ids: readonly number[],
): Promise<Used[]> {
  if (references.length === 0) return []
  const given = sql`${ids}::bigint[]`
  const parts = references.map(
    ({ server, key, field }, place) => sql`
    select ${sql.lit(place)}::integer as place, (select count(*)::integer from (
      select 1 from ${sql.table(tableOf(server.resource))} t
      where ${field.kind === 'refs' ? sql`${expressionOf(server, key)} && ${given}` : sql`${expressionOf(server, key)} = any(${given})`}
        and ${server.resource.name === resource.name && ids.length > 1 ? sql`t.id <> all(${given})` : sql`true`}
      limit ${maxCounted + 1}
    ) as found) as count`,
  )
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.flatMap(({ place, count }) => {
    const reference = references[place]
    return reference && count > 0 ? [{ reference, count }] : []
  })
}

/** What refers to a record, and whether its deletion asks for a successor. */
export function usedByServer(context: ResourceContext, servers: readonly ResourceServer[]): Implementation {
  const { resource } = context
  const references = referencesTo(resource, servers)
  const resources = servers.map((server) => server.resource)
  const given = reassignableReferences(resource, resources)
  const isGiven = ({ server, key }: Pick<Reference, 'server' | 'key'>) =>
    given.some((one) => one.resource === server.resource && one.key === key)
  return implement(usedByEndpoint(resource), async (call): Promise<UsedBy> => {
    const { db, actor } = call
    const id = idOf(context, call)
    const record = await fetchRecord(context, call, id)
    if (!record) throw missing(context)
    const used = await countUses(db, resource, references, [id])
    const isOpen = ({ server }: Reference) => may(actor.grants, 'ui', server.resource.access.object)
    const mayDelete = resource.operations.includes('delete') && may(actor.grants, 'write', resource.access.object)
    const linking = await leadingTo(context.resource, servers, call, record)
    // A field of one record that keeps what it is about would point at nothing, which the database never allows.
    const isHeld = used.some(({ reference }) => reference.field.kind === 'ref' && !isGiven(reference))
    const isLinked = linking.texts.length > 0 || linking.hasOthers
    const hadAddress = resource.page !== undefined && typeof record['publishedAt'] === 'string'
    const leads =
      (hadAddress && record['publication'] === 'published') ||
      (isLinked && (hadAddress || codeOf(resource.name) !== null))
    return {
      links: linking.texts,
      hasMoreLinks: linking.hasMore,
      uses: used
        .filter(({ reference }) => isOpen(reference))
        .map(({ reference: { server, key }, count }) => ({
          resource: server.resource.name,
          key,
          count: Math.min(count, maxCounted),
          isCapped: count > maxCounted,
          isReassigned: isGiven({ server, key }),
        })),
      hasOthers: linking.hasOthers || used.some(({ reference }) => !isOpen(reference)),
      asksSuccessor: mayDelete && !isHeld && (leads || used.some(({ reference }) => isGiven(reference))),
    }
  })
}

/** Texts that lead to the record by a link marker or by the address of its page. */
async function leadingTo(
  resource: AnyResource,
  servers: readonly ResourceServer[],
  { db, actor }: Pick<RecordCall, 'db' | 'actor'>,
  record: Values,
) {
  const id = Number(record['id'])
  const isPage = resource.page !== undefined && typeof record['slug'] === 'string'
  if (!isPage && codeOf(resource.name) === null) return { texts: [], hasMore: false, hasOthers: false }
  const addresses = isPage
    ? addressesOf(
        resource,
        { id, slug: String(record['slug']) },
        await siteLocales(db),
        await storedTexts(db, resource, id),
      )
    : []
  return await linkingTexts(
    db,
    actor,
    servers.map((server) => server.resource),
    { resource, id, paths: addresses.map(({ path }) => path) },
  )
}
