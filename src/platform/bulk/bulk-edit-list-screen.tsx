import { lazy, useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { OwnWorkList, OwnWorkPage } from '../../ui/resource/own-work-list.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { isUnderWay } from './bulk-edits.ts'
import { BulkEditSummary } from './bulk-edit-summary.tsx'
import { watchBulkEdits } from './bulk-edit-watch.web.ts'
import { useOwnBulkEdits } from './own-bulk-edits.web.ts'

const BulkEditResults = lazy(async () => ({ default: (await import('./bulk-edit-results.tsx')).BulkEditResults }))

/** The user's own bulk edits of the last weeks; with `id` in the address, the outcome for each record of one. */
export function BulkEditListScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  return <OwnWorkPage>{id === null ? <OwnBulkEdits /> : <BulkEditResults key={id} id={id} />}</OwnWorkPage>
}

function OwnBulkEdits() {
  const query = useOwnBulkEdits()
  const { data } = query
  useEffect(() => {
    // The watcher keeps polling; this page shows its answers.
    if (data) watchBulkEdits(data.filter(isUnderWay).map(({ id }) => id))
  }, [data])
  return (
    <OwnWorkList
      title={t('Bulk edits')}
      query={query}
      empty={t('No bulk edits in the last 30 days. Select rows in a list and choose Edit.')}
      item={(edit, resource) => <BulkEditSummary edit={edit} resource={resource} hasLink />}
    />
  )
}
