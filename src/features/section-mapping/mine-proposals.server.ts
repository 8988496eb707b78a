import { setImmediate as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { convert } from '../exchange-rates/convert.ts'
import { currentRates } from '../exchange-rates/current-rates.server.ts'
import { mineRules } from './mining/mine-rules.ts'
import type { Decided, Proposal } from './mining/mined.ts'
import { wordingsAt } from './read-wordings.server.ts'
import { resolversFor, type StoredRule } from './resolvers.server.ts'
import { isSound } from './rewrite-rules.server.ts'

/** Wordings with and without a place that are looked at, and rules that are proposed, for one configuration. */
const [maxOpen, maxPlaced, maxProposals] = [4_000, 8_000, 12]
/** Configurations of one run. */
const maxConfigurations = 10
/** The currency that the order of work is counted in. */
const orderCurrency = 'EUR'

interface Configuration {
  readonly id: number
  readonly venueId: number
  /** Whether the venue has no other configuration with a manifest, so that a rule can be the venue's. */
  readonly isOnly: boolean
}

async function configurationOf(db: Db, id: number): Promise<Configuration | null> {
  const {
    rows: [found],
  } = await sql<Configuration>`
    select c.id, c.venue_id as "venueId",
      not exists (select from venue_configurations o where o.venue_id = c.venue_id and o.id <> c.id and o.manifest_at is not null) as "isOnly"
    from venue_configurations c where c.id = ${id} and c.manifest_at is not null`.execute(db)
  return found ?? null
}

async function decisionsAt(db: Db, id: number): Promise<Decided[]> {
  const { rows } = await sql<Decided>`
    select raw_section as section, raw_row as row, section_name as "sectionName" from section_decisions where venue_configuration_id = ${id} order by id`.execute(
    db,
  )
  return rows
}

/** Converts amounts of several currencies into one; those without a rate count nothing. */
async function converterTo(db: Db, currencies: readonly string[], to: string) {
  const foreign = [...new Set(currencies)].filter((one) => one !== to)
  const rates = new Map(
    (foreign.length === 0 ? [] : await currentRates(db, foreign, to)).map((rate) => [rate.currency, rate]),
  )
  return (amount: number, currency: string): number | null => {
    const rate = rates.get(currency)
    return currency === to ? amount : rate ? convert(amount, rate) : null
  }
}

/** What is mined of a configuration, without storing it. Empty where it has no wording without a place. */
async function proposalsAt(
  db: Db,
  configuration: Configuration,
): Promise<{ proposals: Proposal[]; currency: string | null }> {
  const all = await wordingsAt(db, configuration.id)
  const [currency] = [...Map.groupBy(all, (one) => one.currency)].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
  if (currency === undefined || all.every(({ isPlaced }) => isPlaced)) return { proposals: [], currency: null }
  const place = { configurationId: configuration.id, providerId: null, performanceId: null }
  const resolvers = (await resolversFor(db, [place]))(place)
  if (!resolvers) return { proposals: [], currency: null }
  const toOne = await converterTo(
    db,
    all.map((one) => one.currency),
    currency,
  )
  // What a rule of one provider or performance placed looks unplaced from here: its own rule has settled it.
  const isMinable = (one: (typeof all)[number]) =>
    !one.isPlaced || resolvers.live(one.section, one.row).candidate !== null
  const [open, placed] = [all.filter(({ isPlaced }) => !isPlaced), all.filter(({ isPlaced }) => isPlaced)]
  const wordings = [...open.slice(0, maxOpen), ...placed.slice(0, maxPlaced).filter(isMinable)].map((one) => ({
    ...one,
    worth: toOne(one.worth, one.currency) ?? 0,
  }))
  const proposals = await mineRules(
    {
      index: resolvers.index,
      resolverWith: resolvers.trying,
      wordings,
      decisions: await decisionsAt(db, configuration.id),
      pause: () => pause(),
    },
    maxProposals,
  )
  return { proposals, currency }
}

/** The place of a proposed rule: the venue where that is the same, else the configuration. */
function scopeOf({ id, venueId, isOnly }: Configuration) {
  return {
    scope: isOnly ? 'venue' : 'configuration',
    venueId: isOnly ? venueId : null,
    venueConfigurationId: isOnly ? null : id,
  } as const
}

async function store(
  db: Db,
  configuration: Configuration,
  proposals: readonly Proposal[],
  currency: string,
): Promise<void> {
  const toOrder = await converterTo(db, [currency], orderCurrency)
  const { scope } = scopeOf(configuration)
  const column = <T>(read: (one: Proposal) => T) => proposals.map(read)
  await sql`
    insert into rule_proposals as r (scope, venue_id, venue_configuration_id, field, match, pattern, action, replacement, expected_precision, listing_count, stake, currency,
      urgency, evidence, examples)
    select ${scope}, ${configuration.venueId}, ${configuration.id}, g.field, g.match, g.pattern, g.action, g.replacement, g.precision, g.listings, g.stake, ${currency}, g.urgency, g.evidence, g.examples
    from unnest(${column(({ rule }) => rule.field)}::text[], ${column(({ rule }) => rule.match)}::text[], ${column(({ rule }) => rule.pattern)}::text[],
      ${column(({ rule }) => rule.action)}::text[], ${column(({ rule }) => rule.replacement)}::text[], ${column(({ precision }) => Math.round(precision * 100) * 100)}::integer[],
      ${column(({ listings }) => listings)}::integer[], ${column(({ worth }) => worth)}::bigint[],
      ${column(({ worth, precision }) => Math.min(2_000_000_000, Math.round((toOrder(worth, currency) ?? worth) * precision)))}::integer[],
      ${column(({ evidence }) => JSON.stringify(evidence))}::jsonb[], ${column(({ examples }) => JSON.stringify(examples))}::jsonb[])
      as g (field, match, pattern, action, replacement, precision, listings, stake, urgency, evidence, examples)
    on conflict (venue_configuration_id, field, action, lower(pattern), coalesce(lower(replacement), '')) do update set
      expected_precision = excluded.expected_precision, listing_count = excluded.listing_count, stake = excluded.stake, currency = excluded.currency,
      evidence = excluded.evidence, examples = excluded.examples, last_seen_at = now(),
      urgency = case when r.status = 'dismissed' then 0 else excluded.urgency end,
      status = case when r.status = 'dismissed' then 'dismissed' else 'open' end,
      rewrite_rule_id = case when r.status = 'dismissed' then r.rewrite_rule_id end,
      decided_by_id = case when r.status = 'dismissed' then r.decided_by_id end, decided_at = case when r.status = 'dismissed' then r.decided_at end,
      version = r.version + case when r.status in ('gone', 'applied') then 1 else 0 end
    where r.status <> 'applied' or not exists (select from rewrite_rules w where w.id = r.rewrite_rule_id and w.is_enabled)`.execute(
    db,
  )
}

/** Stores what is mined of a configuration, if saving it as a rule would not be refused. */
async function mineInto(db: Db, configuration: Configuration): Promise<number> {
  const { proposals, currency } = await proposalsAt(db, configuration)
  const sound: Proposal[] = []
  const place = { ...scopeOf(configuration), providerId: null, performanceId: null }
  for (const one of proposals) {
    const rule: StoredRule = { ...one.rule, ...place, id: 0, version: 0, priority: 50, isShadow: false }
    if (await isSound(db, rule)) sound.push(one)
  }
  if (currency !== null && sound.length > 0) await store(db, configuration, sound, currency)
  return sound.length
}

/** Mines one configuration and brings its proposals up to date. Answers with how many are open. */
export async function mineConfiguration(db: Db, id: number): Promise<number> {
  const {
    rows: [start],
  } = await sql<{ at: string }>`select now()::timestamptz(3)::text as at`.execute(db)
  const configuration = await configurationOf(db, id)
  const open = configuration ? await mineInto(db, configuration) : 0
  await sql`
    update rule_proposals set status = 'gone', urgency = 0, listing_count = 0, stake = 0, version = version + 1
    where venue_configuration_id = ${id} and status = 'open' and last_seen_at < ${start?.at}::timestamptz`.execute(db)
  await sql`
    insert into mined_configurations (venue_configuration_id, mined_at) select id, ${start?.at}::timestamptz from venue_configurations where id = ${id}
    on conflict (venue_configuration_id) do update set mined_at = excluded.mined_at`.execute(db)
  return open
}

/** Where listings were placed or wordings decided since the last search, those whose last search is the longest ago first. */
async function dueConfigurations(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with moved as (
      select p.venue_configuration_id as id from ticket_listings l join performances p on p.id = l.performance_id
      where l.is_open and l.placed_at > coalesce((select min(mined_at) from mined_configurations), '-infinity') and p.venue_configuration_id is not null
      group by 1, p.venue_configuration_id having max(l.placed_at) > coalesce((select m.mined_at from mined_configurations m where m.venue_configuration_id = p.venue_configuration_id), '-infinity')
      union
      select d.venue_configuration_id from section_decisions d left join mined_configurations m on m.venue_configuration_id = d.venue_configuration_id
      where m.mined_at is null or d.decided_at > m.mined_at
    )
    select moved.id from moved left join mined_configurations m on m.venue_configuration_id = moved.id order by m.mined_at nulls first, moved.id limit ${maxConfigurations}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function mineAll(
  { kysely }: Pick<Database, 'kysely'>,
  signal: AbortSignal,
  count: (name: string, by?: number) => void,
): Promise<void> {
  await sql`delete from section_moves where moved_at < now() - interval '1 year'`.execute(kysely)
  for (const id of await dueConfigurations(kysely)) {
    if (signal.aborted) return
    count('proposals', await mineConfiguration(kysely, id))
    count('configurations')
  }
}

export const miningJobs: readonly Job[] = [
  {
    name: 'mine-rules',
    label: msg('Rule mining'),
    does: msg('Finds rewrite rules that would settle several wordings at once.'),
    staleWithout: msg('No new rules are proposed, and proposals that are settled stay in the list.'),
    overlap: 'skip',
    counts: { configurations: msg('Configurations'), proposals: msg('Proposed rules') },
    cron: '*/5 * * * *',
    run: ({ database, signal, count }) => mineAll(database, signal, count),
  },
]
