import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { alertBox } from '../../ui/message-box-store.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { rewriteRules } from '../section-mapping/rewrite-rules.ts'
import { decideOutlier } from './outlier.endpoints.ts'
import type { OutlierCommand } from './outlier-kinds.ts'
import { commandsFor } from './outlier-kinds.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'

interface Result {
  readonly outlier: TicketMapOutlier
  readonly isDone: boolean
  readonly said: string
}

type Many = Extract<OutlierCommand, 'rule' | 'extra' | 'ignore'>
const week = 7 * 86_400_000

/** Over a selection of outliers: one decision for all of them, with what came of each. */
export function DecideSelected({ selected, clear }: { selected: readonly AnyRecord[]; clear: () => void }) {
  const call = useCommand(decideOutlier, { quiet: [409, 412, 422] })
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const outliers = selected as unknown as readonly TicketMapOutlier[]

  async function decide(outlier: TicketMapOutlier, command: Many): Promise<Result> {
    const answer = (isDone: boolean, said: string): Result => ({ outlier, isDone, said })
    if (!commandsFor(outlier.kind, outlier.status).includes(command))
      return answer(false, t('This is not possible for an outlier of this kind or status.'))
    const { suggestion } = outlier
    if (command === 'rule' && suggestion === null) return answer(false, t('No suggestion. Open it and choose.'))
    try {
      const { listings } = await call.mutateAsync({
        params: { id: outlier.id },
        input: {
          version: outlier.version,
          command,
          ...(command === 'rule' && { target: suggestion }),
          ...(command === 'ignore' && { until: new Date(Date.now() + week).toISOString().slice(0, 10) }),
        },
      })
      return answer(
        true,
        t('{n, plural, =0 {Decided} one {# listing placed again} other {# listings placed again}}', { n: listings }),
      )
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) throw failure
      return answer(false, listOf(Object.values(failure.body.fields ?? { '': failure.message })))
    }
  }

  async function decideAll(command: Many): Promise<void> {
    setBusy(true)
    const all: Result[] = []
    try {
      // One after another, since one decision can settle the next.
      for (const outlier of outliers) all.push(await decide(outlier, command))
    } catch (failure) {
      // The client has said that the connection is lost. What was decided before is said below.
      if (!(failure instanceof RequestFailure)) throw failure
    } finally {
      for (const { name } of [ticketMapOutliers, rewriteRules]) void queries.invalidateQueries({ queryKey: [name] })
      setBusy(false)
    }
    if (all.length === 0) return
    clear()
    // A box of the page, since the rows that were decided leave the list and take this component along.
    await alertBox(
      all.map(({ outlier, said }) => `${outlier.rawSection}: ${said}`).join(' · '),
      t('{n} of {all} decided', { n: all.filter(({ isDone }) => isDone).length, all: outliers.length }),
    )
  }

  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={() => void decideAll('rule')}>
        {t('Accept suggestions')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => void decideAll('extra')}>
        {t('Mark as extra')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => void decideAll('ignore')}>
        {t('Ignore for a week')}
      </Button>
    </>
  )
}
