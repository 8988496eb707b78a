import { sql } from 'kysely'
import { formatInstant } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { purchases } from './purchases.ts'
import { keepWaitingDay } from './waiting-days.server.ts'

/** To the person whose order it is, while there is still time to act. */
export const orderDue = defineNotice<{ reference: string; step: string; due: string }>({
  kind: 'order-due',
  label: msg('Your orders that are due within an hour'),
  object: 'purchases',
  write: ({ reference, step, due }) => ({
    // True before and after it is due, because nothing says when this is read.
    title: t('{reference}: {step}', { reference, step: choiceLabelOf(purchases.fields.nextStep, step) }),
    detail: t('Due {due} UTC', { due: formatInstant(due, 'UTC') }),
  }),
})

interface Due {
  readonly id: number
  readonly reference: string
  readonly step: string
  readonly due: string
  readonly assignee: number
}

/**
 * What was due while no server ran is still news for two hours. Days are counted in the time zone of the business.
 *
 * @param atOnce orders dealt with in one run; those beyond are next
 */
export const dueOrdersJob = (zone: string, atOnce = 500): Job => ({
  name: 'remind-of-due-orders',
  label: msg('Reminders of due orders'),
  does: msg('Tells assignees of their orders that are due within an hour, and counts for the home page what waits.'),
  staleWithout: msg(
    'Assignees get no reminder before an order is overdue, and the home page misses past to-do counts.',
  ),
  overlap: 'skip',
  counts: { orders: msg('Orders') },
  cron: '*/5 * * * *',
  async run({ database, count }) {
    await keepWaitingDay(database.kysely, zone)
    count('orders', await remind(database, atOnce))
  },
})

/** Returns the number of orders that its assignees get a notice of. */
async function remind(database: Database, atOnce: number): Promise<number> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql<Due>`
      with due as (
        select id, reference, next_step, due_at, assignee_id from purchases
        where next_step <> 'none' and assignee_id is not null
          and due_at between now() - interval '2 hours' and now() + interval '1 hour'
          and (snoozed_until is null or snoozed_until <= now())
          and not exists (select from due_notices n
            where n.purchase_id = purchases.id and n.staff_id = purchases.assignee_id and n.due_at = purchases.due_at)
        order by due_at limit ${atOnce}
      ), fresh as (
        insert into due_notices as n (purchase_id, staff_id, due_at) select id, assignee_id, due_at from due
        on conflict (purchase_id) do update set staff_id = excluded.staff_id, due_at = excluded.due_at
          where n.staff_id <> excluded.staff_id or n.due_at <> excluded.due_at
        returning purchase_id
      )
      select d.id, d.reference, d.next_step as step, d.assignee_id as assignee,
        to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due
      from due d join fresh f on f.purchase_id = d.id`.execute(db)
    if (rows.length === 0) return 0
    await notify(
      db,
      orderDue,
      rows.map(({ id, assignee, ...data }) => ({
        to: [assignee],
        data,
        record: { resource: purchases.name, id },
        key: String(id),
      })),
    )
    return rows.length
  })
}
