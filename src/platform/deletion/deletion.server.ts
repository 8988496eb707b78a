import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import type { ActorContext } from '../../core/calls/crud.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { removeRecord } from '../../core/calls/crud.server.ts'
import { fetchRecord, idOf, lockRecord } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { limitsOf, notGranted } from '../../core/access/limits.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { unpublish } from '../publishing/publication-steps.server.ts'
import { addressesOf, replaceAddresses } from '../publishing/addresses/redirects.server.ts'
import { siteLocales, storedTexts } from '../translations/store/translation-store.server.ts'
import { deleteEndpoint } from './deletion.endpoints.ts'
import { assertAlike, reassignReferences } from '../references/reassign-references.server.ts'
import { reassignTexts } from '../references/reassign-texts.server.ts'
import { reassignableReferences } from '../references/replacements.ts'

type Values = Readonly<Record<string, unknown>>

/** Deletes a record of every resource that has the operation, with a successor where the caller names one. */
export function implementDeletions(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return contextsOf(servers, ({ operations }) => operations.includes('delete')).map((context) => {
    const { resource } = context
    return implement(
      deleteEndpoint(resource),
      async (call) => {
        const { db, actor, request, audit } = call
        const successorId = call.query.successorId === undefined ? null : Number(call.query.successorId)
        const actorContext = { db, actor, address: request.clientAddress, audit }
        try {
          if (successorId !== null) await lockBoth(resource, db, idOf(context, call), successorId)
          const current = await lockRecord(context, call)
          if (successorId === null) audit.record(await removeRecord(context, actorContext, current))
          else await removeForSuccessor(context, resources, actorContext, current, successorId)
          return maskedRecord(resource, current)
        } catch (error) {
          throw refusalOf(error, resource, 'delete')
        }
      },
      { enforcesLimits: true },
    )
  })
}

/** In the order of their ids, so that two people who put each in the other's place queue up. */
async function lockBoth(resource: AnyResource, db: Db, ...ids: readonly number[]): Promise<void> {
  await sql`select from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
}

/**
 * Deletes a record that another takes the place of: what refers to it refers to the successor, and its addresses lead to
 * the successor's page. All of it or nothing, in the transaction of the caller.
 */
export async function removeForSuccessor(
  context: ResourceContext,
  resources: readonly AnyResource[],
  actorContext: ActorContext,
  current: Values,
  toId: number,
): Promise<void> {
  const { resource } = context
  const { db, actor, audit } = actorContext
  const references = reassignableReferences(resource, resources)
  const [fromId, many] = [Number(current['id']), inSentence(t(resource.label[1]))]
  if (references.length === 0 && !resource.page)
    throw invalid({
      successorId: t('Texts don’t refer to {many}, so they can’t have a replacement.', { many }),
    })
  await lockBoth(resource, db, fromId, toId)
  const successor = await successorOf(context, actorContext, current, toId)
  const hasAddress = resource.page !== undefined && typeof current['publishedAt'] === 'string'
  if (hasAddress) assertIsPublished(resource, successor)
  const handing = { db, grants: actor.grants, of: resource, fromId, toId, isDeleted: true, audit }
  const count = (await reassignReferences(handing, references)) + (await reassignTexts(handing, resources))
  if (hasAddress) await leadOn(resource, actorContext, current, successor)
  // What it was used by is part of the record, and is no longer so.
  const now = await fetchRecord(context, { db, params: { id: String(fromId) } }, fromId)
  const entry = await removeRecord(context, actorContext, now ?? { ...current })
  const title = String(successor[resource.title])
  audit.record({
    ...entry,
    reason:
      count === 0
        ? `${title} takes its place`
        : `${title} takes its place in ${count === 1 ? 'what' : `${count} places that`} referred to it`,
  })
}

/** The record that takes the place of another. */
async function successorOf(
  context: ResourceContext,
  { db, actor }: ActorContext,
  current: Values,
  id: number,
): Promise<Values> {
  const { resource } = context
  const one = inSentence(t(resource.label[0]))
  if (id === current['id']) throw invalid({ successorId: t('A {one} cannot take its own place.', { one }) })
  const found = may(actor.grants, 'ui', resource.access.object)
    ? await fetchRecord(context, { db, params: { id: String(id) } }, id)
    : undefined
  if (!found) throw invalid({ successorId: t('{one} not found.', { one: t(resource.label[0]) }) })
  assertAlike(resource, current, found)
  return found
}

function assertIsPublished(resource: AnyResource, successor: Values): void {
  if (successor['publication'] === 'published') return
  throw invalid({
    successorId: t('{title} is not published, so its page cannot take over.', {
      title: String(successor[resource.title]),
    }),
  })
}

/** Redirects the addresses of a page to its successor's. A page that was never public had none. */
async function leadOn(
  resource: AnyResource,
  { db, actor, audit }: ActorContext,
  current: Values,
  successor: Values,
): Promise<void> {
  const { object } = resource.access
  if (current['publication'] === 'published') {
    if (!may(actor.grants, 'publish', object) || limitsOf(actor.grants, 'publish', object))
      throw notGranted('publish', object)
    return await unpublish({ resource, db, record: current, audit }, successor)
  }
  const id = Number(current['id'])
  const slug = typeof current['slug'] === 'string' ? current['slug'] : null
  const addresses = addressesOf(resource, { id, slug }, await siteLocales(db), await storedTexts(db, resource, id))
  await replaceAddresses(db, { resource, id }, addresses, Number(successor['id']))
}
