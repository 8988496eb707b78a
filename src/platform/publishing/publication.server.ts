import { sql } from 'kysely'
import type { ResourceContext, RecordCall } from '../../core/calls/record-rows.server.ts'
import { etagOf, fetchRecord, idOf, lockRecord, missing } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { assertAlike, reassignReferences } from '../references/reassign-references.server.ts'
import { reassignTexts } from '../references/reassign-texts.server.ts'
import { reassignablePageReferences } from '../references/replacements.ts'
import type { PublicationState } from './publication.endpoints.ts'
import {
  isPage,
  publicationEndpoint,
  publishEndpoint,
  releaseEndpoint,
  reviewEndpoint,
  unpublishEndpoint,
} from './publication.endpoints.ts'
import type { Subject, Values } from './publication-steps.server.ts'
import {
  aboutPage,
  assertPlanOrder,
  blockingIn,
  plan,
  planEnd,
  publicationOf,
  publish,
  review,
  unpublish,
} from './publication-steps.server.ts'
import { redirectsOf } from './addresses/redirects.server.ts'
import { unpublishBlockedReason } from './unpublish-blocked.server.ts'

/** The calls about publication, for every resource that is a page by being registered. */
export function implementPublication(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return contextsOf(servers, isPage).flatMap((context) => commandsOf(context, resources))
}

function commandsOf(context: ResourceContext, resources: readonly AnyResource[]): readonly Implementation[] {
  const { resource } = context
  return [
    implement(publicationEndpoint(resource), (call) => stateOf(context, call)),
    implement(reviewEndpoint(resource), (call) => change(context, call, (subject) => review(subject, call.input.to))),
    implement(publishEndpoint(resource), (call) =>
      change(context, call, async (subject) => {
        const { at, until } = call.input
        assertPlanOrder(at ?? null, until ?? null)
        if (at === undefined && publicationOf(subject.record) === 'published' && until !== undefined)
          return await planEnd(subject, until)
        if (at === undefined) return await publish(subject, until)
        await plan(subject, at, until)
      }),
    ),
    implement(unpublishEndpoint(resource), (call) =>
      change(context, call, async (subject) => {
        const { successorId } = call.input
        const fromId = Number(subject.record['id'])
        const successor = successorId === null ? null : await successorOf(context, call, fromId, successorId)
        if (call.input.reassignReferences === true) {
          if (successorId === null || !successor)
            throw invalid({
              reassignReferences: t('Choose a successor to move references to.'),
            })
          assertAlike(resource, subject.record, successor)
          const handing = {
            db: call.db,
            grants: call.actor.grants,
            of: resource,
            fromId,
            toId: successorId,
            audit: call.audit,
          }
          await reassignReferences(handing, reassignablePageReferences(resource, resources))
          await reassignTexts(handing, resources)
        }
        await unpublish(subject, successor)
      }),
    ),
    implement(releaseEndpoint(resource), async (call) => {
      const record = await recordOf(context, call)
      const {
        rows: [released],
      } = await sql<{ path: string }>`
        delete from redirects where resource = ${resource.name} and record_id = ${record['id']} and path = ${call.input.path} returning path`.execute(
        call.db,
      )
      if (!released)
        throw new Refusal(
          404,
          t('{path} is not a former URL of this {one}.', {
            path: call.input.path,
            one: inSentence(t(resource.label[0])),
          }),
        )
      call.audit.record({
        action: 'address-released',
        object: resource.name,
        recordId: Number(record['id']),
        title: String(record[resource.title]),
        before: { address: released.path },
        after: null,
      })
      return await stateOf(context, call)
    }),
  ]
}

type Called = Pick<RecordCall, 'params' | 'db'>

async function recordOf(context: ResourceContext, call: Called): Promise<Values> {
  const record = await fetchRecord(context, call, idOf(context, call))
  if (!record) throw missing(context)
  return record
}

async function stateOf(context: ResourceContext, call: Called): Promise<PublicationState> {
  const record = await recordOf(context, call)
  const { resource } = context
  const { findings, addresses } = await aboutPage({ resource, db: call.db, record })
  const redirects = await redirectsOf(call.db, { resource, id: Number(record['id']) })
  return {
    publication: publicationOf(record),
    findings,
    isReady: blockingIn(findings).length === 0,
    stays: unpublishBlockedReason({ resource, record }),
    addresses,
    redirects: [...redirects],
  }
}

/** Takes a step with the record locked, and answers with it as it is then. */
async function change(
  context: ResourceContext,
  call: Called & Pick<RecordCall, 'request' | 'reply' | 'audit'>,
  step: (subject: Subject) => Promise<void>,
): Promise<Record<string, unknown>> {
  const { resource } = context
  const { db, audit } = call
  const record = await lockRecord(context, call)
  try {
    await step({ resource, db, record, audit })
  } catch (error) {
    throw refusalOf(error, resource)
  }
  const saved = await recordOf(context, call)
  call.reply.header('ETag', etagOf(saved))
  return maskedRecord(resource, saved)
}

/** A successor that is no page itself would send people nowhere. */
async function successorOf(context: ResourceContext, call: Called, own: number, id: number): Promise<Values> {
  if (id === own) throw invalid({ successorId: t('A page cannot take its own place.') })
  const found = await fetchRecord(context, call, id)
  if (!found) throw invalid({ successorId: t('{one} not found.', { one: t(context.resource.label[0]) }) })
  if (publicationOf(found) !== 'published')
    throw invalid({
      successorId: t('{title} is not published, so its page cannot take over.', {
        title: String(found[context.resource.title]),
      }),
    })
  return found
}
