import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import { formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import type { ListQuestion } from '../../ui/resource/screen-parts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { ReconciliationSummary } from './reconciliation.endpoints.ts'
import { checkBooksNow, readReconciliation } from './reconciliation.endpoints.ts'
import { reconciliationFindings } from './reconciliation-findings.ts'
import classes from './finding-list.module.css'

const open = { label: msg('Open'), filter: { state: 'open' }, isAlarm: true } as const
const rest = [
  { label: msg('Unassigned'), filter: { state: 'open', assigneeId: { empty: true } } },
  { label: msg('Overdue'), filter: { isOverdue: true }, isAlarm: true },
  { label: msg('Explained'), filter: { state: 'explained' } },
] as const

/** Whose they are is known with the answer about the last check. */
const questionsFor = (me: number | undefined): readonly ListQuestion[] =>
  me === undefined
    ? [open, ...rest]
    : [open, { label: msg('My findings'), filter: { state: 'open', assigneeId: [me] } }, ...rest]

// What was checked and how it is explained are sentences.
const widths = { subject: 250, state: 250 }

/** Where sums disagree, with when they were last checked. */
export function FindingListScreen() {
  const { data } = useAnswer(readReconciliation, {})
  const me = data?.me
  const questions = useMemo(() => questionsFor(me), [me])
  return (
    <ListScreen
      questions={questions}
      of={reconciliationFindings}
      opens="view"
      widths={widths}
      actions={
        <>
          <LastCheck />
        </>
      }
    />
  )
}

function LastCheck() {
  const mayWrite = useMay()('write', 'purchases')
  const { data, refetch } = useAnswer(readReconciliation, {})
  const check = useCommand(checkBooksNow, { refresh: [reconciliationFindings] })
  async function begin(): Promise<void> {
    // A failure has been shown by the client already.
    const answer = await check.mutateAsync({ input: {} }).catch(() => null)
    if (!answer) return
    toast.success(t('Check started'))
    await refetch()
  }
  return (
    <>
      {data && <small className={classes['last']}>{wordsFor(data)}</small>}
      {mayWrite && (
        <Button
          variant="default"
          loading={check.isPending}
          disabled={data?.isRunning ?? false}
          onClick={() => void begin()}
        >
          {t('Check now')}
        </Button>
      )}
    </>
  )
}

function wordsFor({ lastRun, isRunning }: ReconciliationSummary): string {
  if (isRunning) return t('Checking…')
  if (!lastRun) return t('Not checked yet')
  return t('{orders} orders checked {ago}', { orders: formatNumber(lastRun.orders), ago: timeAgo(lastRun.finishedAt) })
}
