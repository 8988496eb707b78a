import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { around, refreshRisk, table } from './review-facts.server.ts'
import { unseenBy } from './review-purchases.server.ts'
import type { Moderated } from './review-rules.ts'
import { refuseChange } from './review-rules.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'

/** Refuses an invalid change of state, and one that would detach a verified review from its purchase. */
function assertSteps({ subjectKey }: Reviews, { draft, current }: SaveCall): void {
  if (!current) return
  // Stored values were parsed when they arrived.
  const message = refuseChange(current as unknown as Moderated, draft as unknown as Moderated)
  if (message !== null) throw new Refusal(409, message, { fields: { status: message } })
  if (current['source'] === 'verified_purchase' && draft[subjectKey] !== current[subjectKey]) {
    throw invalid({ [subjectKey]: t('A verified review stays with what was bought.') })
  }
}

function serverOf(reviews: Reviews): ResourceServer {
  return serve(reviews.resource, {
    unseenBy,
    derived: {
      waitingLocales: sql`t.waiting_locales`,
      translatedLocales: sql`t.translated_locales`,
      excerpt: sql`(case when t.title is not null then btrim(left(regexp_replace(t.body, '\\s+', ' ', 'g'), 160)) end)`,
      riskScore: sql`t.risk_score`,
      riskReasons: sql`t.risk_reasons`,
      // Leftovers of an undone decision mean nothing any more.
      decidedAt: sql`(case when t.status <> 'pending' then t.decided_at end)`,
      authorNotifiedAt: sql`t.author_notified_at`,
      moderatorId: sql`(case when t.status <> 'pending' then t.moderator_id end)`,
    },
    async beforeSave(call) {
      assertSteps(reviews, call)
    },
    async afterSave({ draft, current, db, actor, id }) {
      if (!current || draft['status'] === current['status']) return
      await sql`update ${table(reviews)} set decided_at = now(), moderator_id = ${actor.kind === 'staff' ? actor.id : null} where id = ${id}`.execute(
        db,
      )
    },
  })
}

/** An item is verified only once. The database enforces it; this names the review that has it. */
async function assertLineIsFree(db: Db, { purchaseId, purchaseLine }: SaveCall['draft']): Promise<void> {
  const {
    rows: [taken],
  } = await sql<{ kind: string; id: number }>`
    select kind, review_id as id from verified_review_lines where purchase_id = ${purchaseId} and purchase_line = ${purchaseLine}`.execute(
    db,
  )
  const reviews = taken && allReviews.find(({ kind }) => kind === taken.kind)
  if (!reviews) return
  const {
    rows: [review],
  } = await sql<{
    headline: string
    author: string
  }>`select headline, author_name as author from ${table(reviews)} where id = ${taken.id}`.execute(db)
  const message = t('This line is verified already by {one} {id} by {author}, “{headline}”.', {
    one: inSentence(t(reviews.label[0])),
    id: taken.id,
    headline: review?.headline ?? '',
    author: review?.author ?? '',
  })
  throw new Refusal(409, message, { fields: { purchaseLine: message } })
}

/** The same records for intake. Reviews whose risk changes with the new one are scored again along with it. */
export function intakeServerOf(reviews: Reviews): ResourceServer {
  const { derived = {} } = serverOf(reviews)
  return serve(reviews.intake, {
    derived,
    async beforeSave({ draft, db }) {
      draft['submittedAt'] ??= new Date().toISOString()
      if (draft['source'] === 'supplier') draft['isNoIndex'] = true
      if (draft['source'] === 'verified_purchase') await assertLineIsFree(db, draft)
    },
    async afterSave({ db, id }) {
      await refreshRisk(db, reviews, await around(db, reviews, id))
    },
  })
}

export const reviewServers: readonly ResourceServer[] = allReviews.map(serverOf)
