import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { languageOf, msg } from '../../core/i18n/language.ts'
import { speaking } from '../../core/http/language.server.ts'
import { enqueueMessage } from '../../platform/mail/outbox.server.ts'
import { table } from './review-facts.server.ts'
import { reviewRejected } from './review-messages.ts'
import type { RejectionReason } from './review-rules.ts'
import type { Reviews } from './reviews.ts'
import { allReviews } from './reviews.ts'

/**
 * The job that notifies authors of rejections that have not been undone in the meantime.
 */
const notifyAuthorsJobName = 'notify-review-authors'
/** Authors notified per transaction. */
const atOnce = 50

interface Due {
  readonly id: number
  readonly email: string
  readonly author: string
  readonly language: string
  readonly reason: RejectionReason
  readonly subject: string
}

async function tell(db: Db, reviews: Reviews): Promise<number> {
  const subject = reviews.kind === 'lineup' ? 'name' : 'title'
  const { rows } = await sql<Due>`
    with due as (select id from ${table(reviews)} where notice_due_at <= now() order by notice_due_at, id limit ${atOnce} for update skip locked)
    update ${table(reviews)} r set notice_due_at = null, author_notified_at = now() from due
    where r.id = due.id returning r.id, r.author_email as email, r.author_name as author, r.language, r.rejection_reason as reason,
      (select ${sql.ref(`s.${subject}`)} from ${sql.table(reviews.subjects)} s where s.id = ${sql.ref(`r.${reviews.kind}_id`)}) as subject`.execute(
    db,
  )
  for (const { email, language, ...data } of rows) {
    const locale = languageOf(language)
    await speaking(locale, async () => await enqueueMessage(db, { to: email, template: reviewRejected, data, locale }))
  }
  return rows.length
}

export const reviewJobs: readonly Job[] = [
  {
    name: notifyAuthorsJobName,
    label: msg('Review answers'),
    does: msg('Emails authors why their review isn’t published.'),
    staleWithout: msg('Authors don’t hear why their review isn’t published.'),
    overlap: 'share',
    cron: '* * * * *',
    async run({ database, signal }) {
      for (const reviews of allReviews) {
        while (
          !signal.aborted &&
          (await database.kysely.transaction().execute(async (db) => await tell(db, reviews))) === atOnce
        )
          continue
      }
    },
  },
]
