import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import { announceChange } from '../../core/audit/audit.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { appliesTo } from './rule-evaluation.ts'
import { eventPage, isLive, loadRules } from './rule-store.server.ts'

export const countRulesJob = 'count-rules'

/** Events read per statement. The embedded database makes other callers wait for the whole statement. */
const pageSize = 200

/**
 * Rules that have not been counted since they changed, and those whose count is out of date: events and dates move on.
 */
const due = sql`(t.counted_at is null or t.counted_at < now() - interval '12 hours')`

/**
 * Counts how many live events each due rule applies to, whatever its state, in one pass over the events for all of
 * them. A rule that changes during the count is counted again. The count is only a figure about the rule, so the audit
 * log has no entry for it.
 */
export async function countRules(
  { kysely }: { readonly kysely: Db },
  signal: AbortSignal,
  now = Date.now(),
): Promise<void> {
  const rules = await loadRules(kysely, due)
  if (rules.length === 0) return
  const counts = new Map(rules.map(({ id }) => [id, 0]))
  for (let after = 0; ;) {
    if (signal.aborted) return
    const events = await eventPage(kysely, { condition: isLive, after, limit: pageSize })
    for (const event of events) {
      for (const rule of rules) {
        if (event.offers.some((offer) => appliesTo(rule, event, offer, now)))
          counts.set(rule.id, (counts.get(rule.id) ?? 0) + 1)
      }
    }
    const last = events.at(-1)
    if (!last || events.length < pageSize) break
    after = last.id
  }
  await sql`
    update rules t set affected_count = given.count, counted_at = now()
    from unnest(${rules.map(({ id }) => id)}::bigint[], ${rules.map(({ version }) => version)}::integer[], ${rules.map(({ id }) => counts.get(id) ?? 0)}::integer[])
      as given (id, version, count)
    where t.id = given.id and t.version = given.version`.execute(kysely)
  await announceChange(kysely, 'rules', null)
}

export const ruleJobs: readonly Job[] = [
  {
    name: countRulesJob,
    label: msg('Rule counts'),
    does: msg('Counts the live events that each rule applies to.'),
    staleWithout: msg('The events column of the rule list is out of date.'),
    overlap: 'share',
    cron: '* * * * *',
    run: ({ database, signal }: { database: Pick<Database, 'kysely'>; signal: AbortSignal }) =>
      countRules(database, signal),
  },
]
