import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { instanceName } from '../../core/jobs/job-runs.server.ts'
import { drainWorkers, readDrain, resumeWorkers } from './drain.endpoints.ts'
import { drainStateOf, endDrain } from './drains.server.ts'
import { wakeSoon } from './wake-soon.server.ts'

export function implementDrains(): readonly Implementation[] {
  return [
    implement(readDrain, ({ db }) => drainStateOf(db, instanceName)),

    implement(drainWorkers, async ({ db, input, actor, audit }) => {
      const reason = input.reason === undefined || input.reason === '' ? null : input.reason
      const { rows } = await sql`
        insert into worker_drains (reason, begun_by) values (${reason}, ${actor.id}) on conflict do nothing returning id`.execute(
        db,
      )
      if (rows.length === 0) throw new Refusal(409, t('Workers are drained already.'))
      audit.record({
        action: 'drain',
        object: 'workers',
        title: t('All workers'),
        after: {},
        ...(reason !== null && { reason }),
      })
      return await drainStateOf(db, instanceName)
    }),

    implement(resumeWorkers, async ({ db, actor, audit }) => {
      const left = await endDrain(db, actor.id)
      if (!left) throw new Refusal(404, t('Workers are not drained.'))
      audit.record({ action: 'end-drain', object: 'workers', title: t('All workers'), after: { leftOut: left.length } })
      for (const name of left) wakeSoon(name)
      return await drainStateOf(db, instanceName)
    }),
  ]
}
