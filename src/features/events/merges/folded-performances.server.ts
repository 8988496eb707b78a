import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { CollapsedRows, Json, Pair } from '../../../platform/merges/merge-parts.server.ts'
import { placeAgain } from '../../places/venues/map-coverage.server.ts'
import { eventProviders } from '../../providers/provider-codes.ts'

/** Performances of the one that goes that the one that stays has too: same venue, date and time. */
export const twins = ({ survivor, duplicate }: Pair) => sql`
  performances l join performances w on w.event_id = ${survivor} and w.venue_id = l.venue_id and w.local_date = l.local_date and w.local_time is not distinct from l.local_time
  where l.event_id = ${duplicate}`

/** What goes on with the twin of a performance that is folded. */
const moving = ['ticket_listings', 'provider_events', 'rewrite_rules'] as const

/** The provider codes of the performances that are merged away, each with the twin that answers to it from then on. */
async function codesOfTwins(db: Db, pair: Pair): Promise<Json[]> {
  const { rows } = await sql<Json>`
    select w.id, given.entry ->> 'provider' as provider, given.entry ->> 'code' as code
    from (select w.id, w.provider_codes as has, l.provider_codes, l.provider_code, (select e.provider_id from events e where e.id = ${pair.duplicate}) as provider_id from ${twins(pair)}) w
    cross join lateral (
      select entry from jsonb_array_elements(w.provider_codes) as entry
      union select jsonb_build_object('provider', s.code, 'code', w.provider_code) from providers s where s.id = w.provider_id and w.provider_code is not null and s.code = any(${[...eventProviders]}::text[])
    ) given where not w.has @> jsonb_build_array(given.entry) order by w.id, provider, code`.execute(db)
  return rows
}

/** Stores these codes without a decision of their own: they arrive with the merge, and its history says so. */
async function giveCodes(db: Db, codes: readonly Json[]): Promise<void> {
  await sql`
    update performances p set provider_codes = p.provider_codes || g.codes from (
      select id, jsonb_agg(jsonb_build_object('provider', provider, 'code', code) order by provider, code) as codes
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c (id bigint, provider text, code text) group by id) g where g.id = p.id`.execute(
    db,
  )
}

async function takeCodes(db: Db, codes: readonly Json[]): Promise<void> {
  await sql`
    update performances p set provider_codes = (
        select coalesce(jsonb_agg(entry order by place), '[]') from jsonb_array_elements(p.provider_codes) with ordinality as e (entry, place) where not g.codes @> jsonb_build_array(entry))
    from (
      select id, jsonb_agg(jsonb_build_object('provider', provider, 'code', code)) as codes
      from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as c (id bigint, provider text, code text) group by id) g where g.id = p.id`.execute(
    db,
  )
}

/** Matches `t` of going performances `l` whose provider has its match with the twin `w` already, which is one at most. */
const twiceMatched = (pair: Pair) => sql`
  (select l.id as was, w.id as twin from ${twins(pair)}) g join provider_events t on t.performance_id = g.was
    join provider_events o on o.provider_id = t.provider_id and o.performance_id = g.twin and o.state = 'matched'`

type Counts = Readonly<Record<'performances' | 'matches' | (typeof moving)[number], number>>

/** How many performances and matches of providers both have, and what else refers to such performances. */
export async function countTwins(db: Db, pair: Pair): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    with g as materialized (select l.id from ${twins(pair)}), twice as (select t.id from ${twiceMatched(pair)} where t.state = 'matched')
    select (select count(*) from g)::integer as performances, (select count(*) from twice)::integer as matches,
      (select count(*) from ticket_listings l where l.performance_id in (select id from g) and l.is_open
        and not (l.is_supplied and exists (select from ${twiceMatched(pair)}
          where t.state = 'matched' and t.provider_id = l.provider_id and t.performance_id = l.performance_id)))::integer as ticket_listings,
      (select count(*) from rewrite_rules where performance_id in (select id from g))::integer as rewrite_rules,
      (select count(*) from provider_events where performance_id in (select id from g) and state = 'matched' and id not in (select id from twice))::integer as provider_events`.execute(
    db,
  )
  return rows[0]
}

/** Rows of a table that go on with the twin of the performance that they name, by both performances. */
async function rowsToMove(db: Db, pair: Pair): Promise<readonly Json[]> {
  const { rows } = await sql<Json>`${sql.join(
    moving.map(
      (table) => sql`
    select ${table}::text as "table", g.was, g.twin, json_agg(t.id order by t.id) as ids from (select l.id as was, w.id as twin from ${twins(pair)}) g
      join ${sql.table(table)} t on t.performance_id = g.was group by 2, 3`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows
}

/**
 * Performances whose listings have other places on the map once they have moved: another configuration has other sections,
 * and a rewrite rule is of one performance.
 */
async function placedDifferently(db: Db, moved: readonly Json[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct x.id from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as g (was bigint, twin bigint)
      join performances l on l.id = g.was join performances w on w.id = g.twin cross join lateral (values (l.id), (w.id)) x (id)
    where l.venue_configuration_id is distinct from w.venue_configuration_id
      or exists (select from rewrite_rules r where r.performance_id in (l.id, w.id))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Moves rows to the twins, or back those that are still there. */
async function moveRows(db: Db, moved: readonly Json[], isBack: boolean): Promise<void> {
  const [from, to] = isBack ? [sql`g.twin`, sql`g.was`] : [sql`g.was`, sql`g.twin`]
  const places = await placedDifferently(db, moved)
  for (const table of moving) {
    const own = moved.filter((one) => one['table'] === table)
    if (own.length === 0) continue
    const versioned = table === 'rewrite_rules' ? sql`, version = t.version + 1, updated_at = now()` : sql``
    await sql`
      update ${sql.table(table)} t set performance_id = ${to}${versioned}
      from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as g (was bigint, twin bigint, ids jsonb), jsonb_array_elements_text(g.ids) as x (id)
      where t.id = x.id::bigint and t.performance_id = ${from}`.execute(db)
  }
  if (places.length > 0) await placeAgain(db, sql`p.id = any(${places}::bigint[])`)
}

/**
 * Ends matches of providers that match the twin as well. It has their code, so a person's lock keeps the sync from guessing.
 * Without a match no one asks for their listings, so these are taken off sale.
 */
async function endMatches(db: Db, pair: Pair): Promise<readonly Json[]> {
  const { rows } = await sql<{ row: Json }>`
    select to_jsonb(t) || jsonb_build_object('was', g.was, 'twin', g.twin) as row from ${twiceMatched(pair)} order by t.id for update of t`.execute(
    db,
  )
  const ids = rows.map(({ row }) => Number(row['id']))
  if (ids.length === 0) return []
  await sql`
    update ticket_listings l set is_open = false, is_withheld = false, updated_at = now() from provider_events t
    where t.id = any(${ids}::bigint[]) and t.state = 'matched' and l.provider_id = t.provider_id and l.performance_id = t.performance_id
      and l.is_supplied and (l.is_open or l.is_withheld)`.execute(db)
  await sql`
    update provider_events set state = 'unmatched', performance_id = null, confidence = null, method = null, matched_at = null,
      is_locked = is_locked or state = 'matched', updated_at = now() where id = any(${ids}::bigint[])`.execute(db)
  return rows.map(({ row }) => row)
}

/** Matches them again, unless a person has decided otherwise since; their listings are asked for at once. */
async function matchAgain(db: Db, ended: readonly Json[]): Promise<void> {
  await sql`
    update provider_events t set state = g.state, performance_id = g.performance_id, confidence = g.confidence, method = g.method,
      matched_at = g.matched_at, is_locked = g.is_locked, decided_by = g.decided_by, due_at = now(), updated_at = now()
    from (select (jsonb_populate_record(null::provider_events, e)).*, (e ->> 'twin')::bigint as twin from jsonb_array_elements(${JSON.stringify(ended)}::jsonb) e) g
    where t.id = g.id and (t.state = 'unmatched' or t.performance_id = g.twin)`.execute(db)
}

/** Listings that matches which have gone back brought to the twin since. */
async function followMatches(db: Db, back: readonly Json[]): Promise<void> {
  await sql`
    update ticket_listings l set performance_id = g.was
    from (select distinct was, twin from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as x (was bigint, twin bigint)) g
      join provider_events t on t.performance_id = g.was and t.state = 'matched'
    where l.performance_id = g.twin and l.provider_id = t.provider_id and l.is_supplied and (l.is_open or l.is_withheld)
      and not exists (select from provider_events o where o.provider_id = t.provider_id and o.performance_id = g.twin and o.state = 'matched')`.execute(
    db,
  )
}

/**
 * Prices, their currency and tickets of performances without open listings: the database counts them again where listings come
 * and go.
 */
async function figuresOfTwins(db: Db, pair: Pair): Promise<readonly Json[]> {
  const { rows } = await sql<Json>`
    select p.id, p.currency, p.min_price, p.max_price, p.available from (select l.id as was, w.id as twin from ${twins(pair)}) g join performances p on p.id in (g.was, g.twin)
    where g.was in (select performance_id from ticket_listings) and not exists (select from ticket_listings x where x.performance_id = p.id and x.is_open)
    order by p.id`.execute(db)
  return rows
}

/** Merges made before have no currency in theirs. */
async function restoreFigures(db: Db, figures: readonly Json[]): Promise<void> {
  await sql`
    update performances p set currency = coalesce(g.currency, p.currency), min_price = g.min_price, max_price = g.max_price, available = least(g.available, p.capacity)
    from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as g (id bigint, currency text, min_price bigint, max_price bigint, available integer)
    where p.id = g.id and not exists (select from ticket_listings x where x.performance_id = p.id and x.is_open)`.execute(
    db,
  )
}

/**
 * Takes the performances that both have from the one that goes. What refers to them goes on with their twins; the lock keeps
 * a sync from adding listings that would be deleted with them.
 */
export async function foldPerformances(db: Db, pair: Pair): Promise<CollapsedRows> {
  const {
    rows: [kept],
  } = await sql<{ performances: Json[]; provider_times: Json[] }>`
    with going as materialized (select l.* from ${twins(pair)} for update of l)
    select (select coalesce(json_agg(to_jsonb(g) order by g.id), '[]') from going g) as performances,
      (select coalesce(json_agg(to_jsonb(s) order by s.id), '[]') from provider_times s join going g on g.id = s.performance_id) as provider_times`.execute(
    db,
  )
  if (!kept || kept.performances.length === 0) return {}
  const codes = await codesOfTwins(db, pair)
  const figures = await figuresOfTwins(db, pair)
  const ended = await endMatches(db, pair)
  const moved = await rowsToMove(db, pair)
  await moveRows(db, moved, false)
  await restoreFigures(db, figures)
  await sql`delete from performances where id = any(${kept.performances.map(({ id }) => Number(id))}::bigint[])`.execute(
    db,
  )
  await giveCodes(db, codes)
  return { ...kept, codes, figures, ended, moved }
}

/** Before the performances come back: their twins lose what they were given of their codes, which are of one each. */
export async function giveCodesBack(db: Db, { codes = [] }: CollapsedRows): Promise<void> {
  await takeCodes(db, codes)
}

/** Once the performances are back: what went on with their twins, and is with them still, goes back too. */
export async function unfoldPerformances(
  db: Db,
  { moved = [], ended = [], figures = [] }: CollapsedRows,
): Promise<void> {
  await matchAgain(db, ended)
  await moveRows(db, moved, true)
  await followMatches(db, [...moved, ...ended])
  await restoreFigures(db, figures)
}
