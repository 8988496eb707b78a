import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import type { SectionPlacement } from './placement.ts'
import { readListingPlacement } from './placement.ts'
import type { Step } from './resolver/resolver.ts'
import { stepInWords } from './resolver/trace-labels.ts'
import type { ListingPlace } from './resolvers.server.ts'
import { resolversFor } from './resolvers.server.ts'

/** A raw text, where it is offered, and the place that was recorded for it. */
export interface ToExplain
  extends
    Omit<ListingPlace, 'configurationId'>,
    Pick<
      SectionPlacement,
      'section' | 'row' | 'note' | 'placed' | 'placedRow' | 'method' | 'reason' | 'ruleId' | 'recordedAt'
    > {
  readonly configurationId: number | null
  /** Of a line that is read by its section alone, because nothing else of its place was recorded. */
  readonly isSectionOnly?: boolean
}

/**
 * Says which rule, word or decision put a text where it is. What was recorded stays as it is; how it is read now is said
 * beside it, because rules and maps change.
 */
export async function explainPlacement(db: Db, one: ToExplain): Promise<SectionPlacement> {
  const { configurationId, providerId, performanceId, section, row, note, isSectionOnly = false } = one
  const place = { configurationId: configurationId ?? 0, providerId, performanceId }
  const resolvers = configurationId === null ? null : (await resolversFor(db, [place]))(place)
  const steps: Step[] = []
  const found = resolvers?.live(section, row, (step) => void steps.push(step)) ?? null
  // Where nothing says how it was found, the present reading does, as long as it comes to the same section.
  const isUnrecorded = one.method === null && one.reason === null
  const isRaw = isUnrecorded && one.placed === section && found !== null && found.candidate === null
  const placed = isRaw ? null : one.placed
  const read = isUnrecorded && found !== null && (found.candidate?.section.name ?? null) === placed ? found : null
  const ruleId = read?.ruleId ?? one.ruleId
  const labels = resolvers && note !== null ? resolvers.notes(note) : []
  const now = {
    placed: found?.candidate?.section.name ?? null,
    row: found?.candidate ? found.row : null,
  }
  // Without a map nothing is known about now.
  const isElsewhere =
    found !== null &&
    found.reason !== 'no_map' &&
    (now.placed !== placed || (!isSectionOnly && now.placed !== null && now.row !== one.placedRow))
  return {
    section,
    row,
    note,
    configuration: configurationId === null ? null : await configurationName(db, configurationId),
    placed,
    placedRow: placed === null ? null : one.placedRow,
    method: one.method ?? read?.method ?? null,
    reason: one.reason ?? read?.reason ?? null,
    recordedAt: one.recordedAt,
    ruleId,
    now: isElsewhere ? now : null,
    rules: await rulesOf(db, [
      ...(ruleId === null ? [] : [ruleId]),
      ...[found?.ruleId ?? []].flat(),
      ...labels.map((label) => label.ruleId),
    ]),
    decision: configurationId === null ? null : await decisionOn(db, configurationId, section, row),
    labels: labels.map(({ label }) => label),
    trace: steps.map(stepInWords),
  }
}

async function configurationName(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from venue_configurations where id = ${id}`.execute(db)
  return rows[0]?.name ?? null
}

async function rulesOf(db: Db, ids: readonly number[]): Promise<SectionPlacement['rules']> {
  if (ids.length === 0) return []
  const { rows } = await sql<SectionPlacement['rules'][number]>`
    select r.id, r.field, r.pattern, r.action, r.replacement, r.is_enabled as "isEnabled", s.name as author, r.created_at as "createdAt"
    from rewrite_rules r left join staff s on s.id = r.author_id where r.id = any(${[...ids]}::bigint[]) order by r.field = 'note', r.id`.execute(
    db,
  )
  return rows
}

/** The decision by hand that places this wording itself, without a rule. */
async function decisionOn(
  db: Db,
  configurationId: number,
  section: string,
  row: string | null,
): Promise<SectionPlacement['decision']> {
  const { rows } = await sql<{ by: string | null; at: string }>`
    select s.name as by, d.decided_at as at from section_decisions d left join staff s on s.id = d.decided_by
    where d.venue_configuration_id = ${configurationId} and d.is_once and lower(d.raw_section) = lower(${section}) and coalesce(d.raw_row, '') in ('', ${row ?? ''})
    order by d.raw_row is null, d.id limit 1`.execute(db)
  return rows[0] ?? null
}

export const readListingPlacementServer = implement(
  readListingPlacement,
  async ({ db, params }) => {
    const {
      rows: [listing],
    } = await sql<ToExplain>`
      select p.venue_configuration_id as "configurationId", l.provider_id as "providerId", l.performance_id as "performanceId", l.section, l.row_name as row, l.note,
        coalesce(v.name, l.placed_section) as placed, l.placed_row as "placedRow", l.placed_by as method, l.unplaced_reason as reason,
        l.rewrite_rule_id as "ruleId", l.placed_at as "recordedAt"
      from ticket_listings l join performances p on p.id = l.performance_id left join venue_sections v on v.id = l.venue_section_id
      where l.id = ${recordIdIn(params.id) ?? 0}`.execute(db)
    if (!listing) throw new Refusal(404, t('Listing not found.'))
    return await explainPlacement(db, listing)
  },
  { transaction: false },
)
