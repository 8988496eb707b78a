import { sql } from 'kysely'
import { may } from '../../core/access/access.ts'
import { notGranted } from '../../core/access/limits.ts'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { cities } from '../places/geo/cities.ts'
import { slugOf } from '../places/geo/place-names.ts'
import { maxSections } from '../places/venues/manifest.ts'
import { maxRows } from '../places/venues/venue-sections.ts'
import { placeAgain } from '../places/venues/map-coverage.server.ts'
import { venueConfigurations } from '../places/venues/venue-configurations.ts'
import { resolversFor } from '../section-mapping/resolvers.server.ts'
import { type CallContext, createRule, disableRule } from '../section-mapping/rewrite-rules.server.ts'
import { decideOutlier } from './outlier.endpoints.ts'
import { commandsFor, isAboutRow } from './outlier-kinds.ts'
import type { StoredOutlier } from './stored-outlier.server.ts'
import { outlierOf } from './stored-outlier.server.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'
import { orderRates } from '../exchange-rates/order-rates.server.ts'
import { urgencyOf } from './urgency.server.ts'

interface Input {
  readonly target?: string | null | undefined
  readonly zone?: string | null | undefined
  readonly isForVenue?: boolean | undefined
  readonly overridesDecisions?: boolean | undefined
  readonly until?: string | null | undefined
}
/** What a command did beside changing the outlier itself. */
interface Done {
  readonly listings: number
  readonly ruleId?: number
}

/** Days that an outlier can be put off. */
const longest = 366

const required = (target: string | null | undefined): string => {
  if (!target) throw invalid({ target: t('Choose what it means.') })
  return target
}

/** Remembers a decision: a golden case for every later rule. */
async function remember(
  { db, actor }: CallContext,
  outlier: StoredOutlier,
  { name, isOnce, ruleId = null }: { name: string | null; isOnce: boolean; ruleId?: number | null },
): Promise<void> {
  await sql`
    insert into section_decisions as d (venue_configuration_id, raw_section, raw_row, section_name, is_once, outlier_id, rewrite_rule_id, decided_by)
    values (${outlier.configurationId}, ${outlier.section}, ${outlier.row}, ${name}, ${isOnce}, ${outlier.id}, ${ruleId}, ${actor.kind === 'staff' ? actor.id : null})
    on conflict (venue_configuration_id, lower(raw_section), coalesce(raw_row, '')) do update set section_name = excluded.section_name, is_once = excluded.is_once,
      outlier_id = excluded.outlier_id, rewrite_rule_id = excluded.rewrite_rule_id, decided_by = excluded.decided_by, decided_at = now()`.execute(
    db,
  )
}

/** Has the open listings of the wording placed again. */
const placeWording = (db: CallContext['db'], { configurationId, section }: StoredOutlier) =>
  placeAgain(db, sql`p.venue_configuration_id = ${configurationId} and lower(l.section) = lower(${section})`)

async function sectionNamed(db: CallContext['db'], { configurationId }: StoredOutlier, name: string): Promise<string> {
  const {
    rows: [found],
  } = await sql<{ name: string }>`
    select name from venue_sections where venue_configuration_id = ${configurationId} and lower(name) = lower(${name})`.execute(
    db,
  )
  if (!found) throw invalid({ target: t('The map has no section {name}.', { name }) })
  return found.name
}

/** The section that an outlier's row was not found in. */
async function sectionOfRow(
  { db }: CallContext,
  outlier: StoredOutlier,
): Promise<{ id: number; name: string; rows: string[] }> {
  const place = { ...outlier, performanceId: null }
  const placement = (await resolversFor(db, [place]))(place)?.live(outlier.section, outlier.row)
  const section = (placement?.candidate ?? placement?.likely[0])?.section
  if (!section) throw new Refusal(409, t('Its section is no longer on the map.'), { error: 'NotPossible' })
  return { id: section.id, name: section.name, rows: [...section.rows] }
}

async function acceptAsRule(context: CallContext, outlier: StoredOutlier, input: Input): Promise<Done> {
  const isRow = isAboutRow(outlier.kind)
  const section = isRow ? (await sectionOfRow(context, outlier)).name : null
  const target = isRow ? required(input.target) : await sectionNamed(context.db, outlier, required(input.target))
  const scope = input.isForVenue ? 'venue' : 'configuration'
  if (isRow && outlier.row === null) throw new Refusal(409, t('These listings have no row.'), { error: 'NotPossible' })
  const { id, listings } = await createRule(context, {
    scope,
    venueId: scope === 'venue' ? outlier.venueId : null,
    venueConfigurationId: scope === 'configuration' ? outlier.configurationId : null,
    field: isRow ? 'row' : 'section',
    pattern: isRow ? (outlier.row ?? '') : outlier.section,
    replacement: target,
    overridesDecisions: input.overridesDecisions ?? false,
  })
  await remember(context, outlier, { name: section ?? target, isOnce: false, ruleId: id })
  return { listings, ruleId: id }
}

/** Adds a section called as the listings say, or a row to the section that lacks it. Needs what publishing a manifest needs. */
async function addToMap(context: CallContext, outlier: StoredOutlier, input: Input): Promise<Done> {
  const { db, actor, audit } = context
  if (!may(actor.grants, 'write', 'places')) throw notGranted('write', 'places')
  const {
    rows: [configuration],
  } = await sql<{ id: number; name: string; version: number; cityId: number; hasMap: boolean }>`
    select id, name, version, city_id as "cityId", has_map as "hasMap" from venue_configurations where id = ${outlier.configurationId} for update`.execute(
    db,
  )
  if (!configuration) throw new Refusal(404, t('Venue configuration not found.'))
  await assertInCities({ resource: venueConfigurations, lookup: () => cities }, { actor, db }, 'places', [
    configuration,
  ])
  const added = isAboutRow(outlier.kind)
    ? await addRow(context, outlier)
    : await addSection(db, outlier, input.target || outlier.section, {
        zone: input.zone || null,
        hasMap: configuration.hasMap,
      })
  // Last, since sections are remembered under the version they were read with.
  await sql`
    update venue_configurations set version = version + 1, updated_at = now(), manifest_at = now() where id = ${configuration.id}`.execute(
    db,
  )
  audit.record({
    action: 'publish-manifest',
    object: venueConfigurations.name,
    recordId: configuration.id,
    title: configuration.name,
    version: configuration.version + 1,
    before: null,
    after: added,
  })
  await remember(context, outlier, { name: added.section, isOnce: false })
  return { listings: await placeAgain(db, sql`p.venue_configuration_id = ${configuration.id}`) }
}

async function addRow(context: CallContext, outlier: StoredOutlier): Promise<{ section: string; row: string }> {
  const row = outlier.row
  if (row === null) throw new Refusal(409, t('These listings have no row.'), { error: 'NotPossible' })
  const { id, name, rows } = await sectionOfRow(context, outlier)
  if (rows.length >= maxRows)
    throw new Refusal(409, t('{section} has the maximum number of rows.', { section: name }), {
      error: 'NotPossible',
    })
  await sql`
    update venue_sections set rows = rows || array[${row}::text], is_general_admission = false, version = version + 1, updated_at = now()
    where id = ${id}`.execute(context.db)
  return { section: name, row }
}

async function addSection(
  db: CallContext['db'],
  { configurationId }: StoredOutlier,
  name: string,
  { zone, hasMap }: { readonly zone: string | null; readonly hasMap: boolean },
): Promise<{ section: string }> {
  // Without an outline for each section, the map could not be published again.
  if (hasMap)
    throw new Refusal(
      409,
      t('This map has its own outlines. Draw {section} in the map editor, or choose a section.', { section: name }),
      { error: 'NotPossible' },
    )
  const {
    rows: [known],
  } = await sql<{ sections: number }>`
    select count(*)::integer as sections from venue_sections where venue_configuration_id = ${configurationId}`.execute(
    db,
  )
  if (known && known.sections >= maxSections)
    throw new Refusal(409, t('The map has the maximum number of sections.'), { error: 'NotPossible' })
  const { rows } = await sql<{ name: string }>`
    insert into venue_sections (venue_configuration_id, position, code, name, zone, is_general_admission)
    select ${configurationId}, coalesce(max(position), 0) + 1,
      left(${slugOf(name) || 'section'}, 50) || case when bool_or(code = left(${slugOf(name) || 'section'}, 50)) then '-' || (coalesce(max(position), 0) + 1) else '' end,
      ${name}, ${zone}, true
    from venue_sections where venue_configuration_id = ${configurationId}
    having not coalesce(bool_or(lower(name) = lower(${name})), false) returning name`.execute(db)
  if (!rows[0]) throw invalid({ target: t('The map has a section {name} already.', { name }) })
  return { section: rows[0].name }
}

/** Takes back what was decided: its rule is disabled, its decision forgotten, its listings placed again. */
async function takeBack(context: CallContext, outlier: StoredOutlier): Promise<Done> {
  const { rows } = await sql<{ ruleId: number | null }>`
    delete from section_decisions where outlier_id = ${outlier.id} returning rewrite_rule_id as "ruleId"`.execute(
    context.db,
  )
  let listings = 0
  for (const { ruleId } of rows) if (ruleId !== null) listings += await disableRule(context, ruleId)
  return { listings: Math.max(listings, await placeWording(context.db, outlier)) }
}

function ignoredUntil(until: string | null | undefined, today: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(until ?? '') ? new Date(`${until}T00:00:00Z`) : null
  // The 31st of February is read as a day of March.
  if (!until || Number.isNaN(day?.getTime() ?? NaN) || day?.toISOString().slice(0, 10) !== until)
    throw invalid({ until: t('Enter a date.') })
  const days = (Date.parse(until) - Date.parse(today)) / 86_400_000
  if (days < 1) throw invalid({ until: t('Choose a later day.') })
  if (days > longest) throw invalid({ until: t('At most a year ahead.') })
  return until
}

const carryOut: Readonly<
  Record<string, (context: CallContext, outlier: StoredOutlier, input: Input) => Promise<Done>>
> = {
  rule: acceptAsRule,
  section: addToMap,
  reopen: takeBack,
  ignore: async () => ({ listings: 0 }),
  async once(context, outlier, input) {
    await remember(context, outlier, {
      name: await sectionNamed(context.db, outlier, required(input.target)),
      isOnce: true,
    })
    return { listings: await placeWording(context.db, outlier) }
  },
  async extra(context, outlier) {
    await remember(context, outlier, { name: null, isOnce: true })
    return { listings: await placeWording(context.db, outlier) }
  },
}

export const decideOutlierServer = implement(decideOutlier, async ({ db, params, input, actor, audit }) => {
  const outlier = await outlierOf(db, params.id, true)
  if (outlier.version !== input.version)
    throw new Refusal(412, t('This outlier changed since you opened it.'), { current: outlier })
  const { command } = input
  if (!commandsFor(outlier.kind, outlier.status).includes(command))
    throw new Refusal(409, t('This is not possible for an outlier of this kind or status.'), { error: 'NotPossible' })
  const {
    rows: [today],
  } = await sql<{ day: string }>`select now()::date::text as day`.execute(db)
  const until = command === 'ignore' ? ignoredUntil(input.until, today?.day ?? '') : null
  const context = { db, actor, audit }
  const done = await carryOut[command]?.(context, outlier, input)
  const status: StoredOutlier['status'] =
    command === 'reopen' ? 'reopened' : command === 'ignore' ? 'ignored' : 'resolved'
  const resolution = command === 'reopen' || command === 'ignore' ? null : command
  const rates = status === 'reopened' ? await orderRates(db) : {}
  const {
    rows: [saved],
  } = await sql<{ version: number; title: string }>`
    update ticket_map_outliers o set status = ${status}, resolution = ${resolution}, ignored_until = ${until}::date, version = o.version + 1, updated_at = now(),
      urgency = case when ${status} = 'reopened' then ${urgencyOf('o', rates)} else 0 end
    from currencies c where c.code = o.currency and o.id = ${outlier.id} returning o.version, o.raw_section as title`.execute(
    db,
  )
  const version = saved?.version ?? outlier.version + 1
  audit.record({
    action: `outlier-${command}`,
    object: ticketMapOutliers.name,
    recordId: outlier.id,
    title: outlier.section,
    version,
    before: { status: outlier.status, resolution: outlier.resolution, ignoredUntil: outlier.ignoredUntil },
    after: { status, resolution, ignoredUntil: until, ...(input.target && { target: input.target }) },
  })
  return { id: outlier.id, version, status, resolution, listings: done?.listings ?? 0, ruleId: done?.ruleId ?? null }
})
