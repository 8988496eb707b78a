import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { ManifestIndex, ManifestSection } from './resolver/manifest-index.ts'
import { indexManifest } from './resolver/manifest-index.ts'
import type { NoteFound } from './resolver/notes.ts'
import { noteReader } from './resolver/notes.ts'
import { keyOf, tokensOf } from './resolver/tokens.ts'
import type { Resolver } from './resolver/resolve.ts'
import { resolverOf } from './resolver/resolve.ts'
import { placeRow } from './resolver/resolver.ts'
import type { Placement, Tell } from './resolver/resolver.ts'
import type { RewriteRule } from './resolver/rewrite-rule.ts'

/** Where a listing is offered. */
export interface ListingPlace {
  readonly configurationId: number
  readonly providerId: number | null
  readonly performanceId: number | null
}

/** A rule with the place of its scope. */
export interface StoredRule extends RewriteRule {
  readonly version: number
  readonly providerId: number | null
  readonly venueId: number | null
  readonly venueConfigurationId: number | null
  readonly performanceId: number | null
  readonly isShadow: boolean
}

export interface Configuration {
  readonly id: number
  readonly venueId: number
  /** Changes with every change of its sections. With the moment, since a change that is rolled back leaves its number free. */
  readonly state: string
  readonly name: string
}

/** The columns of a configuration `c`. */
export const configurationColumns = sql`c.id, c.venue_id as "venueId", c.version || ' ' || extract(epoch from c.updated_at) as state, c.name`

/** What someone decided about a wording. */
interface Decision {
  readonly configurationId: number
  readonly section: string
  readonly row: string | null
  readonly sectionName: string | null
  readonly isOnce: boolean
}

/** Indexes and resolvers that were made, by the versions they were made of; the oldest go first. */
const maxKept = 60
const kept = new Map<string, unknown>()

function remembered<T>(key: string, make: () => T): T {
  const known = kept.get(key) as T | undefined
  const value = known ?? make()
  kept.delete(key)
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return value
}

/** The same for one batch: rules alone, and those that are only tried, have no moment by which they could be known later. */
function rememberer(): typeof remembered {
  const made = new Map<string, unknown>()
  return <T>(key: string, make: () => T): T => {
    const value = (made.get(key) as T | undefined) ?? make()
    made.set(key, value)
    return value
  }
}

const versionsOf = (rules: readonly StoredRule[]) => rules.map(({ id, version }) => `${id}.${version}`).join()

/** The columns of a rule `r`. */
export const ruleColumns = sql`r.id, r.version, r.scope, r.field, r.match, r.pattern, r.action, r.replacement, r.priority, r.is_shadow as "isShadow",
  r.provider_id as "providerId", r.venue_id as "venueId", r.venue_configuration_id as "venueConfigurationId", r.performance_id as "performanceId"`

/** Whether a rule `r` is inside its period now. */
export const isNow = sql`(coalesce(r.valid_from, '-infinity') <= now() and coalesce(r.valid_until, 'infinity') > now())`

/** Rules that apply at the places, shadow ones included. */
async function rulesAt(
  db: Db,
  configurations: readonly Configuration[],
  places: readonly ListingPlace[],
): Promise<StoredRule[]> {
  const ids = (read: (place: ListingPlace) => number | null) => [
    ...new Set(places.flatMap((place) => read(place) ?? [])),
  ]
  const { rows } = await sql<StoredRule>`
    select ${ruleColumns} from rewrite_rules r where r.is_enabled and ${isNow}
      and (r.scope = 'global' or r.provider_id = any(${ids(({ providerId }) => providerId)}::bigint[])
        or r.venue_id = any(${[...new Set(configurations.map(({ venueId }) => venueId))]}::bigint[])
        or r.venue_configuration_id = any(${configurations.map(({ id }) => id)}::bigint[])
        or r.performance_id = any(${ids(({ performanceId }) => performanceId)}::bigint[]))
    order by r.id`.execute(db)
  return rows
}

/** A rule with the venue and the configuration that its scope lies in; null where it is wider. */
export interface PlacedRule extends StoredRule {
  readonly inVenueId: number | null
  readonly inConfigurationId: number | null
  /** Its period, in seconds since 1970; null where it has no beginning or no end. */
  readonly begins: number | null
  readonly ends: number | null
}

/** Every enabled rule that has not ended, for checks of a new one. */
export async function allRules(db: Db): Promise<PlacedRule[]> {
  const { rows } = await sql<PlacedRule>`
    select ${ruleColumns}, coalesce(r.venue_id, c.venue_id, p.venue_id) as "inVenueId", coalesce(c.id, p.venue_configuration_id) as "inConfigurationId",
      extract(epoch from r.valid_from)::float8 as begins, extract(epoch from r.valid_until)::float8 as ends
    from rewrite_rules r left join venue_configurations c on c.id = r.venue_configuration_id left join performances p on p.id = r.performance_id
    where r.is_enabled and (r.valid_until is null or r.valid_until > now()) order by r.id`.execute(db)
  return rows
}

async function configurationsOf(db: Db, ids: readonly number[]): Promise<Configuration[]> {
  const { rows } = await sql<Configuration>`
    select ${configurationColumns} from venue_configurations c
    where c.venue_id in (select venue_id from venue_configurations where id = any(${ids}::bigint[])) order by c.id`.execute(
    db,
  )
  return rows
}

/** The sections of configurations, ready for look-ups. Only those that changed since are read again. */
export async function indexesOf(
  db: Db,
  configurations: readonly Configuration[],
): Promise<ReadonlyMap<number, ManifestIndex>> {
  // Those that are kept are taken now: keeping the others can push them out.
  const keyed = configurations.map(({ id, state }) => {
    const key = `manifest ${id} ${state}`
    return { id, key, index: kept.get(key) as ManifestIndex | undefined }
  })
  const missing = keyed.filter(({ index }) => index === undefined).map(({ id }) => id)
  const { rows } =
    missing.length === 0
      ? { rows: [] }
      : await sql<ManifestSection & { configurationId: number }>`
          select id, venue_configuration_id as "configurationId", code, name, zone, is_general_admission as "isGeneralAdmission", rows
          from venue_sections where venue_configuration_id = any(${missing}::bigint[]) order by position`.execute(db)
  const sections = Map.groupBy(rows, ({ configurationId }) => configurationId)
  return new Map(
    keyed.map(({ id, key, index }) => [id, remembered(key, () => index ?? indexManifest(sections.get(id) ?? []))]),
  )
}

const fits = (rule: StoredRule, place: ListingPlace, venueId: number): boolean =>
  rule.scope === 'global' ||
  (rule.providerId !== null && rule.providerId === place.providerId) ||
  rule.venueId === venueId ||
  rule.venueConfigurationId === place.configurationId ||
  (rule.performanceId !== null && rule.performanceId === place.performanceId)

/** Resolvers for places: with live rules, with those in shadow too, and the rules that were used. */
export interface PlaceResolvers {
  readonly live: Resolver
  /** The same with shadow rules, where there are any. */
  readonly shadow: Resolver | null
  /** Reads notes by live rules. */
  readonly notes: (note: string) => NoteFound[]
  readonly rules: readonly StoredRule[]
  readonly index: ManifestIndex
  /** The live resolver with rules more, which are only tried. */
  readonly trying: (more: readonly RewriteRule[]) => Resolver
}

/** Loads what places need, in a fixed number of statements, and answers for any of them; for the same place with the same. */
export async function resolversFor(db: Db, places: readonly ListingPlace[], extra: readonly StoredRule[] = []) {
  const wanted = [...new Set(places.map(({ configurationId }) => configurationId))]
  const configurations = await configurationsOf(db, wanted)
  const indexes = await indexesOf(db, configurations)
  const rules = [
    ...(await rulesAt(db, configurations, places)).filter(({ id }) => !extra.some((one) => one.id === id)),
    ...extra,
  ]
  const decisions = await decisionsOf(db, wanted)
  const byId = new Map(configurations.map((one) => [one.id, one]))
  const ofBatch = rememberer()
  const remember = extra.length > 0 ? ofBatch : remembered
  const notesOf = (live: readonly StoredRule[]) => {
    const ofNotes = live.filter(({ field }) => field === 'note')
    return ofBatch(`notes ${versionsOf(ofNotes)}`, () => noteReader(ofNotes))
  }
  const resolversAt = (place: ListingPlace): PlaceResolvers | null => {
    const configuration = byId.get(place.configurationId)
    const index = indexes.get(place.configurationId)
    if (!configuration || !index) return null
    const own = rules.filter((rule) => fits(rule, place, configuration.venueId))
    const others = configurations.filter(
      ({ id, venueId }) => id !== place.configurationId && venueId === configuration.venueId,
    )
    const elsewhere = others.flatMap(({ id }) => indexes.get(id) ?? [])
    const made = (used: readonly StoredRule[]): Resolver => {
      const maps = [configuration, ...others].map(({ id, state }) => `${id}.${state}`).join()
      return withDecisions(
        remember(`${maps} ${versionsOf(used)}`, () => resolverOf(index, used, elsewhere)),
        index,
        decisions.filter(({ configurationId }) => configurationId === place.configurationId),
      )
    }
    const live = own.filter(({ isShadow }) => !isShadow)
    return {
      live: made(live),
      shadow: live.length === own.length ? null : made(own),
      notes: notesOf(live),
      rules: own,
      index,
      trying: (more) => resolverOf(index, [...live, ...more], elsewhere),
    }
  }
  return (place: ListingPlace): PlaceResolvers | null =>
    ofBatch(`place ${place.configurationId} ${place.providerId} ${place.performanceId}`, () => resolversAt(place))
}

async function decisionsOf(db: Db, ids: readonly number[]): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select venue_configuration_id as "configurationId", raw_section as section, raw_row as row, section_name as "sectionName", is_once as "isOnce"
    from section_decisions where is_once and venue_configuration_id = any(${ids}::bigint[])`.execute(db)
  return rows
}

const wordingOf = (section: string, row: string | null) => `${section.toLowerCase()}\u0000${row ?? ''}`

/** A wording that someone mapped once, without a rule, is placed as they said, as long as the map has that section. */
function withDecisions(resolver: Resolver, index: ManifestIndex, decisions: readonly Decision[]): Resolver {
  if (decisions.length === 0) return resolver
  const byWording = new Map(decisions.map((one) => [wordingOf(one.section, one.row), one]))
  return (section: string, row: string | null, tell?: Tell): Placement => {
    const found = byWording.get(wordingOf(section, row)) ?? byWording.get(wordingOf(section, null))
    const name = found?.sectionName ?? null
    const [candidate] = name === null ? [] : (index.byKey.get(keyOf(tokensOf(name))) ?? [])
    if (!found) return resolver(section, row, tell)
    tell?.({ did: 'decided', name })
    if (name !== null && !candidate) {
      tell?.({ did: 'gone', name })
      return resolver(section, row, tell)
    }
    if (!candidate)
      return {
        candidate: null,
        row: null,
        ruleId: null,
        method: null,
        confidence: 0,
        reason: 'parking_or_extra',
        likely: [],
      }
    return placeRow(candidate, row, null, 'decision', 1, tell)
  }
}
