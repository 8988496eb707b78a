import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { findRecord } from '../../core/list/list-sql.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { Database } from '../../db/database.server.ts'
import { isPage } from './publication.endpoints.ts'
import type { Subject } from './publication-steps.server.ts'
import { dropPlan, endToCome, publicationOf, publish, unpublish } from './publication-steps.server.ts'

/** The job that publishes and takes down what was planned. */
const carryOutPlansJob = 'carry-out-publication-plans'

export function publicationJobs(servers: readonly ResourceServer[]): Job[] {
  return [
    {
      name: carryOutPlansJob,
      label: msg('Scheduled publishing'),
      does: msg('Publishes and unpublishes pages at their scheduled time.'),
      staleWithout: msg('Pages go live late, and pages past their end stay on the site.'),
      overlap: 'share',
      cron: '* * * * *',
      async run({ database, signal }) {
        for (const server of servers.filter(({ resource }) => isPage(resource))) {
          while (!signal.aborted && (await carryOutNext(database, server, servers))) {
            /* the next one */
          }
        }
      },
    },
  ]
}

/** One page whose moment has come, in a transaction of its own; false when there is none. */
async function carryOutNext(
  database: Database,
  server: ResourceServer,
  servers: readonly ResourceServer[],
): Promise<boolean> {
  const { resource } = server
  const lookup = lookupIn(servers.map((other) => other.resource))
  return await database.kysely.transaction().execute(async (db) => {
    const {
      rows: [due],
    } = await sql<{ id: number }>`
      select id from ${sql.table(tableOf(resource))}
      where (publish_at <= now() and publication <> 'published') or (unpublish_at <= now() and publication = 'published')
      order by id limit 1 for update skip locked`.execute(db)
    if (!due) return false
    const record = await findRecord(db, server, due.id, lookup)
    if (!record) return false
    const entries: AuditEntry[] = []
    const subject: Subject = { resource, db, record, audit: { record: (entry) => entries.push(entry) } }
    await carryOut(subject)
    await appendAudit(db, entries, { actor: system('planned publication') })
    return true
  })
}

async function carryOut(subject: Subject): Promise<void> {
  try {
    if (publicationOf(subject.record) === 'published') await unpublish(subject, null)
    else await publishDue(subject)
  } catch (error) {
    // It was ready when it was scheduled but no longer is. No user is waiting for the answer, so the history says why.
    if (!(error instanceof Refusal)) throw error
    await dropPlan(subject, error.message)
  }
}

/** After a long break, the end of a plan can be past as well. Published without it, the page would stay for good. */
async function publishDue(subject: Subject): Promise<void> {
  const { publishAt, unpublishAt } = subject.record
  // An end from before the beginning is none of this plan.
  const isOfPlan = Date.parse(String(unpublishAt)) > Date.parse(String(publishAt))
  if (isOfPlan && endToCome(subject) === null)
    throw new Refusal(409, t('Its unpublish time passed before it could be published.'))
  await publish(subject, undefined)
}
