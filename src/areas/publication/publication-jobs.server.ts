import { sql } from 'kysely'
import { system } from '../../kit/access.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import { recordSql } from '../../kit/list-sql.server.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Job } from '../../kit/jobs.server.ts'
import { lookupIn } from '../../kit/registry.server.ts'
import { tableOf } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { Database } from '../../db/database.server.ts'
import { isPage } from './publication-calls.ts'
import type { Subject } from './publication-steps.server.ts'
import { dropPlan, publicationOf, publish, unpublish } from './publication-steps.server.ts'

/** The job that publishes and takes down what was planned. */
export const carryOutPlansJob = 'carry-out-publication-plans'

export function publicationJobs(servers: readonly ResourceServer[]): Job[] {
  return [{
    name: carryOutPlansJob, cron: '* * * * *',
    async run({ database, signal }) {
      for (const server of servers.filter(({ resource }) => isPage(resource))) {
        while (!signal.aborted && await carryOutNext(database, server, servers)) { /* the next one */ }
      }
    },
  }]
}

/** One page whose moment has come, in a transaction of its own; false when there is none. */
async function carryOutNext(database: Database, server: ResourceServer, servers: readonly ResourceServer[]): Promise<boolean> {
  const { resource } = server
  const lookup = lookupIn(servers.map((other) => other.resource))
  return await database.kysely.transaction().execute(async (db) => {
    const { rows: [due] } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf(resource))}
      where (publish_at <= now() and publication <> 'published') or (unpublish_at <= now() and publication = 'published')
      order by id limit 1 for update skip locked`.execute(db)
    if (!due) return false
    const { rows: [found] } = await recordSql(server, due.id, lookup).execute(db)
    if (!found) return false
    const entries: AuditEntry[] = []
    const subject: Subject = { resource, db, record: found.record, note: (entry) => entries.push(entry) }
    await carryOut(subject)
    await appendAudit(db, entries, { actor: system('planned publication') })
    return true
  })
}

async function carryOut(subject: Subject): Promise<void> {
  try {
    if (publicationOf(subject.record) === 'published') await unpublish(subject, null)
    else await publish(subject, undefined)
  } catch (error) {
    // It was ready when it was planned and no longer is: nobody is there to be told, so the record's history says it.
    if (!(error instanceof Refusal)) throw error
    await dropPlan(subject, error.message)
  }
}
