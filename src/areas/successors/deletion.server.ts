import { sql } from 'kysely'
import { may } from '../../kit/access.ts'
import type { Desk, Doer } from '../../kit/crud.server.ts'
import { fetchRecord, idOf, lockRecord, removeRecord } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid } from '../../kit/errors.ts'
import { labelOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { limitsOf, notGranted } from '../../kit/limits.ts'
import { maskedRecord } from '../../kit/personal.ts'
import { desksOf } from '../../kit/registry.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence, tableOf } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { unpublish } from '../publication/publication-steps.server.ts'
import { addressesOf, replaceAddresses } from '../publication/redirects.server.ts'
import { siteLocales, storedTexts } from '../translations/translation-store.server.ts'
import { deleteEndpoint } from './delete-call.ts'
import { handOver } from './hand-over.server.ts'
import { handOverTexts } from './hand-over-texts.server.ts'
import { handedOver, sharedKeyOf } from './handed-over.ts'

type Values = Readonly<Record<string, unknown>>

/** Deletes a record of every resource that has the operation, with a successor where the caller names one. */
export function implementDeletions(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return desksOf(servers, ({ operations }) => operations.includes('delete')).map((desk) => {
    const { resource } = desk
    return implement(deleteEndpoint(resource), async (call) => {
      const { db, actor, request, note } = call
      const successorId = call.query.successorId === undefined ? null : Number(call.query.successorId)
      const doer = { db, actor, address: request.clientAddress, note }
      try {
        if (successorId !== null) await lockBoth(resource, db, idOf(desk, call), successorId)
        const current = await lockRecord(desk, call)
        if (successorId === null) note(await removeRecord(desk, doer, current))
        else await removeForSuccessor(desk, resources, doer, current, successorId)
        return maskedRecord(resource, current)
      } catch (error) {
        throw refusalOf(error, resource, 'delete')
      }
    }, { heedsLimits: true })
  })
}

/** In the order of their ids, so that two people who put each in the other's place queue up. */
async function lockBoth(resource: AnyResource, db: Db, ...ids: readonly number[]): Promise<void> {
  await sql`select from ${sql.table(tableOf(resource))} where id = any(${ids}::bigint[]) order by id for update`.execute(db)
}

/**
 * Deletes a record that another takes the place of: what refers to it refers to the successor, and its addresses lead to
 * the successor's page. All of it or nothing, in the transaction of the caller.
 */
export async function removeForSuccessor(desk: Desk, resources: readonly AnyResource[], doer: Doer, current: Values, toId: number): Promise<void> {
  const { resource } = desk
  const { db, actor, note } = doer
  const references = handedOver(resource, resources)
  const [fromId, many] = [Number(current['id']), inSentence(t(resource.label[1]))]
  if (references.length === 0 && !resource.page) throw invalid({ successorId: t('Nothing that people write refers to {many}, so none takes the place of another.', { many }) })
  await lockBoth(resource, db, fromId, toId)
  const successor = await successorOf(desk, doer, current, toId)
  const hasAddress = resource.page !== undefined && typeof current['publishedAt'] === 'string'
  if (hasAddress) assertIsPublished(resource, successor)
  const handing = { db, grants: actor.grants, of: resource, fromId, toId, isDeleted: true, note }
  const count = await handOver(handing, references) + await handOverTexts(handing, resources)
  if (hasAddress) await leadOn(resource, doer, current, successor)
  // What it was used by is part of the record, and is no longer so.
  const now = await fetchRecord(desk, { db, params: { id: String(fromId) } }, fromId)
  const entry = await removeRecord(desk, doer, now ?? { ...current })
  const title = String(successor[resource.title])
  note({ ...entry, reason: count === 0 ? `${title} takes its place` : `${title} takes its place in ${count === 1 ? 'what' : `${count} places that`} referred to it` })
}

/** The record that takes the place of another. */
async function successorOf(desk: Desk, { db, actor }: Doer, current: Values, id: number): Promise<Values> {
  const { resource } = desk
  const one = inSentence(t(resource.label[0]))
  if (id === current['id']) throw invalid({ successorId: t('A {one} cannot take its own place.', { one }) })
  const found = may(actor.grants, 'ui', resource.access.object) ? await fetchRecord(desk, { db, params: { id: String(id) } }, id) : undefined
  if (!found) throw invalid({ successorId: t('There is no such {one}.', { one }) })
  assertAlike(resource, current, found)
  return found
}

/** Refuses a successor to which that what refers to the one could not refer. */
export function assertAlike(resource: AnyResource, current: Values, successor: Values): void {
  const key = sharedKeyOf(resource)
  const field = key === null ? undefined : resource.fields[key]
  if (key === null || !field || current[key] === successor[key]) return
  throw invalid({ successorId: t('{title} has another {field}, so what refers to this {one} cannot refer to it.', {
    title: String(successor[resource.title]), field: inSentence(labelOf(key, field)), one: inSentence(t(resource.label[0])),
  }) })
}

function assertIsPublished(resource: AnyResource, successor: Values): void {
  if (successor['publication'] === 'published') return
  throw invalid({ successorId: t('{title} is not published, so its page cannot take over.', { title: String(successor[resource.title]) }) })
}

/** Makes the addresses of a page lead to that of its successor. A page that nobody has ever seen had none. */
async function leadOn(resource: AnyResource, { db, actor, note }: Doer, current: Values, successor: Values): Promise<void> {
  const { object } = resource.access
  if (current['publication'] === 'published') {
    if (!may(actor.grants, 'publish', object) || limitsOf(actor.grants, 'publish', object)) throw notGranted('publish', object)
    return await unpublish({ resource, db, record: current, note }, successor)
  }
  const id = Number(current['id'])
  const slug = typeof current['slug'] === 'string' ? current['slug'] : null
  const addresses = addressesOf(resource, { id, slug }, await siteLocales(db), await storedTexts(db, resource, id))
  await replaceAddresses(db, { resource, id }, addresses, Number(successor['id']))
}
