import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { BulkChange } from '../bulk-edits/changes.ts'
import { inputFor } from '../bulk-edits/changes.ts'
import { countLiveEvents } from './rule-calls.ts'
import type { Rule } from './rule-evaluation.ts'
import { dimensionsOf } from './rule-evaluation.ts'
import { isLive, loadRules } from './rule-store.server.ts'
import { rules } from './rules.ts'

/** Events are counted up to this. */
const mostCounted = 10_000

async function liveEvents(db: Db): Promise<{ count: number; isCapped: boolean }> {
  const { rows: [found] } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from events e where ${isLive} limit ${sql.lit(mostCounted + 1)}) as counted`.execute(db)
  const count = found?.count ?? 0
  return { count: Math.min(count, mostCounted), isCapped: count > mostCounted }
}

export const countLiveEventsServer = implement(countLiveEvents, async ({ db }) => await liveEvents(db), { transaction: false })

const isForAll = (rule: Rule) => rule.isEnabled && dimensionsOf(rule).length === 0

/** What a bulk edit says first that would let rules apply to everything; null where none begins to. */
export async function noteOnRulesForAll(db: Db, ids: readonly number[], change: BulkChange): Promise<string | null> {
  const stored = await loadRules(db, sql`t.id = any(${[...ids]}::bigint[])`)
  // Edge: values of a change have been checked by the definition before.
  const n = stored.filter((rule) => !isForAll(rule) && isForAll({ ...rule, ...inputFor(rules, change, { ...rule }) } as Rule)).length
  if (n === 0) return null
  const { count, isCapped } = await liveEvents(db)
  const events = formatNumber(count)
  return isCapped ? t('{n, plural, one {# of them has} other {# of them have}} no condition and will apply to everything: more than {events} live events.', { n, events })
    : t('{n, plural, one {# of them has} other {# of them have}} no condition and will apply to everything: {count, plural, one {# live event} other {# live events}}.', { n, count })
}
