import { sql } from 'kysely'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import type { Placement } from './resolver/resolver.ts'

/** A listing's place before it was placed again, as the row still has it. */
export interface FormerPlace {
  readonly id: number
  readonly wasIn: string | null
  readonly wasBy: string | null
  readonly wasRule: number | null
}

interface Moved {
  readonly due: FormerPlace
  readonly placement: Placement | null
}

interface LostAt {
  readonly configurationId: number
  readonly isLost: boolean
}

/** To those who decide where they belong. */
const listingsLostSection = defineNotice<{
  venue: string
  configuration: string
  listings: number
  stake: number
  currency: string
}>({
  kind: 'listings-lost-section',
  label: msg('Manifests that leave listings without a section'),
  object: 'settings',
  write: ({ venue, configuration, listings, stake, currency }) => ({
    title: t('{venue}: {n} listings lost their section', { venue, n: formatNumber(listings) }),
    detail: t('The new manifest of {configuration} lacks it. {money} at stake.', {
      configuration,
      money: formatMoney(stake, currency),
    }),
  }),
})

/** What made the difference: another rule, a decision by hand, or else the map itself. */
function whyOf({ due, placement }: Moved): 'manifest' | 'rule' | 'decision' {
  if (due.wasBy === 'decision' || placement?.method === 'decision') return 'decision'
  // A listing forgets the id of a rule that is deleted.
  if (due.wasBy === 'rule' && due.wasRule === null) return 'rule'
  return due.wasRule === (placement?.ruleId ?? null) ? 'manifest' : 'rule'
}

/** Writes down listings that are in another section than before, by wording. Reads nothing where none is. */
export async function storeMoves(db: Db, answers: readonly Moved[]): Promise<void> {
  const moved = answers.filter(
    ({ due, placement }) =>
      due.wasIn !== null && placement !== null && due.wasIn !== (placement.candidate?.section.name ?? null),
  )
  if (moved.length === 0) return
  const { rows } = await sql<LostAt>`
    insert into section_moves as m (venue_configuration_id, manifest_at, why, raw_section, from_section, to_section, unplaced_reason, rewrite_rule_id, listing_count, ticket_count, stake, currency)
    select c.id, c.manifest_at, g.why, min(l.section), g.was, g.now_in, min(g.reason), min(g.rule), count(*), sum(l.quantity), sum(l.quantity * l.price), l.currency
    from unnest(${moved.map(({ due }) => due.id)}::bigint[], ${moved.map(whyOf)}::text[], ${moved.map(({ due }) => due.wasIn)}::text[],
      ${moved.map(({ placement }) => placement?.candidate?.section.name ?? null)}::text[], ${moved.map(({ placement }) => placement?.reason ?? null)}::text[],
      ${moved.map(({ due, placement }) => placement?.ruleId ?? due.wasRule)}::bigint[]) as g (id, why, was, now_in, reason, rule)
    join ticket_listings l on l.id = g.id join performances p on p.id = l.performance_id join venue_configurations c on c.id = p.venue_configuration_id
    where c.manifest_at is not null
    group by c.id, c.manifest_at, g.why, lower(l.section), g.was, g.now_in, l.currency
    on conflict (venue_configuration_id, manifest_at, why, lower(raw_section), from_section, coalesce(to_section, ''), currency) do update set
      listing_count = m.listing_count + excluded.listing_count, ticket_count = m.ticket_count + excluded.ticket_count, stake = m.stake + excluded.stake,
      moved_at = excluded.moved_at
    returning m.venue_configuration_id as "configurationId", m.why = 'manifest' and m.to_section is null as "isLost"`.execute(
    db,
  )
  await reportLost(db, [...new Set(rows.flatMap((row) => (row.isLost ? row.configurationId : [])))])
}

/** One notice for each manifest, however many pages its listings are placed in; of several currencies the largest stake. */
async function reportLost(db: Db, configurationIds: readonly number[]): Promise<void> {
  if (configurationIds.length === 0) return
  const { rows } = await sql<{
    id: number
    venue: string
    configuration: string
    manifestAt: string
    listings: number
    stake: number
    currency: string
  }>`
    select distinct on (c.id) c.id, v.name as venue, c.name as configuration, c.manifest_at as "manifestAt",
      (sum(sum(m.listing_count)) over (partition by c.id))::integer as listings, sum(m.stake)::bigint as stake, m.currency
    from section_moves m join venue_configurations c on c.id = m.venue_configuration_id and c.manifest_at = m.manifest_at join venues v on v.id = c.venue_id
    where c.id = any(${[...configurationIds]}::bigint[]) and m.why = 'manifest' and m.to_section is null
    group by c.id, v.name, m.currency order by c.id, stake desc`.execute(db)
  const to = await staffWith(db, 'write', 'settings')
  await notify(
    db,
    listingsLostSection,
    rows.map(({ id, manifestAt, ...data }) => ({
      to,
      data,
      path: '/ticket-map-outliers',
      key: `${id} ${manifestAt}`,
    })),
  )
}
