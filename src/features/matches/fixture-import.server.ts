import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { instantOf } from '../../core/zoned-time.ts'
import { performers } from '../events/performer/performers.ts'
import { slugOf } from '../../platform/publishing/addresses/slugs.server.ts'
import type { FixtureInput, Kickoff, PreviewRow } from './fixture.endpoints.ts'
import { importFixtures, previewFixtures } from './fixture.endpoints.ts'
import type { FixturePlan } from './fixture-plan.server.ts'
import { planFixtures } from './fixture-plan.server.ts'
import { kickoffOf } from './matches.server.ts'

/** Spellings that one performer has at most. */
const maxSpellings = performers.fields.variations.max

export const previewFixturesServer = implement(
  previewFixtures,
  async ({ db, input }) => (await planFixtures(db, input)).preview,
  { transaction: false },
)

export const importFixturesServer = implement(importFixtures, async (call) => {
  const { db, input, audit } = call
  // Otherwise two simultaneous imports would both find a team missing.
  await sql`select pg_advisory_xact_lock(hashtextextended('fixtures', 0))`.execute(db)
  const plan = await planFixtures(db, input)
  const {
    preview: { competition, season, asks, rows },
  } = plan
  if (competition === null) throw invalid({ competition: t('Choose a competition.') })
  if (season === null) throw invalid({ season: t('Choose a season.') })
  if (asks.includes('dateOrder'))
    throw invalid({ dateOrder: t('Choose whether dates start with the day or the month.') })
  if (asks.includes('columns')) throw invalid({ columns: t('Choose the columns with the home and away teams.') })
  if (asks.includes('readings')) throw invalid({ readings: t('Enter what the unreadable times mean.') })
  if (asks.includes('timeZone'))
    throw invalid({
      zones: t('Choose the time zone of these teams’ home grounds. Not every ground has one here.'),
    })
  const unsure = plan.teams.filter(({ state }) => state === 'unsure')
  if (unsure.length > 0) {
    const message = t('{n, plural, one {# team is} other {# teams are}} unsure. Choose the right ones.', {
      n: unsure.length,
    })
    throw new Refusal(409, message, { fields: { answers: message } })
  }
  const named = new Map(plan.teams.map((team) => [team.spellings[0]?.text ?? '', team]))
  const spellings = await keepSpellings(call, plan)
  const made = await makeTeams(call, plan, input)
  const idOf = (key: string) => named.get(key)?.performerId ?? made.get(key) ?? 0
  const created = await makeMatches(db, rows.filter(({ action }) => action === 'create').flatMap(placed), {
    competition,
    season,
    idOf,
    venueOf: (key) => named.get(key)?.homeVenueId ?? null,
  })
  const changes = await keepChanges(call, rows, input.fileName)
  const result = {
    created,
    same: rows.filter(({ action }) => action === 'same').length,
    teams: made.size,
    spellings,
    changes,
    left: plan.left + rows.filter(({ action }) => action === 'twice' || action === 'doubt').length,
  }
  if (created + made.size + spellings + changes > 0) {
    audit.record({
      action: 'fixtures-imported',
      object: 'matches',
      title: `${competition} ${season}`,
      after: { file: input.fileName, ...result },
      before: null,
    })
  }
  return result
})

type Doing = Pick<Call, 'db' | 'audit' | 'actor'>

/** Teams that are here already learn what the file calls them. Answers with how many spellings that were. */
async function keepSpellings({ db, audit }: Doing, { teams }: FixturePlan): Promise<number> {
  const given = teams.flatMap(({ performerId, spellings }) =>
    performerId === null ? [] : spellings.map(({ text }) => ({ id: performerId, text })),
  )
  if (given.length === 0) return 0
  const { rows } = await sql<{ id: number; name: string; version: number; before: string[]; after: string[] }>`
    with met as (
      select p.id, array_agg(g.text order by g.place) as texts from jsonb_to_recordset(${JSON.stringify(given.map((one, place) => ({ ...one, place })))}::jsonb) as g (id bigint, text text, place integer)
        join performers p on p.id = g.id where g.text <> all(p.variations) group by p.id
    ), old as (select p.id, p.variations from performers p join met on met.id = p.id order by p.id for update of p)
    update performers p set variations = (old.variations || met.texts)[1:${maxSpellings}::integer], version = p.version + 1, updated_at = now()
    from met join old on old.id = met.id where p.id = met.id and cardinality(old.variations) < ${maxSpellings}
    returning p.id, p.name, p.version, old.variations as before, p.variations as after`.execute(db)
  for (const { id, name, version, before, after } of rows) {
    audit.record({
      action: 'update',
      object: 'performers',
      recordId: id,
      title: name,
      version,
      before: { variations: before },
      after: { variations: after },
      reason: 'Spelled so in a file of fixtures',
    })
  }
  return rows.reduce((sum, { before, after }) => sum + after.length - before.length, 0)
}

/** Makes the teams that are new, each with every spelling of the file. Answers with their ids by key. */
async function makeTeams(
  { db, audit }: Doing,
  { teams }: FixturePlan,
  { sport, countryId }: FixtureInput,
): Promise<Map<string, number>> {
  const fresh = teams.filter(({ performerId }) => performerId === null)
  if (fresh.length === 0) return new Map()
  const slugs = await freeSlugs(
    db,
    fresh.map(({ name }) => name),
  )
  const rows = fresh.map(({ name, spellings }, index) => ({
    key: spellings[0]?.text ?? name,
    name,
    slug: slugs[index],
    variations: spellings.slice(0, maxSpellings).map(({ text }) => text),
  }))
  const { rows: made } = await sql<{ id: number; slug: string; name: string; version: number }>`
    insert into performers (name, sort_name, slug, variations, kind, sport, country_id)
    select g.name, g.name, g.slug, array(select jsonb_array_elements_text(g.variations)), 'team', ${sport}, ${countryId ?? null}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (name text, slug text, variations jsonb)
    returning id, slug, name, version`.execute(db)
  const ids = new Map(made.map(({ slug, id }) => [slug, id]))
  for (const { name, slug, variations } of rows) {
    audit.record({
      action: 'create',
      object: 'performers',
      recordId: ids.get(slug ?? '') ?? null,
      title: name,
      version: 1,
      before: null,
      after: {
        name,
        sortName: name,
        slug,
        variations,
        kind: 'team',
        sport,
        countryId: countryId ?? null,
        popularity: 0,
      },
    })
  }
  return new Map(rows.map(({ key, slug }) => [key, ids.get(slug ?? '') ?? 0]))
}

async function freeSlugs(db: Db, names: readonly string[]): Promise<string[]> {
  const bases = names.map((name) => slugOf(name) || 'team')
  const { rows } = await sql<{ slug: string }>`
    select p.slug from performers p join unnest(${[...new Set(bases)]}::text[]) as g (base) on p.slug = g.base or p.slug like g.base || '-%'`.execute(
    db,
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  return bases.map((base) => {
    let slug = base
    for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`
    taken.add(slug)
    return slug
  })
}

type PlacedRow = PreviewRow & { readonly becomes: Kickoff }

const placed = (row: PreviewRow): PlacedRow[] =>
  row.becomes.timeZone === null ? [] : [{ ...row, becomes: { ...row.becomes, timeZone: row.becomes.timeZone } }]

interface Place {
  readonly competition: string
  readonly season: string
  idOf(key: string): number
  venueOf(key: string): number | null
}

async function makeMatches(
  db: Db,
  rows: readonly PlacedRow[],
  { competition, season, idOf, venueOf }: Place,
): Promise<number> {
  if (rows.length === 0) return 0
  const values = rows.map(({ home, away, round, becomes }) => ({
    ...becomes,
    home: idOf(home),
    away: idOf(away),
    venue: venueOf(home),
    round,
    startsAt: instantOf(kickoffOf(becomes), becomes.timeZone).instant,
  }))
  const { rows: made } = await sql`
    insert into matches (name, competition, season, round, home_performer_id, away_performer_id, venue_id, local_date, local_time, time_zone, starts_at, is_tbc, status)
    select '?', ${competition}, ${season}, g.round, g.home, g.away, g.venue, g."localDate", g."localTime", g."timeZone", g."startsAt", g."isTbc", g.status
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g (round text, home bigint, away bigint, venue bigint, "localDate" date, "localTime" time,
      "timeZone" text, "startsAt" timestamptz, "isTbc" boolean, status text)
    on conflict do nothing returning id`.execute(db)
  return made.length
}

/** Stores changes for approval. Where the file agrees with our data, an open change is closed. */
async function keepChanges({ db, actor }: Doing, rows: readonly PreviewRow[], source: string): Promise<number> {
  const [same, changed] = [
    rows.filter(({ action }) => action === 'same'),
    rows.filter(({ action }) => action === 'change').flatMap(placed),
  ]
  await sql`
    update match_changes set decision = 'withdrawn', decided_at = now(), decided_by = ${actor.name}
    where decision = 'open' and match_id = any(${same.map(({ matchId }) => matchId)}::bigint[])`.execute(db)
  if (changed.length === 0) return 0
  const values = changed.map(({ matchId, becomes }) => ({ matchId, ...becomes }))
  const { rows: kept } = await sql`
    insert into match_changes (match_id, local_date, local_time, time_zone, is_tbc, status, source, found_by)
    select g."matchId", g."localDate", g."localTime", g."timeZone", g."isTbc", g.status, ${source}, ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as g ("matchId" bigint, "localDate" date, "localTime" time, "timeZone" text, "isTbc" boolean, status text)
    on conflict (match_id) where decision = 'open' do update set local_date = excluded.local_date, local_time = excluded.local_time, time_zone = excluded.time_zone,
      is_tbc = excluded.is_tbc, status = excluded.status, source = excluded.source, found_by = excluded.found_by, found_at = now()
      where (match_changes.local_date, match_changes.local_time, match_changes.time_zone, match_changes.is_tbc, match_changes.status)
        is distinct from (excluded.local_date, excluded.local_time, excluded.time_zone, excluded.is_tbc, excluded.status)
    returning id`.execute(db)
  return kept.length
}
