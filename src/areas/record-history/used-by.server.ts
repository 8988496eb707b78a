import { sql } from 'kysely'
import { may } from '../../kit/access.ts'
import type { Desk, Doer, RecordCall } from '../../kit/crud.server.ts'
import { fetchRecord, idOf, missing } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import type { AnyField } from '../../kit/fields.ts'
import { expressionOf } from '../../kit/list-sql.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { Values } from './audit-trail.server.ts'
import type { UsedBy } from './record-calls.ts'
import { mostCounted, usedByEndpoint } from './record-calls.ts'
import { addressesOf } from '../publication/redirects.server.ts'
import { removeForSuccessor } from '../successors/deletion.server.ts'
import { handedOver } from '../successors/handed-over.ts'
import { linkingTexts } from '../rich-text/linking-texts.server.ts'
import { codeOf } from '../rich-text/marker-targets.ts'
import { siteLocales, storedTexts } from '../translations/translation-store.server.ts'

export interface Reference { readonly server: ResourceServer; readonly key: string; readonly field: AnyField }

/** Every field of a list by which records of a resource are pointed at. */
export function referencesTo(resource: AnyResource, servers: readonly ResourceServer[]): Reference[] {
  return servers.filter((server) => server.resource.operations.includes('list')).flatMap((server) => (
    Object.entries(server.resource.fields)
      .filter(([, field]) => 'to' in field && field.to === resource.name && !field.derived)
      .map(([key, field]) => ({ server, key, field }))
  ))
}

export interface Used { readonly reference: Reference; /** More than `mostCounted` are told as one more. */ readonly count: number }

/** How many records point at any of some, by each of the fields: one statement. What points at none is left out. */
export async function countUses(db: Db, resource: AnyResource, references: readonly Reference[], ids: readonly number[]): Promise<Used[]> {
  if (references.length === 0) return []
  const given = sql`${ids}::bigint[]`
  const parts = references.map(({ server, key, field }, place) => sql`
    select ${sql.lit(place)}::integer as place, (select count(*)::integer from (
      select 1 from ${sql.table(tableOf(server.resource))} t
      where ${field.kind === 'refs' ? sql`${expressionOf(server, key)} && ${given}` : sql`${expressionOf(server, key)} = any(${given})`}
        and ${server.resource.name === resource.name && ids.length > 1 ? sql`t.id <> all(${given})` : sql`true`}
      limit ${mostCounted + 1}
    ) as found) as count`)
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows.flatMap(({ place, count }) => {
    const reference = references[place]
    return reference && count > 0 ? [{ reference, count }] : []
  })
}

/** What refers to a record, and what would become of an attempt to delete it. */
export function usedByServer(desk: Desk, servers: readonly ResourceServer[]): Implementation {
  const { resource } = desk
  const references = referencesTo(resource, servers)
  const resources = servers.map((server) => server.resource)
  const given = handedOver(resource, resources)
  const isGiven = ({ server, key }: Pick<Reference, 'server' | 'key'>) => given.some((one) => one.resource === server.resource && one.key === key)
  return implement(usedByEndpoint(resource), async (call): Promise<UsedBy> => {
    const { db, actor } = call
    const id = idOf(desk, call)
    const record = await fetchRecord(desk, call, id)
    if (!record) throw missing(desk)
    const used = await countUses(db, resource, references, [id])
    const isOpen = ({ server }: Reference) => may(actor.grants, 'ui', server.resource.access.object)
    const mayDelete = resource.operations.includes('delete') && may(actor.grants, 'write', resource.access.object)
    const linking = await leadingTo(desk.resource, servers, call, record)
    const successorId = call.query.successorId === undefined ? null : Number(call.query.successorId)
    const attempt = successorId === null ? null : (doer: Doer) => removeForSuccessor(desk, resources, doer, record, successorId)
    // A field of one record that keeps what it is about would point at nothing, which the database never allows.
    const isHeld = used.some(({ reference }) => reference.field.kind === 'ref' && !isGiven(reference))
    const isLinked = linking.texts.length > 0 || linking.hasOthers
    const hadAddress = resource.page !== undefined && typeof record['publishedAt'] === 'string'
    const leads = (hadAddress && record['publication'] === 'published') || (isLinked && (hadAddress || codeOf(resource.name) !== null))
    return {
      links: linking.texts, hasMoreLinks: linking.hasMore,
      uses: used.filter(({ reference }) => isOpen(reference)).map(({ reference: { server, key }, count }) => ({
        resource: server.resource.name, key, count: Math.min(count, mostCounted), isCapped: count > mostCounted, isHandedOver: isGiven({ server, key }),
      })),
      hasOthers: linking.hasOthers || used.some(({ reference }) => !isOpen(reference)),
      deletion: mayDelete ? {
        ...await rehearseDeletion(desk, call as unknown as RecordCall, record, attempt),
        asksSuccessor: !isHeld && (leads || used.some(({ reference }) => isGiven(reference))),
      } : null,
    }
  })
}

/** Texts that lead to the record by a link marker or by the address of its page. */
async function leadingTo(resource: AnyResource, servers: readonly ResourceServer[], { db, actor }: Pick<RecordCall, 'db' | 'actor'>, record: Values) {
  const id = Number(record['id'])
  const isPage = resource.page !== undefined && typeof record['slug'] === 'string'
  if (!isPage && codeOf(resource.name) === null) return { texts: [], hasMore: false, hasOthers: false }
  const addresses = isPage ? addressesOf(resource, { id, slug: String(record['slug']) }, await siteLocales(db), await storedTexts(db, resource, id)) : []
  return await linkingTexts(db, actor, servers.map((server) => server.resource), { resource, id, paths: addresses.map(({ path }) => path) })
}

class Rehearsed extends Error {}

/**
 * Deletes the record in a transaction that is never committed: the only way to say beforehand exactly what the hooks
 * and the database would say. Whatever is no conflict (an old sign-in, a limit) is told when it is really tried.
 */
async function rehearseDeletion(
  { resource, server }: Desk, { db, actor, request }: RecordCall, current: Values, forSuccessor: ((doer: Doer) => Promise<void>) | null,
): Promise<{ isPossible: boolean; why: string | null }> {
  try {
    await db.transaction().execute(async (trx) => {
      // What is rehearsed leaves no trace.
      const doer = { db: trx, actor, address: request.clientAddress, note: () => {} }
      if (forSuccessor) await forSuccessor(doer)
      else {
        await server.beforeDelete?.({ current, ...doer })
        await sql`delete from ${sql.table(tableOf(resource))} where id = ${current['id']}`.execute(trx)
      }
      throw new Rehearsed()
    })
  } catch (error) {
    const refusal = refusalOf(error, resource, 'delete')
    if (refusal instanceof Refusal && (refusal.status === 409 || forSuccessor)) return { isPossible: false, why: refusal.fields?.['successorId'] ?? refusal.message }
    if (!(refusal instanceof Rehearsed) && !(refusal instanceof Refusal)) throw error
  }
  return { isPossible: true, why: null }
}
