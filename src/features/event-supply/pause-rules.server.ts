import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { providers } from '../providers/providers.ts'
import { lastHour } from './calls/call-results.server.ts'
import { pause } from './pauses.server.ts'

interface Broken {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly version: number
  readonly calls: number
  readonly refused: number
}

/** Pauses providers of whose calls too many failed within an hour, by what was agreed for each. */
async function pauseByRule(db: Db): Promise<number> {
  const { rows } = await sql<Broken>`
    select s.id, s.code, s.name, s.version, c.calls, c.refused from provider_terms m join providers s on s.id = m.provider_id
    cross join lateral ${lastHour} c
    where m.pause_share is not null and s.is_enabled and s.kind <> 'tours'
      and c.calls >= m.pause_calls and 10000 * c.refused >= m.pause_share * c.calls
    order by s.id for update of s`.execute(db)
  const entries = []
  for (const { version, calls, refused, ...provider } of rows) {
    const why = { reason: null, countedCalls: calls, failedCalls: refused }
    const { listings, tickets, performances } = await pause(db, provider, why, null)
    entries.push({
      action: 'pause',
      object: providers.name,
      recordId: provider.id,
      title: provider.name,
      version: version + 1,
      before: { isEnabled: true },
      after: { isEnabled: false, failedCalls: refused, countedCalls: calls, listings, tickets, performances },
    })
  }
  if (entries.length > 0) await appendAudit(db, entries, { actor: system('pause-rules') })
  return rows.length
}

export const pauseByRuleJob: Job = {
  name: 'pause-event-providers',
  label: msg('Event provider pauses'),
  does: msg('Pauses event providers of whose calls too many failed, where their terms say so.'),
  staleWithout: msg('Providers that fail stay on sale until someone pauses them.'),
  overlap: 'skip',
  counts: { paused: msg('Paused') },
  cron: '*/2 * * * *',
  async run({ database, count }) {
    count('paused', await database.kysely.transaction().execute(pauseByRule))
  },
}
