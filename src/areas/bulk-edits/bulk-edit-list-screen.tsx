import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useState } from 'react'
import { formatInstant, formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { knownFilter } from '../../kit/saved-views.ts'
import { OwnWorkList, OwnWorkPage } from '../../kit/screens/own-work-list.tsx'
import { useQuestionWords } from '../../kit/screens/question-words.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { rich } from '../../ui/rich.tsx'
import type { BulkEdit } from './bulk-edits.ts'
import { isUnderWay } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { offersUndo, takeBack } from './bulk-telling.web.ts'
import { changeSentences, commandWords, countWords, doneOf, outcomeWords } from './bulk-words.ts'
import { CancelButton } from './cancel-button.tsx'
import { watchBulkEdits } from './bulk-edit-watch.web.ts'
import { saveResults, useOwnBulkEdits } from './own-bulk-edits.web.ts'

const BulkEditResults = lazy(async () => ({ default: (await import('./bulk-edit-results.tsx')).BulkEditResults }))

/** What one has changed many records by in the last weeks; with `id` in the address, what became of each record of one. */
export function BulkEditListScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  return <OwnWorkPage>{id === null ? <OwnBulkEdits /> : <BulkEditResults key={id} id={id} />}</OwnWorkPage>
}

function OwnBulkEdits() {
  const query = useOwnBulkEdits()
  const { data } = query
  useEffect(() => {
    // Whoever watches asks again and again; this page shows what is answered.
    if (data) watchBulkEdits(data.filter(isUnderWay).map(({ id }) => id))
  }, [data])
  return (
    <OwnWorkList
      title={t('Bulk edits')} query={query} empty={t('You have changed nothing in bulk in the last 30 days. To begin, select rows of a list and choose Edit.')}
      item={(edit, resource) => <BulkEditSummary edit={edit} resource={resource} hasLink />}
    />
  )
}

/** What was asked for, how far it is or how it came out, and what can be done about it. */
export function BulkEditSummary({ edit, resource, hasLink = false }: { edit: BulkEdit; resource: AnyResource | undefined; hasLink?: boolean }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!resource) return <p className={classes['hint']}>{t('There are no such records any more.')}</p>
  const what = t('{command} {what}', { command: commandWords(resource, edit.action), what: countWords(resource, edit.total) })

  async function busily(work: Promise<void>): Promise<void> {
    setBusy(true)
    await work.catch(() => {})
    setBusy(false)
  }

  return (
    <>
      <div>
        <h2>{what}</h2>
        {edit.change !== null && <p className={classes['hint']}>{changeSentences(resource, edit.change)}</p>}
        {(edit.filter !== null || edit.q !== null) && <Question edit={edit} resource={resource} />}
        <State edit={edit} resource={resource} />
      </div>
      <div className={classes['buttons']}>
        {hasLink && doneOf(edit) > 0 && <Button component="a" variant="default" href={`/bulk-edits?id=${edit.id}`} aria-label={t('Results: {what}', { what })}>{t('Results')}</Button>}
        {!hasLink && doneOf(edit) > 0 && <Button variant="default" loading={isBusy} onClick={() => void busily(saveResults(edit))}>{t('Download as CSV')}</Button>}
        {isUnderWay(edit) && <CancelButton edit={edit} what={what} />}
        {offersUndo(resource, edit) && <Button variant="default" loading={isBusy} aria-label={t('Undo: {what}', { what })} onClick={() => void busily(takeBack(queries, resource, edit))}>{t('Undo')}</Button>}
      </div>
    </>
  )
}

function Question({ edit: { filter, q }, resource }: { edit: BulkEdit; resource: AnyResource }) {
  const words = useQuestionWords(resource, { filter: knownFilter(resource, filter ?? undefined).filter, q: q ?? '' })
  return <p className={classes['hint']}>{words}</p>
}

function State({ edit, resource }: { edit: BulkEdit; resource: AnyResource }) {
  const { state, total, error, createdAt } = edit
  const asked = <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
  const outcome = outcomeWords(resource, edit)
  if (isUnderWay(edit)) {
    return (
      <>
        <progress className={classes['progress']} aria-label={t('Progress')} max={total} value={doneOf(edit)} />
        <p className={classes['hint']}>{state === 'queued' && doneOf(edit) === 0 ? rich('Waiting for its turn. Asked for {asked}.', { asked })
          : rich('{done} of {total} so far. Asked for {asked}.', { done: formatNumber(doneOf(edit)), total: formatNumber(total), asked })}</p>
      </>
    )
  }
  const left = total - doneOf(edit)
  return (
    <>
      {state === 'failed' && <p className={classes['problem']}>{t('Failed: {error}', { error: error ?? '' })}</p>}
      <p className={classes['hint']}>{state === 'cancelled' ? rich('Cancelled. {outcome}. Asked for {asked}.', { outcome, asked }) : rich('{outcome}. Asked for {asked}.', { outcome, asked })}</p>
      {left > 0 && <p className={classes['hint']}>{t('{what} not reached.', { what: countWords(resource, left) })}</p>}
    </>
  )
}
