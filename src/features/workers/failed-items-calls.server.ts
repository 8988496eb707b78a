import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { FailedItems } from '../../platform/jobs/staffed-job.server.ts'
import { failedItemsOf } from '../../platform/jobs/staffed-job.server.ts'
import { wakeSoon } from './wake-soon.server.ts'
import { describedParameters, jobNamed } from './worker-facts.server.ts'
import { listFailedItems, replayItems } from './workers.endpoints.ts'

/** Items that the page of a worker shows. */
const shownItems = 50

export function implementFailedItems({ jobs }: Pick<ServerContext, 'jobs'>): readonly Implementation[] {
  const itemsOf = (name: string): FailedItems | null => failedItemsOf(jobNamed(jobs(), name))

  return [
    implement(listFailedItems, async ({ db, actor, params }) => {
      const source = itemsOf(params.name)
      const found = (await source?.list(db, actor, shownItems)) ?? { count: 0, items: [] }
      return { ...found, items: [...found.items], fields: source ? describedParameters(source.fields) : [] }
    }),

    implement(replayItems, async ({ params, input: { ids, values }, ...call }) => {
      const source = itemsOf(params.name)
      if (!source) throw new Refusal(409, t('The items of this worker can’t be replayed one by one.'))
      if (values && ids.length > 1) throw invalid({ values: t('Edit one item at a time.') })
      const replayed = await source.replay(
        call,
        ids.map((id) => ({ id, ...(values && { values }) })),
      )
      if (replayed.length > 0) wakeSoon(params.name)
      return { replayed: [...replayed] }
    }),
  ]
}
