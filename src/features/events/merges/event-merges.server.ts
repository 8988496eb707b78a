import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { formatDate } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import type { Json, Lists, MergeRules } from '../../../platform/merges/merge-parts.server.ts'
import { namesIn } from '../../../platform/merges/merge-parts.server.ts'
import { countTwins, foldPerformances, giveCodesBack, twins, unfoldPerformances } from './folded-performances.server.ts'

/** Performances folded at most. More than this means two long runs, which a person should check. */
const maxFolded = 500

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
  } = await sql<{ isAbove: boolean }>`
    with recursive above as (
      select super_event_id as id from events where id = ${survivor} union select e.super_event_id from events e join above a on e.id = a.id
    )
    select exists (select from above where id = ${duplicate}) or l.super_event_id = w.id as "isAbove"
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
      const found = await countTwins(db, pair)
      return [
        { label: 'Performances', count: found?.performances ?? 0 },
        { label: msg('Provider matches'), count: found?.matches ?? 0 },
      ].filter(({ count }) => count > 0)
    },
    async moves(db, pair) {
      const found = await countTwins(db, pair)
      return [
        { label: 'Listings', field: 'Performance', count: found?.ticket_listings ?? 0 },
        { label: 'Provider matches', field: 'Performance', count: found?.provider_events ?? 0 },
        { label: 'Rewrite rules', field: 'Performance', count: found?.rewrite_rules ?? 0 },
      ].filter(({ count }) => count > 0)
    },
    collapse: foldPerformances,
    giveBack: (db, _pair, collapsedRows) => giveCodesBack(db, collapsedRows),
    takeBack: (db, _pair, collapsedRows) => unfoldPerformances(db, collapsedRows),
  },
}
