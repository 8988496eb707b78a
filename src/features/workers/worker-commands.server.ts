import { sql } from 'kysely'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { changeQueueSchedule } from '../../core/jobs/queues.server.ts'
import type { Schedule } from '../../core/jobs/schedule.server.ts'
import { nextDue, scheduleOf } from '../../core/jobs/schedule.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { checkedSchedule } from './schedule-check.server.ts'
import { scheduleWords } from './schedule-labels.server.ts'
import { detailsOf, jobNamed } from './worker-facts.server.ts'
import { wakeSoon } from './wake-soon.server.ts'
import { cancelRun, changeSchedule, previewSchedule, resetSchedule, setConcurrency } from './workers.endpoints.ts'

const shownNext = 5

/** What staff can change beyond running and pausing: schedules, concurrency and runs under way. */
export function implementWorkerCommands({ jobs }: Pick<ServerContext, 'jobs'>): readonly Implementation[] {
  return [
    implement(previewSchedule, async ({ query }) => {
      const now = new Date()
      const schedule = await checkedSchedule(query, now)
      const next = await nextDue(schedule, now, shownNext)
      return { words: await scheduleWords(schedule), nextRuns: next.map((at) => at.toISOString()) }
    }),

    implement(changeSchedule, async ({ db, params, input, actor, audit }) => {
      const job = jobNamed(jobs(), params.name)
      const built = scheduleOf(job)
      if (!built) throw new Refusal(409, t('This worker has no schedule: it runs when other work asks for it.'))
      const schedule = await checkedSchedule(input, new Date())
      const before = (await ownScheduleOf(db, job.name)) ?? built
      if (isSame(before, schedule)) return await detailsOf(db, job)
      if (isSame(built, schedule)) await sql`delete from job_schedules where name = ${job.name}`.execute(db)
      else
        await sql`
          insert into job_schedules (name, cron, zone, changed_by) values (${job.name}, ${schedule.cron}, ${schedule.zone}, ${actor.id})
          on conflict (name) do update set cron = excluded.cron, zone = excluded.zone, changed_by = excluded.changed_by, changed_at = now()`.execute(
          db,
        )
      await changeQueueSchedule(db, job.name, schedule)
      audit.record({
        action: 'reschedule',
        object: 'workers',
        title: job.label,
        before: { ...before },
        after: { ...schedule },
      })
      return await detailsOf(db, job)
    }),

    implement(resetSchedule, async ({ db, params, audit }) => {
      const job = jobNamed(jobs(), params.name)
      const [built, own] = [scheduleOf(job), await ownScheduleOf(db, job.name)]
      if (!built || !own) return await detailsOf(db, job)
      await sql`delete from job_schedules where name = ${job.name}`.execute(db)
      await changeQueueSchedule(db, job.name, built)
      audit.record({
        action: 'reschedule',
        object: 'workers',
        title: job.label,
        before: { ...own },
        after: { ...built },
      })
      return await detailsOf(db, job)
    }),

    implement(cancelRun, async ({ db, params, input, audit }) => {
      const job = jobNamed(jobs(), params.name)
      const {
        rows: [cancelled],
      } = await sql<{ id: number }>`
        update job_runs set cancel_asked_at = now(), state = case state when 'queued' then 'cancelled' else state end,
          started_at = coalesce(started_at, now()), finished_at = case state when 'queued' then now() end
        where id = ${input.run} and name = ${job.name} and state in ('queued', 'running') and cancel_asked_at is null
        returning id`.execute(db)
      if (!cancelled) throw new Refusal(409, t('This run has already ended or is being cancelled.'))
      audit.record({
        action: 'cancel',
        object: 'workers',
        title: job.label,
        after: { name: job.name, run: cancelled.id },
      })
      return await detailsOf(db, job)
    }),

    setConcurrencyServer(jobs),
  ]
}

function setConcurrencyServer(jobs: ServerContext['jobs']): Implementation {
  return implement(setConcurrency, async ({ db, params, input: { atOnce }, actor, audit }) => {
    const job = jobNamed(jobs(), params.name)
    if (job.overlap === 'skip') throw new Refusal(409, t('This worker runs one at a time.'))
    const {
      rows: [held],
    } = await sql<{ atOnce: number }>`
        select at_once as "atOnce" from job_limits where name = ${job.name} for update`.execute(db)
    const before = held?.atOnce ?? null
    if (before === atOnce) return await detailsOf(db, job)
    if (atOnce === null) await sql`delete from job_limits where name = ${job.name}`.execute(db)
    else
      await sql`
          insert into job_limits (name, at_once, changed_by) values (${job.name}, ${atOnce}, ${actor.id})
          on conflict (name) do update set at_once = excluded.at_once, changed_by = excluded.changed_by, changed_at = now()`.execute(
        db,
      )
    audit.record({
      action: 'set-concurrency',
      object: 'workers',
      title: job.label,
      before: { atOnce: before },
      after: { atOnce },
    })
    // What waited for a place can have one now.
    wakeSoon(job.name)
    return await detailsOf(db, job)
  })
}

async function ownScheduleOf(db: Db, name: string): Promise<Schedule | null> {
  const { rows } = await sql<Schedule>`select cron, zone from job_schedules where name = ${name} for update`.execute(db)
  return rows[0] ?? null
}

function isSame(one: Schedule, other: Schedule): boolean {
  return one.cron === other.cron && one.zone === other.zone
}
