import { sql } from 'kysely'
import { difference } from '../../kit/audit.server.ts'
import type { Desk } from '../../kit/crud.server.ts'
import { crud, entryOf, etagOf, fetchRecord, idOf, lockRecord, missing, planUpdate, stored, writeUpdate } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { assertPersonalData } from '../../kit/limits.ts'
import { auditTitleOf, maskedRecord } from '../../kit/personal.ts'
import { desksOf } from '../../kit/registry.server.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import { callsOf } from './review-calls.ts'
import { readEvidence, readForensics, readTotals } from './review-reading.server.ts'
import type { Moderated } from './review-rules.ts'
import { changesOf, redacted, redactionMarker, refuseStep } from './review-rules.ts'
import { table } from './review-facts.server.ts'
import { intakeServerOf } from './reviews.server.ts'
import type { Reviews } from './reviews.ts'
import { allReviews, reviewsNamed } from './reviews.ts'

const longest = { title: 150, body: 5_000 } as const

/** The calls about reviews besides those of their resources. */
export function implementReviews(servers: readonly ResourceServer[]): readonly Implementation[] {
  const isReviews = ({ name }: AnyResource) => allReviews.some((kind) => kind.name === name)
  return desksOf(servers, isReviews).flatMap((desk) => serversOf(desk, reviewsNamed(desk.resource.name)))
}

function serversOf(desk: Desk, reviews: Reviews): readonly Implementation[] {
  const calls = callsOf(reviews)
  const { resource } = desk
  // Only what takes one in: the calls that lists and masks bring along are those of the resource that is read.
  const intake = crud(intakeServerOf(reviews), desk.lookup, 'UTC').filter(({ endpoint }) => 'operation' in endpoint)
  return [
    ...intake,
    implement(calls.moderate, async (call) => {
      const { step, rejectionReason } = call.input
      if (step === 'reject' && !rejectionReason) throw invalid({ rejectionReason: t('Say why it is rejected.') })
      const current = await lockRecord(desk, call)
      const refusal = refuseStep(current as unknown as Moderated, step)
      if (refusal !== null) throw new Refusal(409, refusal)
      const doer = { db: call.db, actor: call.actor, address: call.request.clientAddress, note: call.note }
      const input = { ...changesOf[step], ...(step === 'reject' && { rejectionReason }) }
      const id = idOf(desk, call)
      try {
        const update = await planUpdate(desk, doer, current, input)
        if (update) await writeUpdate(desk, id, update)
      } catch (error) {
        throw refusalOf(error, resource, 'update')
      }
      const record = await fetchRecord(desk, call, id)
      if (!record) throw missing(desk)
      call.note(entryOf(resource, step, record, difference(stored(resource, current), stored(resource, record))))
      call.reply.header('ETag', etagOf(record))
      return maskedRecord(resource, record)
    }, { heedsLimits: true }),
    implement(calls.redact, async (call) => {
      const { field, from, to, passage, reason } = call.input
      const current = await lockRecord(desk, call)
      const text = current[field]
      if (typeof text !== 'string') throw invalid({ field: t('It has no title.') })
      if (to <= from || text.slice(from, to) !== passage) throw new Refusal(409, t('The text is not what you have on screen any more. Look at it again.'))
      if (passage.includes(redactionMarker) && passage.replaceAll(redactionMarker, '').trim() === '') throw invalid({ passage: t('This has been redacted already.') })
      const after = redacted(text, from, to)
      if (after.length > longest[field]) throw invalid({ passage: t('With the marker in its place the text would be too long: choose a longer passage.') })
      await sql`update ${table(reviews)} set ${sql.ref(field)} = ${after}, version = version + 1, updated_at = now() where id = ${current['id']}`.execute(call.db).catch((error: unknown) => {
        throw refusalOf(error, resource, 'update')
      })
      const record = await fetchRecord(desk, call, idOf(desk, call))
      if (!record) throw missing(desk)
      call.note({ ...entryOf(resource, 'redact', record, difference(stored(resource, current), stored(resource, record))), reason })
      call.reply.header('ETag', etagOf(record))
      return maskedRecord(resource, record)
    }),
    implement(calls.original, async (call) => {
      assertPersonalData(call.actor, resource.access.object)
      const record = await fetchRecord(desk, call, idOf(desk, call))
      if (!record) throw missing(desk)
      const { rows } = await sql<{ field: 'title' | 'body'; original: string }>`
        select field, original from review_originals where kind = ${reviews.kind} and review_id = ${record['id']}`.execute(call.db)
      if (rows.length === 0) throw new Refusal(409, t('Nothing of it has been redacted.'))
      call.note({
        action: 'read-original', object: resource.name, recordId: Number(record['id']), title: auditTitleOf(resource, record),
        after: { revealed: rows.map(({ field }) => field) }, reason: call.input.reason,
      })
      const of = (wanted: string) => rows.find(({ field }) => field === wanted)?.original ?? null
      return { title: of('title'), body: of('body') }
    }, { isSecret: true }),
    implement(calls.evidence, async ({ db, params, actor }) => readEvidence(db, reviews, params.id, actor)),
    implement(calls.forensics, async ({ db, params }) => readForensics(db, reviews, params.id)),
    implement(calls.totals, async ({ db, query }) => ({ totals: await readTotals(db, reviews, String(query[reviews.subjectKey]).split(',').map(Number)) })),
  ]
}
