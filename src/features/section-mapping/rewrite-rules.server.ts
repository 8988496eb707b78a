import { sql } from 'kysely'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { lockPlacing, placeListingsJob } from '../places/venues/map-coverage.server.ts'
import { assertGroups, assertReadable } from './rule-patterns.server.ts'
import type { RewriteRule } from './resolver/rewrite-rule.ts'
import { rewriterOf } from './resolver/rewriter.ts'
import { loopOf, valuesOn } from './resolver/rule-loops.ts'
import { keyOf, tokensOf } from './resolver/tokens.ts'
import { allRules, isNow, type PlacedRule, ruleColumns, type StoredRule } from './resolvers.server.ts'
import { placeOfScope, strayValues } from './rewrite-rule-check.ts'
import { rewriteRules } from './rewrite-rules.ts'
import { brokenDecisions } from './section-decisions.server.ts'
import { lackOf, reachOf, rightNamesHit, targetsOf, type Target } from './rule-targets.server.ts'

interface DraftRule extends StoredRule {
  readonly validFrom?: string | null
  readonly validUntil?: string | null
}

/** A draft as the resolver reads it. */
function ruleIn(values: Readonly<Record<string, unknown>>, id: number): DraftRule {
  return { ...values, id, version: Number(values['version'] ?? 0) } as unknown as DraftRule
}

/** @throws Refusal 422 for a rule that would do harm: on the field where it can be mended */
async function assertSound(db: Db, rule: DraftRule, mayOverride: boolean): Promise<void> {
  assertReadable(rule)
  assertGroups(rule)
  // Two that are saved at once are checked against each other.
  await lockPlacing(db)
  if (rule.field === 'note') return
  const targets = await targetsOf(db, rule)
  const right = await rightNamesHit(db, rule, targets)
  if (right.length > 0)
    throw invalid({
      pattern: t('It would change placements that are already right: {names}.', { names: listOf(right) }),
    })
  const missing = await lackOf(db, rule, targets)
  if (missing !== null) throw invalid({ replacement: missing })
  const others = (await allRules(db)).filter((one) => one.id !== rule.id && one.field === rule.field)
  const near = others.filter((one) => areNear(one, rule, targets))
  const loop = loopOf(
    rule,
    near,
    valuesOn(
      targets.map(({ index }) => index),
      rule.field,
    ),
  )
  if (loop !== null) {
    const partners = loop.filter(({ id }) => id !== rule.id).map(({ id, pattern }) => `#${id} ${pattern}`)
    throw invalid({
      replacement:
        partners.length > 0
          ? t('This makes a loop with {rules}.', { rules: listOf(partners) })
          : t('It would rewrite its own result again and again.'),
    })
  }
  const twin = near.find((one) => one.scope === rule.scope && one.match === rule.match && readAs(one) === readAs(rule))
  if (twin)
    throw invalid({
      pattern: t('Rule {id} reads the same text in the same place.', { id: String(twin.id) }),
    })
  const broken = await brokenDecisions(db, rule)
  if (broken.length > 0 && !mayOverride)
    throw invalid({
      overridesDecisions: t('Changes manual decisions: {cases}. Tick to save anyway.', {
        cases: listOf(broken.slice(0, 3).map(({ section, was, becomes }) => `${section}: ${was} → ${becomes ?? '–'}`)),
      }),
    })
}

/** Two rules of one match with the same answer read the same texts. In a pattern, `\d` and `\D` differ. */
const readAs = ({ match, pattern }: StoredRule) => (match === 'pattern' ? pattern.trim() : keyOf(tokensOf(pattern)))

const secondsOf = (moment: string | null | undefined) => (moment ? Date.parse(moment) / 1_000 : null)

/** Whether the periods of both have a moment in common; a period ends just before its end. */
const doMeet = ({ begins, ends }: PlacedRule, { validFrom, validUntil }: DraftRule): boolean =>
  (begins ?? -Infinity) < (secondsOf(validUntil) ?? Infinity) &&
  (secondsOf(validFrom) ?? -Infinity) < (ends ?? Infinity)

/** Whether both can apply to one listing at one time. */
function areNear(one: PlacedRule, other: DraftRule, targets: readonly Target[]): boolean {
  if (!doMeet(one, other)) return false
  if (one.scope === other.scope) return Object.values(placeOfScope).every((field) => one[field] === other[field])
  const isWide = ({ scope }: StoredRule) => scope === 'global' || scope === 'provider'
  return (
    isWide(one) ||
    isWide(other) ||
    targets.some(({ configuration: { id, venueId } }) =>
      one.inConfigurationId === null ? one.inVenueId === venueId : one.inConfigurationId === id,
    )
  )
}

/** Has exactly those open listings placed again that the rule, as it was or as it is, can touch. */
export async function replaceTouched(db: Db, rules: readonly StoredRule[]): Promise<number> {
  let touched = 0
  if (rules.length > 0) await lockPlacing(db)
  for (const rule of rules) {
    const rewrite = rewriterOf([rule])
    const read = rule.field === 'section' ? sql`l.section` : rule.field === 'row' ? sql`l.row_name` : sql`l.note`
    const ofProvider = rule.providerId === null ? sql`true` : sql`l.provider_id = ${rule.providerId}`
    const { rows } = await sql<{ text: string }>`
      select distinct ${read} as text from ticket_listings l join performances p on p.id = l.performance_id
      where (l.is_open or l.is_withheld) and p.starts_at > now() and ${read} is not null and ${ofProvider} and ${reachOf(rule)}`.execute(
      db,
    )
    const texts = rows.flatMap(({ text }) => (rewrite(text) === null ? [] : text))
    const { numAffectedRows = 0n } = await sql`
      update ticket_listings l set venue_section_id = null, placed_at = null, unplaced_reason = null from performances p
      where p.id = l.performance_id and (l.is_open or l.is_withheld) and p.starts_at > now() and ${ofProvider} and ${reachOf(rule)}
        and (${read} = any(${texts}::text[]) or l.rewrite_rule_id = ${rule.id})`.execute(db)
    touched += Number(numAffectedRows)
  }
  // The job can run before this commits; its schedule then picks the listings up later.
  if (touched > 0) setTimeout(() => wakeJob(placeListingsJob), 250).unref()
  return touched
}

/** What decides where texts go; the rest of a rule can change without another look at listings. */
const deciding = [
  'scope',
  'providerId',
  'venueId',
  'venueConfigurationId',
  'performanceId',
  'field',
  'match',
  'pattern',
  'action',
  'replacement',
  'priority',
  'isEnabled',
  'isShadow',
] as const
const periods = ['validFrom', 'validUntil'] as const

const momentOf = (value: unknown) => (value ? new Date(value as string).getTime() : null)

/** Whether a draft decides the same as a rule did. */
const isSame = (before: NonNullable<SaveCall['current']>, draft: SaveCall['draft']): boolean =>
  deciding.every((key) => before[key] === draft[key]) &&
  periods.every((key) => momentOf(before[key]) === momentOf(draft[key]))

/**
 * Another scope or action has no use for what the old one had, so that goes without being cleared by hand.
 *
 * @throws Refusal 422 for a value that was sent and that the scope or action has no use for
 */
function clearStray({ draft, current }: SaveCall): void {
  const stray = [...strayValues(draft as unknown as StoredRule)]
  const sent = stray.filter(({ field }) => draft[field] !== current?.[field])
  if (sent.length > 0) throw invalid(Object.fromEntries(sent.map(({ field, message }) => [field, message])))
  for (const { field } of stray) draft[field] = null
}

async function prepare(save: SaveCall): Promise<void> {
  const { draft, current, was = current, db, actor } = save
  clearStray(save)
  if (!current) draft['authorId'] = actor.kind === 'staff' ? actor.id : null
  assertReadable(ruleIn(draft, 0))
  if (draft['isEnabled'] === true && !(was && isSame(was, draft)))
    await assertSound(db, ruleIn(draft, Number(current?.['id'] ?? 0)), draft['overridesDecisions'] === true)
}

async function afterwards({ draft, current, db, id }: SaveCall & { readonly id: number }): Promise<void> {
  if (current && isSame(current, draft)) return
  await replaceTouched(db, [
    ...(current?.['isEnabled'] === true ? [ruleIn(current, id)] : []),
    ...(draft['isEnabled'] === true ? [ruleIn(draft, id)] : []),
  ])
  // What is placed from now on is placed by the period that was saved: its listings are not set free a second time.
  await sql`update rewrite_rules r set placed_in_period = ${isNow} where id = ${id}`.execute(db)
}

export const rewriteRulesServer = serve(rewriteRules, {
  derived: {
    state: sql`case when not t.is_enabled then 'off' when t.valid_until <= now() then 'ended' when t.valid_from > now() then 'scheduled'
      when t.is_shadow then 'shadow' else 'active' end`,
    listingCount: sql`case when t.field = 'note'
      then (select count(*) from ticket_listings l where l.note_rule_ids @> array[t.id] and l.note_rule_ids <> '{}' and l.is_open)
      else (select count(*) from ticket_listings l where l.rewrite_rule_id = t.id and l.is_open) end`,
    place: sql`case t.scope
      when 'provider' then (select p.name from providers p where p.id = t.provider_id)
      when 'venue' then (select v.name from venues v where v.id = t.venue_id)
      when 'configuration' then (select v.name || ', ' || c.name from venue_configurations c join venues v on v.id = c.venue_id where c.id = t.venue_configuration_id)
      when 'performance' then (select p.name from performances p where p.id = t.performance_id) end`,
  },
  beforeSave: prepare,
  afterSave: afterwards,
  async beforeDelete({ current, db }) {
    if (current['isEnabled'] === true) await replaceTouched(db, [ruleIn(current, Number(current['id']))])
  },
})

/** Whether a new rule would pass the checks that saving it makes. */
export async function isSound(db: Db, rule: StoredRule): Promise<boolean> {
  try {
    await assertSound(db, rule, false)
    return true
  } catch (refusal) {
    if (refusal instanceof Refusal) return false
    throw refusal
  }
}

/** What commands that make rules, or switch them off, need of a call. */
export type CallContext = Pick<Call, 'db' | 'actor' | 'audit'>

/** What a decision makes a rule of: one that reads a whole wording and replaces it, unless it says otherwise. */
interface WordingRule {
  readonly scope: 'venue' | 'configuration'
  readonly venueId: number | null
  readonly venueConfigurationId: number | null
  readonly field: RewriteRule['field']
  readonly pattern: string
  readonly overridesDecisions: boolean
  readonly match?: RewriteRule['match']
  readonly action?: RewriteRule['action']
  readonly replacement: string | null
  readonly notes?: string
}

/** Saves an enabled rule by the same checks as the form, and has its listings placed again. */
export async function createRule(
  { db, actor, audit }: CallContext,
  wording: WordingRule,
): Promise<{ id: number; listings: number }> {
  const values = {
    match: 'exact',
    action: 'replace',
    notes: null,
    ...wording,
    providerId: null,
    performanceId: null,
    priority: 50,
    isEnabled: true,
    isShadow: false,
  }
  await assertSound(db, ruleIn(values, 0), wording.overridesDecisions)
  const {
    rows: [made],
  } = await sql<{ id: number; version: number }>`
    insert into rewrite_rules (scope, venue_id, venue_configuration_id, field, match, pattern, action, replacement, is_enabled, overrides_decisions, notes, author_id)
    values (${values.scope}, ${values.venueId}, ${values.venueConfigurationId}, ${values.field}, ${values.match}, ${values.pattern}, ${values.action}, ${values.replacement},
      true, ${values.overridesDecisions}, ${values.notes}, ${actor.kind === 'staff' ? actor.id : null}) returning id, version`.execute(
    db,
  )
  const { id = 0, version = 1 } = made ?? {}
  audit.record({
    action: 'create',
    object: rewriteRules.name,
    recordId: id,
    title: values.pattern,
    version,
    before: null,
    after: values,
  })
  return { id, listings: await replaceTouched(db, [ruleIn(values, id)]) }
}

/** Switches a rule off that a decision made, and has its listings placed again. Answers with how many. */
export async function disableRule({ db, audit }: CallContext, id: number): Promise<number> {
  const {
    rows: [rule],
  } = await sql<StoredRule>`
    update rewrite_rules r set is_enabled = false, version = version + 1, updated_at = now() where r.id = ${id} and r.is_enabled
    returning ${ruleColumns}`.execute(db)
  if (!rule) return 0
  audit.record({
    action: 'disable',
    object: rewriteRules.name,
    recordId: id,
    title: rule.pattern,
    version: rule.version,
    before: { isEnabled: true },
    after: { isEnabled: false },
  })
  return await replaceTouched(db, [rule])
}
