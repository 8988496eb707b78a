import { sql } from 'kysely'
import { invalid, Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { ResourceServer, SaveCall } from '../../kit/resource.server.ts'
import { serve } from '../../kit/resource.server.ts'
import { around, refreshRisk, table } from './review-facts.server.ts'
import type { Moderated } from './review-rules.ts'
import { refuseChange } from './review-rules.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'

/** Where the step from what a review is to what it would be is not one, and where a verified one would leave its purchase. */
function assertSteps({ subjectKey }: Reviews, { draft, current }: SaveCall): void {
  if (!current) return
  // What is stored was parsed when it came in.
  const message = refuseChange(current as unknown as Moderated, draft as unknown as Moderated)
  if (message !== null) throw new Refusal(409, message, { fields: { status: message } })
  if (current['source'] === 'verified_purchase' && draft[subjectKey] !== current[subjectKey]) {
    throw invalid({ [subjectKey]: t('A verified review stays with what was bought.') })
  }
}

function serverOf(reviews: Reviews): ResourceServer {
  return serve(reviews.resource, {
    derived: {
      waitingLocales: sql`t.waiting_locales`, translatedLocales: sql`t.translated_locales`,
      riskScore: sql`t.risk_score`, riskReasons: sql`t.risk_reasons`,
      // What an undone decision left behind says nothing any more.
      decidedAt: sql`(case when t.status <> 'pending' then t.decided_at end)`, authorToldAt: sql`t.author_told_at`, moderatorId: sql`(case when t.status <> 'pending' then t.moderator_id end)`,
    },
    async beforeSave(call) {
      assertSteps(reviews, call)
    },
    async afterSave({ draft, current, db, actor, id }) {
      if (!current || draft['status'] === current['status']) return
      await sql`update ${table(reviews)} set decided_at = now(), moderator_id = ${actor.kind === 'staff' ? actor.id : null} where id = ${id}`.execute(db)
    },
  })
}

/** The same records as they are taken in. Whatever the new one makes look different is judged anew with it. */
export function intakeServerOf(reviews: Reviews): ResourceServer {
  const { derived = {} } = serverOf(reviews)
  return serve(reviews.intake, {
    derived,
    async beforeSave({ draft }) {
      draft['submittedAt'] ??= new Date().toISOString()
      if (draft['source'] === 'supplier') draft['isNoIndex'] = true
    },
    async afterSave({ db, id }) {
      await refreshRisk(db, reviews, await around(db, reviews, id))
    },
  })
}

export const reviewServers: readonly ResourceServer[] = allReviews.map(serverOf)
