import { sql } from 'kysely'
import type { Database } from '../../db/database.server.ts'
import { system } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { findRecord } from '../../core/list/list-sql.server.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import { unpublish } from '../../platform/publishing/publication-steps.server.ts'
import { refreshLineup } from './lineup-members.server.ts'
import { lineups } from './lineups.ts'

/**
 * Recalculates the contents of each lineup, and unpublishes pages that have been empty for longer than their grace
 * period.
 */
const refreshLineupsJob = 'refresh-lineups'

/** Lineups that one run gets to; the next one goes on. */
const maxInRun = 2_000

export function lineupJobs(servers: readonly ResourceServer[]): Job[] {
  const server = servers.find(({ resource }) => resource === lineups)
  if (!server) return []
  return [
    {
      name: refreshLineupsJob,
      label: msg('Lineup refresh'),
      does: msg('Refreshes lineups and unpublishes those that are over.'),
      staleWithout: msg('Lineups show past shows, and expired ones stay on the site.'),
      overlap: 'share',
      cron: '*/10 * * * *',
      async run({ database, signal }) {
        for (let done = 0; done < maxInRun && !signal.aborted && (await refreshNext(database)); done++) {
          /* the next one */
        }
        while (!signal.aborted && (await takeDownNext(database, server, servers))) {
          /* the next one */
        }
      },
    },
  ]
}

/** The one that was refreshed longest ago, if that is an hour; in a transaction of its own. */
async function refreshNext(database: Database): Promise<boolean> {
  return await database.kysely.transaction().execute(async (db) => {
    const {
      rows: [due],
    } = await sql<{ id: number }>`
      select id from lineups where publication <> 'archived' and (refreshed_at is null or refreshed_at < now() - interval '1 hour')
      order by refreshed_at nulls first, id limit 1 for update skip locked`.execute(db)
    if (!due) return false
    await refreshLineup(db, due.id)
    return true
  })
}

/**
 * Unpublishes a page with nothing upcoming, once its grace period is over. Its address redirects to its successor, if
 * that is public. It is refreshed first: since its last refresh, events can have come.
 */
async function takeDownNext(
  database: Database,
  server: ResourceServer,
  servers: readonly ResourceServer[],
): Promise<boolean> {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  return await database.kysely.transaction().execute(async (db) => {
    const {
      rows: [due],
    } = await sql<{ id: number; successorId: number | null }>`
      select t.id, (select s.id from lineups s where s.id = t.successor_id and s.publication = 'published') as "successorId"
      from lineups t where t.publication = 'published' and t.empty_since < now() - make_interval(days => t.grace_days)
      order by t.id limit 1 for update of t skip locked`.execute(db)
    if (!due) return false
    await refreshLineup(db, due.id)
    const {
      rows: [empty],
    } = await sql`select from lineups where id = ${due.id} and empty_since is not null`.execute(db)
    if (!empty) return true
    const recordOf = (id: number) => findRecord(db, server, id, lookup)
    const record = await recordOf(due.id)
    const successor = due.successorId === null ? undefined : await recordOf(due.successorId)
    if (!record) return false
    const entries: AuditEntry[] = []
    await unpublish(
      { resource: lineups, db, record, audit: { record: (entry) => entries.push(entry) } },
      successor ?? null,
    )
    await appendAudit(db, entries, { actor: system('empty lineups') })
    return true
  })
}
