import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { dearestFirst, orderRates } from '../exchange-rates/order-rates.server.ts'
import { providers } from '../providers/providers.ts'
import { implementWholeListExport } from '../../platform/transfer/whole-list-export.server.ts'
import {
  exportEventProviders,
  listEventProviders,
  pauseProvider,
  readEventProvider,
  readPauseImpact,
  resumeProvider,
} from './event-providers.endpoints.ts'
import { pause, setEnabled } from './pauses.server.ts'
import { detailsOf, impactOf, providersOf } from './provider-facts.server.ts'
import { providerList } from './provider-list.ts'
import { reportIncidents } from './provider-troubles.server.ts'

interface Known {
  readonly id: number
  readonly name: string
  readonly isEnabled: boolean
  readonly version: number
}

export function implementEventProviders(): readonly Implementation[] {
  return [
    implement(listEventProviders, ({ db }) => providersOf(db, null)),
    implementWholeListExport(exportEventProviders, providerList(), async (db) =>
      (await providersOf(db, null)).map(({ errorShare, ...provider }) => ({ ...provider, errors: errorShare })),
    ),
    implement(readEventProvider, ({ db, params }) => detailsOf(db, params.code)),
    implement(readPauseImpact, async ({ db, params }) => {
      const impact = await impactOf(db, params.code)
      return { ...impact, value: dearestFirst(impact.value, await orderRates(db)) }
    }),

    implement(pauseProvider, async ({ db, params, input, actor, audit }) => {
      const { id, name, isEnabled, version } = await locked(db, params.code)
      if (!isEnabled) throw new Refusal(409, t('{provider} is paused already.', { provider: name }))
      const { listings, tickets, performances } = await pause(
        db,
        { id, code: params.code, name },
        { reason: input.reason, countedCalls: null, failedCalls: null },
        actor,
      )
      audit.record({
        action: 'pause',
        object: providers.name,
        recordId: id,
        title: name,
        version: version + 1,
        before: { isEnabled: true },
        after: { isEnabled: false, listings, tickets, performances },
        reason: input.reason,
      })
      return await detailsOf(db, params.code)
    }),

    implement(resumeProvider, async ({ db, params, actor, audit }) => {
      const { id, name, isEnabled, version } = await locked(db, params.code)
      if (isEnabled) throw new Refusal(409, t('{provider} is not paused.', { provider: name }))
      await sql`update provider_pauses set resumed_at = now(), resumed_by = ${actor.id} where provider_id = ${id} and resumed_at is null`.execute(
        db,
      )
      await setEnabled(db, id, true)
      await reportIncidents(db, [{ code: params.code, name, incident: 'resumed', by: actor }])
      audit.record({
        action: 'resume',
        object: providers.name,
        recordId: id,
        title: name,
        version: version + 1,
        before: { isEnabled: false },
        after: { isEnabled: true },
      })
      return await detailsOf(db, params.code)
    }),
  ]
}

/** Two people who press at once come one after the other. */
async function locked(db: Db, code: string): Promise<Known> {
  const {
    rows: [found],
  } = await sql<Known>`
    select id, name, is_enabled as "isEnabled", version from providers where code = ${code} and kind <> 'tours' for update`.execute(
    db,
  )
  if (!found) throw new Refusal(404, t('Provider not found.'))
  return found
}
