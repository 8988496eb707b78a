import { sql } from 'kysely'
import type { Database } from '../../../db/database.server.ts'
import { announceChange } from '../../../core/audit/audit.server.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { wakeJob } from '../../../core/jobs/jobs.server.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { forgetDistinction, listDuplicates, readDuplicates, markDistinct } from './duplicate.endpoints.ts'
import { candidatesOf, judge, offered, performersOf } from './duplicate-evidence.server.ts'

const findDuplicatesJob = 'find-duplicates'
/** Performers processed per transaction. The embedded database makes other callers wait for the whole transaction. */
const pageSize = 10
const pairsShown = 25

const numberOf = (id: string) => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0)

async function nameOf(db: Db, id: number): Promise<string> {
  const {
    rows: [found],
  } = await sql<{ name: string }>`select name from performers where id = ${id}`.execute(db)
  if (!found) throw new Refusal(404, t('Performer not found.'))
  return found.name
}

const readDuplicatesServer = implement(readDuplicates, async ({ db, params }) => {
  const id = numberOf(params.id)
  await nameOf(db, id)
  const judged = (await judge(db, await candidatesOf(db, [id])))
    .filter(({ score }) => score >= offered)
    .toSorted((a, b) => b.score - a.score || a.other - b.other)
  const people = await performersOf(db, [id, ...judged.map(({ other }) => other)])
  const performer = people.get(id)
  if (!performer) throw new Refusal(404, t('Performer not found.'))
  const { rows: distinct } = await sql<{ id: number; name: string; by: string; at: string }>`
    select p.id, p.name, d.decided_by as by, d.decided_at as at from performer_distinctions d
      join performers p on p.id = case when d.one_id = ${id} then d.other_id else d.one_id end
    where d.one_id = ${id} or d.other_id = ${id} order by d.decided_at desc, p.id limit 50`.execute(db)
  return {
    performer,
    distinct,
    candidates: judged.flatMap(({ other, score, evidence }) => {
      const found = people.get(other)
      return found ? [{ performer: found, score, evidence }] : []
    }),
  }
})

const listDuplicatesServer = implement(listDuplicates, async ({ db, query }) => {
  const { rows: stored } = await sql<{ one: number; other: number }>`
    select one_id as one, other_id as other from performer_pairs order by score desc, one_id, other_id limit ${pairsShown} offset ${Number(query.skip ?? 0)}`.execute(
    db,
  )
  const {
    rows: [counts],
  } = await sql<{ total: number; waiting: number }>`
    select (select count(*)::integer from performer_pairs) as total, (select count(*)::integer from performer_queue) as waiting`.execute(
    db,
  )
  const judged = new Map((await judge(db, stored)).map((pair) => [`${pair.one} ${pair.other}`, pair]))
  const people = await performersOf(
    db,
    stored.flatMap(({ one, other }) => [one, other]),
  )
  return {
    total: counts?.total ?? 0,
    waiting: counts?.waiting ?? 0,
    pairs: stored.flatMap(({ one, other }) => {
      const [first, second, found] = [people.get(one), people.get(other), judged.get(`${one} ${other}`)]
      // The one that more events name is the likelier one to stay.
      return first && second && found
        ? [
            {
              one: first.events >= second.events ? first : second,
              other: first.events >= second.events ? second : first,
              score: found.score,
              evidence: found.evidence,
            },
          ]
        : []
    }),
  }
})

const markDistinctServer = implement(markDistinct, async ({ db, params, input, actor, audit }) => {
  const [id, other] = [numberOf(params.id), input.otherId]
  const name = await nameOf(db, id)
  if (other === id) throw invalid({ otherId: t('It can’t be marked as different from itself.') })
  const otherName = await nameOf(db, other)
  const [one, two] = [Math.min(id, other), Math.max(id, other)]
  const {
    rows: [made],
  } = await sql`
    insert into performer_distinctions (one_id, other_id, decided_by) values (${one}, ${two}, ${actor.name}) on conflict do nothing returning one_id`.execute(
    db,
  )
  await sql`delete from performer_pairs where one_id = ${one} and other_id = ${two}`.execute(db)
  if (made)
    audit.record({
      action: 'mark-distinct',
      object: 'performers',
      recordId: id,
      title: name,
      before: null,
      after: { other: otherName, otherId: other },
    })
  await announceChange(db, 'performers', null)
  return { otherId: other, by: actor.name }
})

const forgetDistinctionServer = implement(forgetDistinction, async ({ db, params, audit }) => {
  const [id, other] = [numberOf(params.id), numberOf(params.other)]
  const name = await nameOf(db, id)
  const {
    rows: [gone],
  } = await sql`
    delete from performer_distinctions where one_id = ${Math.min(id, other)} and other_id = ${Math.max(id, other)} returning one_id`.execute(
    db,
  )
  if (!gone) throw new Refusal(404, t('These two haven’t been marked as different.'))
  await sql`insert into performer_queue select id from performers where id in (${id}, ${other}) on conflict do nothing`.execute(
    db,
  )
  audit.record({
    action: 'forget-distinction',
    object: 'performers',
    recordId: id,
    title: name,
    before: { otherId: other },
    after: null,
  })
  setTimeout(() => wakeJob(findDuplicatesJob), 250).unref()
  return { otherId: other }
})

export const duplicateServers: readonly Implementation[] = [
  listDuplicatesServer,
  readDuplicatesServer,
  markDistinctServer,
  forgetDistinctionServer,
]

/** Processes one page of performers whose names or facts have changed. Returns whether there can be more. */
async function findNext(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from performer_queue where performer_id in (select performer_id from performer_queue order by performer_id limit ${pageSize} for update skip locked)
    returning performer_id as id`.execute(db)
  if (rows.length === 0) return false
  await keepPairs(
    db,
    rows.map(({ id }) => id),
  )
  return true
}

/** Stores the current possible duplicates of each of the performers. */
export async function keepPairs(db: Db, ids: readonly number[]): Promise<void> {
  const found = new Map(
    (await judge(db, await candidatesOf(db, ids)))
      .filter(({ score }) => score >= offered)
      .map(({ one, other, score }) => [
        `${Math.min(one, other)} ${Math.max(one, other)}`,
        { one: Math.min(one, other), other: Math.max(one, other), score },
      ]),
  )
  const pairs = JSON.stringify([...found.values()])
  await sql`
    delete from performer_pairs d where (d.one_id = any(${ids}::bigint[]) or d.other_id = any(${ids}::bigint[]))
      and not exists (select from jsonb_to_recordset(${pairs}::jsonb) as g (one bigint, other bigint) where g.one = d.one_id and g.other = d.other_id)`.execute(
    db,
  )
  await sql`
    insert into performer_pairs (one_id, other_id, score)
    select g.one, g.other, g.score from jsonb_to_recordset(${pairs}::jsonb) as g (one bigint, other bigint, score integer) order by 1, 2
    on conflict (one_id, other_id) do update set score = excluded.score where performer_pairs.score <> excluded.score`.execute(
    db,
  )
  // One that was merged away and is back brings a count of its own along.
  await sql`
    update performers p set duplicate_count = c.count from (
      select g.id, (select count(*) from performer_pairs d where d.one_id = g.id or d.other_id = g.id) as count from unnest(${ids}::bigint[]) as g (id)
    ) c where p.id = c.id and p.duplicate_count <> c.count`.execute(db)
}

/** Finds possible duplicates for every performer in the queue. */
async function findDuplicates({ kysely }: Pick<Database, 'kysely'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await kysely.transaction().execute(findNext))) {
    /* the next page */
  }
}

export const duplicateJobs: readonly Job[] = [
  {
    name: findDuplicatesJob,
    label: msg('Duplicate search'),
    does: msg('Looks for duplicate performers and events.'),
    staleWithout: msg('New duplicates are not suggested.'),
    overlap: 'share',
    cron: '* * * * *',
    run: ({ database, signal }) => findDuplicates(database, signal),
  },
]
