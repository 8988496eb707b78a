import { sql } from 'kysely'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../../platform/inbox/notices.server.ts'
import { staffWith } from '../../platform/inbox/staff-with.server.ts'
import { troubledWorkers } from './worker-facts.server.ts'
import { maxLate } from './worker-states.ts'

/**
 * To those who can do something about it. The label and what goes stale (`stale`) are source texts, said in the reader's language;
 * `late` are those of a notice of many, `waiting` and `since` are of a queue that grows.
 */
const workerInTrouble = defineNotice<{
  label: string
  stale: string
  kind: string
  late: number
  waiting: number
  since: string
}>({
  kind: 'worker-in-trouble',
  label: msg('Workers that fail, are late or fall behind'),
  object: 'settings',
  write: ({ label, stale, kind, late, waiting, since }) =>
    kind === 'late-together'
      ? { title: t('{n} workers are late', { n: late }) }
      : kind === 'failing'
        ? { title: t('{worker}: failing', { worker: t(label) }), detail: withStale(stale, t('Read the error')) }
        : kind === 'growing'
          ? {
              title: t('{worker}: falling behind, {n} waiting', { worker: t(label), n: formatNumber(waiting) }),
              detail: withStale(
                stale,
                t('The queue has grown since {moment} UTC', { moment: formatInstant(since, 'UTC') }),
              ),
            }
          : { title: t('{worker}: late', { worker: t(label) }), detail: withStale(stale, t('Run it now')) },
})

/** What goes stale until then, and what to do. Notices from before do not have the former. */
function withStale(stale: string | undefined, todo: string): string {
  return stale ? `${t(stale)} ${todo}.` : todo
}

/**
 * Tells people who can write settings of each trouble, once, and forgets those that are over. `isWarm`: what is late
 * counts too.
 */
export async function reportTroubles(
  kysely: Db,
  jobs: readonly Job[],
  now: Date,
  isWarm: boolean,
): Promise<{ readonly reported: number; readonly isAnyLate: boolean }> {
  const found = (await troubledWorkers(kysely, jobs, now)).filter(({ state }) => isWarm || state !== 'late')
  const isAnyLate = found.some(({ state }) => state === 'late')
  const reported = await kysely.transaction().execute(async (db) => {
    const { rows } = await sql<{ name: string }>`
      insert into worker_troubles (name, kind)
      select * from unnest(${found.map(({ name }) => name)}::text[], ${found.map(({ state }) => state)}::text[])
      on conflict (name) do update set kind = excluded.kind, since = now() where worker_troubles.kind <> excluded.kind
      returning name`.execute(db)
    await sql`delete from worker_troubles where name <> all(${found.map(({ name }) => name)}::text[])`.execute(db)
    const fresh = new Set(rows.map(({ name }) => name))
    if (fresh.size === 0) return 0
    const to = await staffWith(db, 'write', 'settings')
    const news = found.filter(({ name }) => fresh.has(name))
    const late = found.filter(({ state }) => state === 'late')
    const isOne = late.length > maxLate && news.some(({ state }) => state === 'late')
    await notify(db, workerInTrouble, [
      ...(isOne
        ? [
            {
              to,
              data: { label: '', stale: '', kind: 'late-together', late: late.length, waiting: 0, since: '' },
              path: '/workers/list',
              key: 'late-together',
            },
          ]
        : []),
      ...news
        .filter(({ state }) => !(isOne && state === 'late'))
        .map(({ name, label, stale, state, queue }) => ({
          to,
          data: { label, stale, kind: state, late: 0, waiting: queue?.waiting ?? 0, since: queue?.since ?? '' },
          path: `/workers/update?id=${name}`,
          key: name,
        })),
    ])
    return fresh.size
  })
  return { reported, isAnyLate }
}
