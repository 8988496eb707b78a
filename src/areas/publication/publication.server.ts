import { sql } from 'kysely'
import type { Desk, RecordCall } from '../../kit/crud.server.ts'
import { etagOf, fetchRecord, idOf, lockRecord, missing } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { maskedRecord } from '../../kit/personal.ts'
import { desksOf } from '../../kit/registry.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { assertAlike } from '../successors/deletion.server.ts'
import { handOver } from '../successors/hand-over.server.ts'
import { handOverTexts } from '../successors/hand-over-texts.server.ts'
import { handedOverByPages } from '../successors/handed-over.ts'
import type { PublicationState } from './publication-calls.ts'
import { isPage, publicationEndpoint, publishEndpoint, releaseEndpoint, reviewEndpoint, unpublishEndpoint } from './publication-calls.ts'
import type { Subject, Values } from './publication-steps.server.ts'
import { aboutPage, assertPlanOrder, blockingIn, plan, planEnd, publicationOf, publish, review, unpublish } from './publication-steps.server.ts'
import { redirectsOf } from './redirects.server.ts'
import { whyItStays } from './stays.server.ts'

/** The calls about publication, for every resource that is a page by being registered. */
export function implementPublication(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return desksOf(servers, isPage).flatMap((desk) => commandsOf(desk, resources))
}

function commandsOf(desk: Desk, resources: readonly AnyResource[]): readonly Implementation[] {
  const { resource } = desk
  return [
    implement(publicationEndpoint(resource), async (call) => {
      const state = await stateOf(desk, call)
      return { ...state, stays: await whyItStays(call.db, resource, idOf(desk, call)) }
    }),
    implement(reviewEndpoint(resource), (call) => change(desk, call, (subject) => review(subject, call.input.to))),
    implement(publishEndpoint(resource), (call) => change(desk, call, async (subject) => {
      const { at, until } = call.input
      assertPlanOrder(at ?? null, until ?? null)
      if (at === undefined && publicationOf(subject.record) === 'published' && until !== undefined) return await planEnd(subject, until)
      if (at === undefined) return await publish(subject, until)
      await plan(subject, at, until)
    })),
    implement(unpublishEndpoint(resource), (call) => change(desk, call, async (subject) => {
      const { successorId } = call.input
      const fromId = Number(subject.record['id'])
      const successor = successorId === null ? null : await successorOf(desk, call, fromId, successorId)
      if (call.input.handOver === true) {
        if (successorId === null || !successor) throw invalid({ handOver: t('Without a successor there is nothing that could be referred to instead.') })
        assertAlike(resource, subject.record, successor)
        const handing = { db: call.db, grants: call.actor.grants, of: resource, fromId, toId: successorId, note: call.note }
        await handOver(handing, handedOverByPages(resource, resources))
        await handOverTexts(handing, resources)
      }
      await unpublish(subject, successor)
    })),
    implement(releaseEndpoint(resource), async (call) => {
      const record = await recordOf(desk, call)
      const { rows: [released] } = await sql<{ path: string }>`
        delete from redirects where resource = ${resource.name} and record_id = ${record['id']} and path = ${call.input.path} returning path`.execute(call.db)
      if (!released) throw new Refusal(404, t('{path} is no former address of this {one}.', { path: call.input.path, one: inSentence(t(resource.label[0])) }))
      call.note({
        action: 'address-released', object: resource.name, recordId: Number(record['id']), title: String(record[resource.title]), before: { address: released.path }, after: null,
      })
      return { ...await stateOf(desk, call), stays: null }
    }),
  ]
}

type Called = Pick<RecordCall, 'params' | 'db'>

async function recordOf(desk: Desk, call: Called): Promise<Values> {
  const record = await fetchRecord(desk, call, idOf(desk, call))
  if (!record) throw missing(desk)
  return record
}

async function stateOf(desk: Desk, call: Called): Promise<Omit<PublicationState, 'stays'>> {
  const record = await recordOf(desk, call)
  const { resource } = desk
  const { findings, addresses } = await aboutPage({ resource, db: call.db, record })
  const redirects = await redirectsOf(call.db, { resource, id: Number(record['id']) })
  return { publication: publicationOf(record), findings, isReady: blockingIn(findings).length === 0, addresses, redirects: [...redirects] }
}

/** Takes a step with the record locked, and answers with it as it is then. */
async function change(
  desk: Desk, call: Called & Pick<RecordCall, 'request' | 'reply' | 'note'>, step: (subject: Subject) => Promise<void>,
): Promise<Record<string, unknown>> {
  const { resource } = desk
  const { db, note } = call
  const record = await lockRecord(desk, call)
  try {
    await step({ resource, db, record, note })
  } catch (error) {
    throw refusalOf(error, resource)
  }
  const saved = await recordOf(desk, call)
  call.reply.header('ETag', etagOf(saved))
  return maskedRecord(resource, saved)
}

/** A successor that is no page itself would send people nowhere. */
async function successorOf(desk: Desk, call: Called, own: number, id: number): Promise<Values> {
  const one = inSentence(t(desk.resource.label[0]))
  if (id === own) throw invalid({ successorId: t('A page cannot take its own place.') })
  const found = await fetchRecord(desk, call, id)
  if (!found) throw invalid({ successorId: t('There is no such {one}.', { one }) })
  if (publicationOf(found) !== 'published') throw invalid({ successorId: t('{title} is not published, so its page cannot take over.', { title: String(found[desk.resource.title]) }) })
  return found
}
