import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { orderRates, type OrderRates } from '../exchange-rates/order-rates.server.ts'
import type { Placement } from './resolver/resolver.ts'
import { rewriterOf } from './resolver/rewriter.ts'
import type { StoredRule } from './resolvers.server.ts'
import { resolversFor } from './resolvers.server.ts'
import { checkRewriteRule, placeOfScope } from './rewrite-rule-check.ts'
import { conflictsOf } from './rule-conflicts.server.ts'
import { assertGroups, assertReadable } from './rule-patterns.server.ts'
import { reachOf } from './rule-targets.server.ts'
import { brokenDecisions } from './section-decisions.server.ts'
import type { Tried } from './trial-counts.server.ts'
import { countsOf, mapOf, valueOf } from './trial-counts.server.ts'
import type { RuleToTry, RuleTrial } from './try-rule.ts'
import { tryNoteRule } from './try-note-rule.server.ts'
import { tryRule } from './try-rule.ts'

/** Texts that are read, and those that are tried; the ones with the most money first. */
const [maxRead, maxTried] = [50_000, 5_000]

/** Open listings that are spelled alike, in one place and currency. */
interface Group {
  readonly section: string
  readonly row: string | null
  readonly configurationId: number
  readonly providerId: number
  readonly performanceId: number | null
  readonly currency: string
  readonly listings: number
  readonly worth: number
  readonly isUnderIt: boolean
}

/** The wordings of open listings in a rule's reach. Performances are kept apart only where rules of theirs could differ. */
async function wordingsOf(db: Db, rule: StoredRule, rates: OrderRates): Promise<Group[]> {
  const ofProvider = rule.providerId === null ? sql`true` : sql`l.provider_id = ${rule.providerId}`
  const performance = sql`case when ${rule.scope === 'performance'} or exists (select from rewrite_rules r where r.performance_id = p.id and r.is_enabled) then p.id end`
  const { rows } = await sql<Group>`
    select l.section, l.row_name as row, p.venue_configuration_id as "configurationId", l.provider_id as "providerId", ${performance} as "performanceId",
      l.currency, count(*)::integer as listings, sum(l.quantity * l.price)::bigint as worth, bool_or(l.rewrite_rule_id = ${rule.id}) is true as "isUnderIt"
    from ticket_listings l join performances p on p.id = l.performance_id
    where l.is_open and p.starts_at > now() and p.venue_configuration_id is not null and ${ofProvider} and ${reachOf(rule)}
    group by 1, 2, 3, 4, 5, 6 order by ${valueOf(rates)} desc limit ${maxRead}`.execute(db)
  return rows
}

const nameOf = ({ candidate, row }: Placement): string | null =>
  candidate === null
    ? null
    : row === null
      ? candidate.section.name
      : t('{section}, row {row}', { section: candidate.section.name, row })

function changeOf(before: Placement, after: Placement): RuleTrial['texts'][number]['change'] {
  if (before.candidate === null) return after.candidate === null ? 'same' : 'placed'
  if (after.candidate === null) return 'unplaced'
  return before.candidate.section.id === after.candidate.section.id && before.row === after.row ? 'same' : 'moved'
}

/** What a rule would do to the open listings, without storing anything. */
async function trialOf(db: Db, rule: StoredRule): Promise<RuleTrial> {
  const rewrite = rewriterOf([rule])
  const rates = await orderRates(db)
  const hits = (await wordingsOf(db, rule, rates)).filter(
    ({ section, row, isUnderIt }) => isUnderIt || rewrite(rule.field === 'row' ? (row ?? '') : section) !== null,
  )
  const groups = hits.slice(0, maxTried)
  const [without, within] = [await resolversFor(db, groups), await resolversFor(db, groups, [rule])]
  const conflicts = conflictsOf(
    rule,
    groups.map((group) => ({ ...group, rules: without(group)?.rules ?? [] })),
  )
  const tried = groups.flatMap((group): Tried[] => {
    const before = without(group)?.live(group.section, group.row)
    const after = within(group)?.live(group.section, group.row)
    if (!before || !after) return []
    const [from, to] = [before, after].map(({ candidate }) => candidate?.section.name ?? null)
    return [
      {
        ...group,
        before: nameOf(before),
        after: nameOf(after),
        change: changeOf(before, after),
        from: from ?? null,
        to: to ?? null,
      },
    ]
  })
  return {
    ...countsOf(tried, rates),
    decisions: await brokenDecisions(db, rule),
    conflicts,
    map: await mapOf(db, tried),
    isCut: hits.length > maxTried,
  }
}

function ruleIn({ id, priority, replacement, ...input }: RuleToTry): StoredRule {
  const at = (scope: keyof typeof placeOfScope) => (input.scope === scope ? (input[placeOfScope[scope]] ?? null) : null)
  return {
    ...input,
    id: id ?? 0,
    version: 0,
    replacement: input.action === 'replace' ? (replacement ?? null) : null,
    priority: priority ?? 50,
    providerId: at('provider'),
    venueId: at('venue'),
    venueConfigurationId: at('configuration'),
    performanceId: at('performance'),
    isShadow: false,
  }
}

/** @throws Refusal 422 for what saving an enabled rule refuses of itself: nothing is promised of a rule that cannot be saved */
function assertAsSaved(rule: StoredRule): void {
  const problems = [...checkRewriteRule({ ...rule, isEnabled: true, validFrom: null, validUntil: null })]
  // Of several problems of a field the first is said, as a form says it.
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message])))
  assertReadable(rule)
  assertGroups(rule)
}

export const tryRuleServer = implement(
  tryRule,
  async ({ db, input }) => {
    const rule = ruleIn(input)
    assertAsSaved(rule)
    return await (rule.field === 'note' ? tryNoteRule(db, rule) : trialOf(db, rule))
  },
  { transaction: false },
)
