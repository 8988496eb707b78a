import { sql } from 'kysely'
import { difference } from '../../core/audit/audit.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { crud, entryOf, planUpdate } from '../../core/calls/crud.server.ts'
import { writeUpdate } from '../../core/calls/record-writes.server.ts'
import { etagOf, fetchRecord, idOf, lockRecord, missing, stored } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { assertPersonalData } from '../../core/access/limits.ts'
import { auditTitleOf, maskedRecord } from '../../core/resource/personal.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { recordSchema } from '../../core/calls/resource-endpoints.ts'
import { withUnseenEmpty } from '../../platform/history/unseen-fields.server.ts'
import { callsOf } from './review.endpoints.ts'
import { reviewCalls, withoutPurchases } from './review-purchases.server.ts'
import { readEvidence, readForensics, readTotals } from './review-reading.server.ts'
import type { Moderated } from './review-rules.ts'
import { changesOf, redacted, redactionMarker, refuseStep } from './review-rules.ts'
import { table } from './review-facts.server.ts'
import { intakeServerOf } from './reviews.server.ts'
import type { Reviews } from './reviews.ts'
import { allReviews, reviewsNamed } from './reviews.ts'

const longest = { title: 150, body: 5_000 } as const

/** The endpoints for reviews, besides those of their resources. */
export function implementReviews(servers: readonly ResourceServer[], timeZone: string): readonly Implementation[] {
  const isReviews = ({ name }: AnyResource) => allReviews.some((kind) => kind.name === name)
  return contextsOf(servers, isReviews).flatMap((context) => [
    ...reviewCalls(context, timeZone),
    ...serversOf(context, reviewsNamed(context.resource.name)),
  ])
}

function serversOf(context: ResourceContext, reviews: Reviews): readonly Implementation[] {
  const calls = callsOf(reviews)
  return [
    ...[...takingIn(context, reviews), moderating(context, reviews), redacting(context, reviews)].map((call) =>
      withUnseenEmpty(context.server, call),
    ),
    readingOriginal(context, reviews),
    implement(calls.evidence, async ({ db, params, actor }) => readEvidence(db, reviews, params.id, actor)),
    implement(calls.forensics, async ({ db, params }) => readForensics(db, reviews, params.id)),
    implement(calls.totals, async ({ db, query }) => ({
      totals: await readTotals(db, reviews, String(query[reviews.subjectKey]).split(',').map(Number)),
    })),
  ]
}

/**
 * Only what takes one in: the calls that lists and masks bring along are those of the resource that is read, and so is
 * the shape of the answer.
 */
function takingIn({ lookup, resource }: ResourceContext, reviews: Reviews): readonly Implementation[] {
  return crud(intakeServerOf(reviews), lookup, 'UTC')
    .filter(({ endpoint }) => 'operation' in endpoint)
    .map((call) => withoutPurchases({ ...call, endpoint: { ...call.endpoint, output: recordSchema(resource) } }))
}

/** Approves, rejects, hides or reopens one. */
function moderating(context: ResourceContext, reviews: Reviews): Implementation {
  const { resource } = context
  return implement(
    callsOf(reviews).moderate,
    async (call) => {
      const { step, rejectionReason } = call.input
      if (step === 'reject' && !rejectionReason)
        throw invalid({ rejectionReason: t('Enter a reason for the rejection.') })
      const current = await lockRecord(context, call)
      const refusal = refuseStep(current as unknown as Moderated, step)
      if (refusal !== null) throw new Refusal(409, refusal)
      const actorContext = { db: call.db, actor: call.actor, address: call.request.clientAddress, audit: call.audit }
      const input = { ...changesOf[step], ...(step === 'reject' && { rejectionReason }) }
      const id = idOf(context, call)
      try {
        const update = await planUpdate(context, actorContext, current, input)
        if (update) await writeUpdate(context, id, update)
      } catch (error) {
        throw refusalOf(error, resource, 'update')
      }
      const record = await fetchRecord(context, call, id)
      if (!record) throw missing(context)
      call.audit.record(
        entryOf(resource, step, record, difference(stored(resource, current), stored(resource, record))),
      )
      call.reply.header('ETag', etagOf(record))
      return maskedRecord(resource, record)
    },
    { enforcesLimits: true },
  )
}

/** Puts the marker in the place of a passage. */
function redacting(context: ResourceContext, reviews: Reviews): Implementation {
  const { resource } = context
  return implement(callsOf(reviews).redact, async (call) => {
    const { field, from, to, passage, reason } = call.input
    const current = await lockRecord(context, call)
    const text = current[field]
    if (typeof text !== 'string') throw invalid({ field: t('No title.') })
    if (to <= from || text.slice(from, to) !== passage)
      throw new Refusal(409, t('The text changed since you opened it. Check it again.'))
    if (passage.includes(redactionMarker) && passage.replaceAll(redactionMarker, '').trim() === '')
      throw invalid({ passage: t('Already redacted.') })
    const after = redacted(text, from, to)
    if (after.length > longest[field])
      throw invalid({
        passage: t('With the marker in its place the text would be too long: choose a longer passage.'),
      })
    await sql`update ${table(reviews)} set ${sql.ref(field)} = ${after}, version = version + 1, updated_at = now() where id = ${current['id']}`
      .execute(call.db)
      .catch((error: unknown) => {
        throw refusalOf(error, resource, 'update')
      })
    const record = await fetchRecord(context, call, idOf(context, call))
    if (!record) throw missing(context)
    call.audit.record({
      ...entryOf(resource, 'redact', record, difference(stored(resource, current), stored(resource, record))),
      reason,
    })
    call.reply.header('ETag', etagOf(record))
    return maskedRecord(resource, record)
  })
}

/** Reads what was redacted, and writes down who did. */
function readingOriginal(context: ResourceContext, reviews: Reviews): Implementation {
  const { resource } = context
  return implement(
    callsOf(reviews).original,
    async (call) => {
      assertPersonalData(call.actor, resource.access.object)
      const record = await fetchRecord(context, call, idOf(context, call))
      if (!record) throw missing(context)
      const { rows } = await sql<{ field: 'title' | 'body'; original: string }>`
      select field, original from review_originals where kind = ${reviews.kind} and review_id = ${record['id']}`.execute(
        call.db,
      )
      if (rows.length === 0) throw new Refusal(409, t('Nothing has been redacted.'))
      call.audit.record({
        action: 'read-original',
        object: resource.name,
        recordId: Number(record['id']),
        title: auditTitleOf(resource, record),
        after: { revealed: rows.map(({ field }) => field) },
        reason: call.input.reason,
      })
      const of = (wanted: string) => rows.find(({ field }) => field === wanted)?.original ?? null
      return { title: of('title'), body: of('body') }
    },
    { isSecret: true },
  )
}
