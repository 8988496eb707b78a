import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import type { BulkEdit } from './bulk-edits.ts'
import { isUnderWay } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { tell } from './bulk-toasts.web.ts'
import { commandWords, countWords, doneOf } from './bulk-labels.ts'
import { CancelButton } from './cancel-button.tsx'
import { takeEndedBulkEdits, watchedBulkEdits } from './bulk-edit-watch.web.ts'
import { useOwnBulkEdits } from './own-bulk-edits.web.ts'

/** How far bulk edits are, on whatever page, and how they came out. Only there while one is under way. */
export function BulkEditWatch() {
  return (
    <Suspense>
      <Watch />
    </Suspense>
  )
}

function Watch() {
  const resources = useResources()
  const queries = useQueryClient()
  const { data } = useOwnBulkEdits(true)
  useEffect(() => {
    for (const edit of takeEndedBulkEdits(data, isUnderWay)) {
      const resource = resources.find(({ name }) => name === edit.resource)
      void queries.invalidateQueries({ queryKey: [edit.resource] })
      if (resource && edit.state !== 'cancelled') tell(queries, resource, edit)
    }
  }, [data, queries, resources])
  const going = (data ?? []).filter((one) => isUnderWay(one) && watchedBulkEdits().includes(one.id))
  if (going.length === 0) return null
  return (
    <aside className={classes['watch']} aria-label={t('Bulk edits under way')}>
      {going.map((edit) => (
        <Going key={edit.id} edit={edit} />
      ))}
    </aside>
  )
}

function Going({ edit }: { edit: BulkEdit }) {
  const resource = useResources().find(({ name }) => name === edit.resource)
  if (!resource) return null
  const { total, action } = edit
  const what = t('{command} {what}', { command: commandWords(resource, action), what: countWords(resource, total) })
  return (
    <div>
      <div className={classes['watchLine']}>
        <a className={classes['link']} href={`/bulk-edits?id=${edit.id}`}>
          {what}
        </a>
        <CancelButton edit={edit} what={what} />
      </div>
      <progress className={classes['progress']} aria-label={what} max={total} value={doneOf(edit)} />
      <p className={classes['hint']}>
        {t('{done} of {total}', { done: formatNumber(doneOf(edit)), total: formatNumber(total) })}
      </p>
    </div>
  )
}
