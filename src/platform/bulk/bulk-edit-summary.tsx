import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { knownFilter } from '../../core/list/saved-views.ts'
import { useQuestionWords } from '../../ui/resource/question-labels.web.ts'
import { rich } from '../../ui/rich.tsx'
import type { BulkEdit } from './bulk-edits.ts'
import { isUnderWay } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { offersUndo, undoEdit } from './bulk-toasts.web.ts'
import { changeSentences, commandWords, countWords, doneOf, outcomeWords } from './bulk-labels.ts'
import { CancelButton } from './cancel-button.tsx'
import { saveResults, useSeesResults } from './own-bulk-edits.web.ts'

/** What was requested, its progress or outcome, and what can be done about it. */
export function BulkEditSummary({
  edit,
  resource,
  hasLink = false,
}: {
  edit: BulkEdit
  resource: AnyResource | undefined
  hasLink?: boolean
}) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const seesResults = useSeesResults(edit.resource)
  if (!resource) return <p className={classes['hint']}>{t('These records no longer exist.')}</p>
  const what = t('{command} {what}', {
    command: commandWords(resource, edit.action),
    what: countWords(resource, edit.total),
  })

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
        {hasLink && doneOf(edit) > 0 && (
          <Button
            component="a"
            variant="default"
            href={`/bulk-edits?id=${edit.id}`}
            aria-label={t('Results: {what}', { what })}
          >
            {t('Results')}
          </Button>
        )}
        {!hasLink && doneOf(edit) > 0 && seesResults && (
          <Button variant="default" loading={isBusy} onClick={() => void busily(saveResults(edit))}>
            {t('Download as CSV')}
          </Button>
        )}
        {isUnderWay(edit) && <CancelButton edit={edit} what={what} />}
        {offersUndo(resource, edit) && (
          <Button
            variant="default"
            loading={isBusy}
            aria-label={t('Undo: {what}', { what })}
            onClick={() => void busily(undoEdit(queries, resource, edit))}
          >
            {t('Undo')}
          </Button>
        )}
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
        <p className={classes['hint']}>
          {state === 'queued' && doneOf(edit) === 0
            ? rich('Waiting for its turn. Requested {asked}.', { asked })
            : rich('{done} of {total} so far. Requested {asked}.', {
                done: formatNumber(doneOf(edit)),
                total: formatNumber(total),
                asked,
              })}
        </p>
      </>
    )
  }
  const left = total - doneOf(edit)
  return (
    <>
      {state === 'failed' && <p className={classes['problem']}>{t('Failed: {error}', { error: error ?? '' })}</p>}
      <p className={classes['hint']}>
        {state === 'cancelled'
          ? rich('Cancelled. {outcome}. Requested {asked}.', { outcome, asked })
          : rich('{outcome}. Requested {asked}.', { outcome, asked })}
      </p>
      {left > 0 && <p className={classes['hint']}>{t('{what} not reached.', { what: countWords(resource, left) })}</p>}
    </>
  )
}
