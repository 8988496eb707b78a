import { sql } from 'kysely'
import type { SeedStory } from '../../core/calls/server-module.server.ts'
import { lastDue } from '../../core/jobs/schedule.server.ts'
import type { Db } from '../../db/tables.server.ts'

const day = 86_400_000
const instance = 'demo-1'

interface History {
  readonly name: string
  readonly cron: string
  /** Days ago of its first and last run. */
  readonly days: readonly [from: number, to: number]
  /** Seconds of its first run, and by how much each one is longer. */
  readonly seconds: readonly [first: number, more: number]
  /** Of the last run; the others succeeded. */
  readonly error?: string
}

/** Daily jobs, whose history no server that has just started can have, each in a state of its own. */
const histories: readonly History[] = [
  {
    name: 'judge-page-links',
    cron: '17 3 * * *',
    days: [13, 0],
    seconds: [41, 2],
    error: 'canceling statement due to statement timeout (57014)',
  },
  // Late: it stopped three days ago.
  { name: 'send-inbox-digests', cron: '30 5 * * *', days: [16, 3], seconds: [6, 0.1] },
  { name: 'forget-inbox-items', cron: '7 4 * * *', days: [15, 2], seconds: [3, 0] },
  { name: 'forget-messages', cron: '23 3 * * *', days: [13, 0], seconds: [12, 0.4] },
]

/** Runs of the last two weeks, a paused job and one at work. Safe to run again. */
export async function seedWorkers(trx: Db, story: SeedStory): Promise<void> {
  const asOf = new Date(story.asOf)
  const random = story.random('workers', 0)
  const runs: object[] = []
  for (const { name, cron, days, seconds, error } of histories) {
    const last = await lastDue({ cron, zone: 'UTC' }, asOf)
    for (let ago = days[0]; ago >= days[1]; ago--) {
      const due = last.getTime() - ago * day
      const started = due + random.int(4_000, 40_000)
      const took = (seconds[0] + (days[0] - ago) * seconds[1]) * (0.9 + random.next() / 5)
      const hasFailed = ago === days[1] && error !== undefined
      runs.push({
        name,
        cause: 'schedule',
        state: hasFailed ? 'failed' : 'succeeded',
        due_at: new Date(due).toISOString(),
        started_at: new Date(started).toISOString(),
        finished_at: new Date(started + took * 1_000).toISOString(),
        error: hasFailed ? error : null,
      })
    }
  }
  await sql`
    insert into job_runs (name, cause, state, due_at, asked_at, started_at, finished_at, beat_at, instance, error)
    select g.name, g.cause, g.state, g.due_at, g.started_at, g.started_at, g.finished_at, g.finished_at, ${instance}, g.error
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as g (
      name text, cause text, state text, due_at timestamptz, started_at timestamptz, finished_at timestamptz, error text)
    on conflict do nothing`.execute(trx)
  // With a last sign of life half a day ahead, so that the demo has a run at work until then.
  await sql`
    insert into job_runs (name, cause, state, started_at, beat_at, instance)
    select 'make-coupon-codes', 'follow-up', 'running', ${story.asOf}::timestamptz, ${story.asOf}::timestamptz + interval '12 hours', ${instance}
    where not exists (select from job_runs where name = 'make-coupon-codes' and instance = ${instance})`.execute(trx)
  await sql`
    insert into paused_jobs (name, reason, paused_by, paused_at, left_out)
    select 'forget-inbox-items', 'Kept until the October audit is signed off', (select min(id) from staff where status = 'active'),
      ${story.asOf}::timestamptz - interval '30 hours', 1
    on conflict do nothing`.execute(trx)
}
