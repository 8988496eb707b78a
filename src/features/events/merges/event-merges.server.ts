import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { eventProviders } from '../../providers/provider-codes.ts'
import type { Json, Lists, MergeRules, Pair } from '../../../platform/merges/merge-parts.server.ts'
import { namesIn } from '../../../platform/merges/merge-parts.server.ts'

/** Performances folded at most. More than this means two long runs, which a person should check. */
const maxFolded = 500

/** Performances of the one that goes that the one that stays has too: same venue, date and time. */
const twins = ({ survivor, duplicate }: Pair) => sql`
  performances l join performances w on w.event_id = ${survivor} and w.venue_id = l.venue_id and w.local_date = l.local_date and w.local_time is not distinct from l.local_time
  where l.event_id = ${duplicate}`

async function clashes(db: Db, survivor: number, duplicate: number): Promise<string[]> {
  const { rows: sold } = await sql<{ on: string; count: number }>`
    select l.local_date as "on", count(*)::integer as count from ${twins({ survivor, duplicate })} and exists (select from purchases u where u.performance_id = l.id) group by 1 order by 1 limit 5`.execute(
    db,
  )
  const {
    rows: [many],
  } = await sql<{ count: number }>`select count(*)::integer as count from ${twins({ survivor, duplicate })}`.execute(db)
  const games = await namesIn(
    sql<{ name: string }>`
    select l.name from matches l where l.event_id = ${duplicate} and exists (select from matches w where w.event_id = ${survivor}) order by l.starts_at, l.id limit 3`.execute(
      db,
    ),
  )
  const pages = await namesIn(
    sql<{ name: string }>`
    select name from lineups where (pinned_event_ids @> array[${survivor}::bigint] and excluded_event_ids @> array[${duplicate}::bigint])
      or (pinned_event_ids @> array[${duplicate}::bigint] and excluded_event_ids @> array[${survivor}::bigint]) order by name limit 5`.execute(
      db,
    ),
  )
  const {
    rows: [standing],
  } = await sql<{ isAbove: boolean; isUnpublished: boolean }>`
    with recursive above as (
      select super_event_id as id from events where id = ${survivor} union select e.super_event_id from events e join above a on e.id = a.id
    )
    select exists (select from above where id = ${duplicate}) or l.super_event_id = w.id as "isAbove",
      l.publication = 'published' and w.publication <> 'published' as "isUnpublished"
    from events w, events l where w.id = ${survivor} and l.id = ${duplicate}`.execute(db)
  return [
    ...sold.map(({ on, count }) =>
      t(
        '{n, plural, one {A performance} other {# performances}} of {day} that both have {n, plural, one {is} other {are}} sold under it: purchases stay with what was sold, so merge the other way round.',
        { n: count, day: formatDate(on) },
      ),
    ),
    ...((many?.count ?? 0) > maxFolded ? [t('Both have more than {n} performances in common.', { n: maxFolded })] : []),
    ...games.map((name) =>
      t('It is the event of the match {name}, and this one is that of another match. Remove one of the links first.', {
        name,
      }),
    ),
    ...pages.map((name) =>
      t('The lineup {name} pins one of them and excludes the other. Resolve that there first.', { name }),
    ),
    ...(standing?.isAbove ? [t('One is part of the other.')] : []),
    ...(standing?.isUnpublished
      ? [t('The other one is published and this one isn’t. Publish this one first, or merge the other way round.')]
      : []),
  ]
}

/** Which provider uses which code: the code of the event that is merged away is kept. */
async function codesOf(db: Db, { provider_id: id, provider_code: code }: Json): Promise<Lists> {
  if (typeof code !== 'string') return {}
  const {
    rows: [provider],
  } = await sql<{ code: string }>`select code from providers where id = ${id}`.execute(db)
  return provider ? { otherCodes: [{ provider: provider.code, code }] } : {}
}

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

/**
 * Two events of one production, from two providers. A performance that both have is kept once, unless the duplicate has
 * sales: purchases never change what they are for.
 */
export const eventRules: MergeRules = {
  follow: [],
  guarded: [],
  choices: [
    ['name'],
    ['internalName'],
    ['type'],
    ['categoryId', 'subcategoryId'],
    ['venueId', 'cityId'],
    ['superEventId'],
    ['schedule'],
    ['locale'],
    ['minAge'],
    ['description'],
    ['terms'],
    ['seoTitle'],
    ['seoDescription'],
    ['onSaleAt', 'offSaleAt'],
  ],
  unites: ['tagIds', 'performerIds', 'imageIds', 'otherCodes'],
  adds: (duplicate, db) => codesOf(db, duplicate),
  clashes,
  collapsed: {
    tables: ['performances', 'provider_times'],
    async count(db, pair) {
      const {
        rows: [found],
      } = await sql<{ count: number }>`select count(*)::integer as count from ${twins(pair)}`.execute(db)
      return found && found.count > 0 ? [{ label: 'Performances', count: found.count }] : []
    },
    async collapse(db, pair) {
      const {
        rows: [kept],
      } = await sql<{ performances: Json[]; provider_times: Json[] }>`
        with going as (select l.* from ${twins(pair)})
        select (select coalesce(json_agg(to_jsonb(g) order by g.id), '[]') from going g) as performances,
          (select coalesce(json_agg(to_jsonb(s) order by s.id), '[]') from provider_times s join going g on g.id = s.performance_id) as provider_times`.execute(
        db,
      )
      if (!kept || kept.performances.length === 0) return {}
      const codes = await codesOfTwins(db, pair)
      await sql`delete from performances where id = any(${kept.performances.map(({ id }) => Number(id))}::bigint[])`.execute(
        db,
      )
      await giveCodes(db, codes)
      return { ...kept, codes }
    },
    giveBack: async (db, _pair, { codes = [] }) => await takeCodes(db, codes),
  },
}
