import { sql } from 'kysely'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { orderRates, type OrderRates } from '../exchange-rates/order-rates.server.ts'
import { noteLabelNames } from './placement-labels.ts'
import type { NoteLabel } from './resolver/notes.ts'
import { rewriterOf } from './resolver/rewriter.ts'
import type { StoredRule } from './resolvers.server.ts'
import { resolversFor } from './resolvers.server.ts'
import { reachOf } from './rule-targets.server.ts'
import type { Tried } from './trial-counts.server.ts'
import { countsOf, valueOf } from './trial-counts.server.ts'
import type { RuleTrial } from './try-rule.ts'

/** Notes that are tried; the ones with the most money first. */
const maxTried = 5_000

interface Group {
  readonly note: string
  readonly configurationId: number
  readonly providerId: number
  readonly performanceId: number | null
  readonly currency: string
  readonly listings: number
  readonly worth: number
}

/** The notes of open listings in a rule's reach. Performances are kept apart only where rules of theirs could differ. */
async function notesOf(db: Db, rule: StoredRule, rates: OrderRates): Promise<Group[]> {
  const ofProvider = rule.providerId === null ? sql`true` : sql`l.provider_id = ${rule.providerId}`
  const performance = sql`case when ${rule.scope === 'performance'} or exists (select from rewrite_rules r where r.performance_id = p.id and r.is_enabled) then p.id end`
  const { rows } = await sql<Group>`
    select l.note, p.venue_configuration_id as "configurationId", l.provider_id as "providerId", ${performance} as "performanceId", l.currency,
      count(*)::integer as listings, sum(l.quantity * l.price)::bigint as worth
    from ticket_listings l join performances p on p.id = l.performance_id
    where l.note is not null and l.is_open and p.starts_at > now() and p.venue_configuration_id is not null and ${ofProvider} and ${reachOf(rule)}
    group by 1, 2, 3, 4, 5 order by ${valueOf(rates)} desc limit ${maxTried + 1}`.execute(db)
  return rows
}

const inWords = (labels: readonly NoteLabel[]): string | null =>
  labels.length === 0 ? null : listOf(labels.map((label) => t(noteLabelNames[label])))

function changeOf(before: readonly NoteLabel[], after: readonly NoteLabel[]): Tried['change'] {
  const gains = after.some((label) => !before.includes(label))
  const loses = before.some((label) => !after.includes(label))
  return gains ? (loses ? 'moved' : 'placed') : loses ? 'unplaced' : 'same'
}

/** What a rule for notes would do to the labels of open listings, without storing anything. */
export async function tryNoteRule(db: Db, rule: StoredRule): Promise<RuleTrial> {
  const rates = await orderRates(db)
  const all = await notesOf(db, rule, rates)
  const groups = all.slice(0, maxTried)
  const [without, within] = [await resolversFor(db, groups), await resolversFor(db, groups, [rule])]
  const rewrite = rewriterOf([rule])
  const tried = groups.flatMap((group): Tried[] => {
    const labelsBy = (resolversAt: typeof without) =>
      (resolversAt(group)?.notes(group.note) ?? []).map(({ label }) => label)
    const [before, after] = [labelsBy(without), labelsBy(within)]
    const change = changeOf(before, after)
    if (change === 'same' && rewrite(group.note) === null) return []
    const { configurationId, currency, listings, worth, note } = group
    const texts = { section: note, row: null, before: inWords(before), after: inWords(after) }
    return [{ configurationId, currency, listings, worth, change, ...texts }]
  })
  return { ...countsOf(tried, rates), decisions: [], conflicts: [], map: null, isCut: all.length > maxTried }
}
