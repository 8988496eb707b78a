import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { useNavigateTo, useRouteQuery } from '../../../ui/navigation.tsx'
import { usePage } from '../../../ui/page-context.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useCommand, useRows } from '../../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { NoSuchPage } from '../../../ui/resource/missing-page.tsx'
import { Failure, FormSkeleton, useWayBack } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { performances } from '../../events/performance/performances.ts'
import { performanceWords } from '../../events/performance/performance-labels.ts'
import { purchases } from '../../purchases/purchases.ts'
import { orderRuns } from './order-runs.ts'
import type { RunDraft } from './run-form.tsx'
import { firstDraft, RunForm, wishOf } from './run-form.tsx'
import { RunTotals } from './run-totals.tsx'
import type { RunPreview } from './run.endpoints.ts'
import { previewRun, startRun } from './run.endpoints.ts'
import classes from './runs.module.css'

const ids = (text: string | undefined) =>
  (text ?? '').split(',').map(Number).filter(Number.isSafeInteger).filter(Boolean)
const fields = ['id', 'name', 'status'] as const

/** What becomes of the orders of performances that were called off: a dry run, and then the run. */
export function NewRunScreen() {
  const [query] = useRouteQuery()
  const chosen = ids(query['performances'])
  const [eventId] = ids(query['event'])
  const filter =
    chosen.length > 0 ? { id: chosen } : { eventId: eventId ?? 0, status: ['cancelled', 'postponed', 'rescheduled'] }
  const found = useRows(performances, { filter, range: [0, 499], fields }, chosen.length > 0 || eventId !== undefined)
  const what = t('Performances')
  const back = useWayBack(orderRuns)
  const rows = found.data?.rows
  if (chosen.length === 0 && eventId === undefined) return <NoSuchPage what={what} back={back} />
  return (
    <PageFrame>
      {found.error && !rows ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} what={what} />
      ) : !rows ? (
        <FormSkeleton />
      ) : rows.length === 0 ? (
        <p className={classes['quiet']}>{t('None of these performances is cancelled or postponed.')}</p>
      ) : (
        <NewRun rows={rows} />
      )}
    </PageFrame>
  )
}

interface Chosen {
  readonly id: number
  readonly name: string
  readonly status: string
}

function NewRun({ rows }: { readonly rows: readonly Chosen[] }) {
  const { mayWrite } = usePage()
  const isCancelled = rows.some(({ status }) => status === 'cancelled')
  const [draft, setDraft] = useState<RunDraft>(() => firstDraft(isCancelled))
  const [preview, setPreview] = useState<RunPreview | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const ask = useCommand(previewRun, { quiet: [403, 409, 422] })
  const start = useCommand(startRun, { refresh: [orderRuns, purchases], quiet: [403, 409, 422] })
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const fitting = rows.filter(({ status }) => (status === 'cancelled') === (draft.choice !== 'postpone'))
  const wish = wishOf(
    draft,
    fitting.map(({ id }) => id),
  )

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      setProblems({})
      await work()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const { fields: named, current, error } = failure.body
      setProblems(named ?? { '': failure.message })
      if (error === 'PreviewChanged') setPreview(current as RunPreview)
    }
  }
  const look = () => attempt(async () => setPreview(await ask.mutateAsync({ input: wish })))
  const press = (token: string) =>
    attempt(async () => {
      if (!(await confirmFreshSignIn(t('change all orders of a performance')))) return
      const { id, state } = await start.mutateAsync({ input: { ...wish, reason: draft.reason, token } })
      toast.success(state === 'requested' ? t('Approval requested') : t('Run started'))
      const page = paths('order-runs', 'view', id)
      if (page !== null) navigateTo(page)
    })

  return (
    <div className={classes['page']}>
      <section className={classes['card']} aria-label={t('Run')}>
        {fitting.length > 1 && (
          <h2>{t('{n, plural, one {# performance} other {# performances}}', { n: fitting.length })}</h2>
        )}
        {/* Many scroll, also by keyboard. */}
        <ul className={classes['names']} aria-label={t('Performances')} tabIndex={0}>
          {fitting.map(({ id, name }) => (
            <li key={id}>{performanceWords(name)}</li>
          ))}
        </ul>
        <RunForm
          draft={draft}
          hasCancelled={isCancelled}
          hasPostponed={rows.some(({ status }) => status !== 'cancelled')}
          problems={problems}
          preview={preview}
          isBusy={ask.isPending || start.isPending}
          mayWrite={mayWrite}
          onChange={(next) => {
            // A reason changes nothing of what was previewed.
            if (JSON.stringify(wishOf(next, [])) !== JSON.stringify(wishOf(draft, []))) setPreview(null)
            setProblems({})
            setDraft(next)
          }}
          onSubmit={() => void (preview ? press(preview.token) : look())}
        />
      </section>
      {preview && <RunTotals preview={preview} />}
    </div>
  )
}
