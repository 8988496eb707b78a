import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { BulkChange } from '../../platform/bulk/changes.ts'
import { inputFor } from '../../platform/bulk/changes.ts'
import { countLiveEvents } from './rule.endpoints.ts'
import type { Rule } from './rule-evaluation.ts'
import { dimensionsOf } from './rule-evaluation.ts'
import { isLive, loadRules } from './rule-store.server.ts'
import { rules } from './rules.ts'

/** Events are counted up to this. */
const maxCounted = 10_000

async function liveEvents(db: Db): Promise<{ count: number; isCapped: boolean }> {
  const {
    rows: [found],
  } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from events e where ${isLive} limit ${sql.lit(maxCounted + 1)}) as counted`.execute(
    db,
  )
  const count = found?.count ?? 0
  return { count: Math.min(count, maxCounted), isCapped: count > maxCounted }
}

export const countLiveEventsServer = implement(countLiveEvents, async ({ db }) => await liveEvents(db), {
  transaction: false,
})

const isForAll = (rule: Rule) => rule.isEnabled && dimensionsOf(rule).length === 0

/** The warning before a bulk edit that would let rules apply to everything; null if none would. */
export async function noteOnRulesForAll(db: Db, ids: readonly number[], change: BulkChange): Promise<string | null> {
  const stored = await loadRules(db, sql`t.id = any(${[...ids]}::bigint[])`)
  // Edge: values of a change have been checked by the definition before.
  const n = stored.filter(
    (rule) => !isForAll(rule) && isForAll({ ...rule, ...inputFor(rules, change, { ...rule }) } as Rule),
  ).length
  if (n === 0) return null
  const { count, isCapped } = await liveEvents(db)
  const events = formatNumber(count)
  return isCapped
    ? t(
        '{n, plural, one {# of them has} other {# of them have}} no condition and will apply to everything: more than {events} live events.',
        { n, events },
      )
    : t(
        '{n, plural, one {# of them has} other {# of them have}} no condition and will apply to everything: {count, plural, one {# live event} other {# live events}}.',
        { n, count },
      )
}
