import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { notify } from '../../platform/inbox/notices.server.ts'
import { concernedBy, disputeDue } from './dispute-notices.server.ts'
import type { DisputeStatus } from './dispute-states.ts'
import { isInquiry } from './dispute-states.ts'
import { disputes } from './disputes.ts'

/** Disputes dealt with in one run; those beyond are next. */
const atOnce = 200

interface Due {
  readonly id: number
  readonly status: DisputeStatus
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly due: string
  readonly assignee: number | null
}

/**
 * Three days and one day before its deadline a dispute without an answer is news, once each. What was known for less time
 * than that is news already, and an answer on its way needs no reminder.
 */
export const remindOfDisputesJob: Job = {
  name: 'remind-of-disputes',
  label: msg('Reminders of disputes'),
  does: msg('Reports disputes that need an answer within 3 days, and again within a day.'),
  staleWithout: msg('No reminder before the deadline of a dispute; the list still shows it.'),
  overlap: 'skip',
  counts: { disputes: msg('Disputes') },
  cron: '*/10 * * * *',
  async run({ database, count }) {
    await database.kysely.transaction().execute(async (db) => {
      const { rows } = await sql<Due>`
        with due as (
          select d.id, d.due_by, w.days from disputes d
            cross join lateral (select case when d.due_by <= now() + interval '1 day' then 1 else 3 end as days) w
          where d.status in ('needs_response', 'warning_needs_response')
            and d.due_by > now() and d.due_by <= now() + interval '3 days'
            and d.created_at < d.due_by - make_interval(days => w.days)
            and not exists (select from dispute_answers a where a.dispute_id = d.id and a.next_try_at is not null)
            and not exists (select from dispute_reminders r
              where r.dispute_id = d.id and r.days = w.days and r.due_by = d.due_by)
          order by d.due_by, d.id limit ${atOnce}
        ), fresh as (
          insert into dispute_reminders as r (dispute_id, days, due_by) select id, days, due_by from due
          on conflict (dispute_id, days) do update set due_by = excluded.due_by, created_at = now()
            where r.due_by <> excluded.due_by
          returning dispute_id
        )
        select d.id, d.status, p.reference, d.amount, d.currency, p.assignee_id as assignee,
          to_char(d.due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due
        from fresh f join disputes d on d.id = f.dispute_id join purchases p on p.id = d.purchase_id
        order by d.due_by, d.id`.execute(db)
      if (rows.length === 0) return
      count('disputes', rows.length)
      const concerned = await concernedBy(db)
      await notify(
        db,
        disputeDue,
        rows.map(({ id, status, assignee, ...data }) => ({
          to: concerned(assignee),
          data: { ...data, isInquiry: isInquiry(status) },
          record: { resource: disputes.name, id },
          key: String(id),
        })),
      )
    })
  },
}
