import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { placeListingsJob, sharePlacing } from '../places/venues/map-coverage.server.ts'
import { followPeriods } from './rule-periods.server.ts'
import type { NoteFound } from './resolver/notes.ts'
import type { Placement } from './resolver/resolver.ts'
import { resolversFor } from './resolvers.server.ts'
import type { FormerPlace } from './store-moves.server.ts'
import { storeMoves } from './store-moves.server.ts'

/** Listings placed per transaction. The embedded database makes other callers wait for the whole transaction. */
const pageSize = 300

interface Due extends FormerPlace {
  readonly section: string
  readonly row: string | null
  readonly note: string | null
  readonly configurationId: number
  readonly providerId: number
  readonly performanceId: number
}

interface Answer {
  readonly due: Due
  readonly placement: Placement | null
  readonly labels: readonly NoteFound[]
}

/** Places one page; answers false when none was left. */
export async function placePage(db: Db): Promise<boolean> {
  const { rows } = await sql<Due>`
    select l.id, l.section, l.row_name as row, l.note, coalesce(p.venue_configuration_id, 0) as "configurationId", l.provider_id as "providerId", p.id as "performanceId",
      l.placed_section as "wasIn", l.placed_by as "wasBy", l.rewrite_rule_id as "wasRule"
    from ticket_listings l join performances p on p.id = l.performance_id
    where l.is_open and l.placed_at is null order by l.id limit ${pageSize} for update of l skip locked`.execute(db)
  if (rows.length === 0) return false
  const resolversAt = await resolversFor(db, rows)
  const hits = new Map<number, { hits: number; placed: number; moved: number }>()
  const count = (id: number, what: 'hits' | 'placed' | 'moved') => {
    const own = hits.get(id) ?? { hits: 0, placed: 0, moved: 0 }
    own[what] += 1
    hits.set(id, own)
  }
  const answers = rows.map((due): Answer => {
    const resolvers = resolversAt(due)
    if (!resolvers) return { due, placement: null, labels: [] }
    const placement = resolvers.live(due.section, due.row)
    if (placement.ruleId !== null) count(placement.ruleId, 'hits')
    const other = resolvers.shadow?.(due.section, due.row)
    if (other && other.ruleId !== null && other.ruleId !== placement.ruleId) {
      const isMove = placement.candidate !== null && placement.candidate.section.id !== other.candidate?.section.id
      if (isMove) count(other.ruleId, 'moved')
      else if (placement.candidate === null && other.candidate !== null) count(other.ruleId, 'placed')
    }
    const labels = due.note === null ? [] : resolvers.notes(due.note)
    for (const { ruleId } of labels) count(ruleId, 'hits')
    return { due, placement, labels }
  })
  await storeMoves(db, answers)
  await storeAnswers(db, answers)
  await storeHits(db, hits)
  return true
}

async function storeAnswers(db: Db, answers: readonly Answer[]): Promise<void> {
  const column = <T>(read: (placement: Placement) => T) =>
    answers.map(({ placement }) => (placement === null ? null : read(placement)))
  await sql`
    update ticket_listings l set venue_section_id = g.section, placed_row = g.row, placed_by = g.method, rewrite_rule_id = g.rule, confidence = g.confidence,
      unplaced_reason = g.reason, placed_section = g.name, placed_at = now(),
      note_labels = array(select n ->> 'label' from jsonb_array_elements(g.labels) n), note_rule_ids = array(select (n -> 'ruleId')::bigint from jsonb_array_elements(g.labels) n)
    from unnest(${answers.map(({ due }) => due.id)}::bigint[], ${column(({ candidate }) => candidate?.section.id ?? null)}::bigint[], ${column(({ row }) => row?.slice(0, 20) ?? null)}::text[],
      ${column(({ method }) => method)}::text[], ${column(({ ruleId }) => ruleId)}::bigint[], ${column(({ candidate, confidence }) => (candidate ? Math.round(confidence * 10_000) : null))}::integer[],
      ${column(({ reason }) => reason)}::text[], ${column(({ candidate }) => candidate?.section.name ?? null)}::text[], ${answers.map(({ labels }) => JSON.stringify(labels))}::jsonb[])
      as g (id, section, row, method, rule, confidence, reason, name, labels)
    where l.id = g.id`.execute(db)
}

/** Counters move without a new version of the rule. */
async function storeHits(
  db: Db,
  hits: ReadonlyMap<number, { hits: number; placed: number; moved: number }>,
): Promise<void> {
  if (hits.size === 0) return
  const all = [...hits.values()]
  await sql`
    update rewrite_rules r set hits = r.hits + g.hits, last_hit_at = case when g.hits > 0 then now() else r.last_hit_at end,
      shadow_placed = r.shadow_placed + g.placed, shadow_moved = r.shadow_moved + g.moved
    from unnest(${[...hits.keys()]}::bigint[], ${all.map((one) => one.hits)}::integer[], ${all.map((one) => one.placed)}::integer[], ${all.map((one) => one.moved)}::integer[])
      as g (id, hits, placed, moved)
    where r.id = g.id`.execute(db)
}

/** A lock that was not had in time, a deadlock, and a section that a new manifest took away in between. */
const passing = new Set(['55P03', '40P01', '23503'])
const isPassing = (error: unknown) => error instanceof Error && 'code' in error && passing.has(String(error.code))
/** How often a page is begun again, and the ms before: a minute of rules that are being saved. */
const [maxTries, pause] = [240, 250]

/** Works page by page, a transaction each, until none is left, and gives way to those who save rules and publish manifests. */
async function inPages(
  { kysely }: Pick<Database, 'kysely'>,
  signal: AbortSignal,
  page: (db: Db) => Promise<boolean>,
): Promise<void> {
  let isMore = true
  for (let failed = 0; isMore && !signal.aborted;) {
    try {
      isMore = await kysely.transaction().execute(page)
      failed = 0
    } catch (error) {
      failed += 1
      if (!isPassing(error) || failed > maxTries) throw error
      await setTimeout(pause)
    }
  }
}

/** Places all that are due. */
export async function placeDueListings(database: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  await inPages(database, signal, async (db) => {
    await sharePlacing(db)
    return await placePage(db)
  })
}

async function placeAll(database: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  try {
    await inPages(database, signal, followPeriods)
  } finally {
    // A rule that cannot be followed fails the run, and keeps no listing from its place.
    await placeDueListings(database, signal)
  }
}

/** The schedule is for what arrives, for rules that begin or end, and for what was asked for just before a server stopped. */
export const listingJobs: readonly Job[] = [
  {
    name: placeListingsJob,
    label: msg('Listing placement'),
    does: msg('Maps the sections of new listings to the seat map.'),
    staleWithout: msg('New listings are not on the seat map, and price rules by section miss them.'),
    overlap: 'share',
    cron: '* * * * *',
    run: ({ database, signal }) => placeAll(database, signal),
  },
]
