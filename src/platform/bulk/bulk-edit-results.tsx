import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { OwnWorkItem } from '../../ui/resource/own-work-list.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { BulkEditSummary } from './bulk-edit-summary.tsx'
import type { BulkResult, Outcome } from './bulk-edits.ts'
import { listBulkResults, readBulkEdit } from './bulk-edits.ts'
import classes from './bulk-edits.module.css'
import { doneWords } from './bulk-labels.ts'
import { useOwnBulkEdits, useSeesResults } from './own-bulk-edits.web.ts'

interface Page {
  readonly results: readonly BulkResult[]
  readonly next: number | null
}

/** One bulk edit with the outcome for each of its records. */
export function BulkEditResults({ id }: { id: number }) {
  const resources = useResources()
  const { data: read, error, refetch } = useAnswer(readBulkEdit, { params: { id }, quiet: [404] })
  // One's own are asked about again while they are under way.
  const { data: own } = useOwnBulkEdits()
  if (error && !read) return <Failure error={error} onRetry={() => void refetch()} what={t('Bulk edit')} />
  if (!read) return <FormSkeleton />
  const edit = own?.find((one) => one.id === id) ?? read
  const resource = resources.find(({ name }) => name === edit.resource)
  return (
    <>
      <p>
        <a className={classes['link']} href="/bulk-edits">
          {t('All my bulk edits')}
        </a>
      </p>
      <OwnWorkItem>
        <BulkEditSummary edit={edit} resource={resource} />
      </OwnWorkItem>
      <Results
        id={id}
        resource={edit.resource}
        doneAs={doneWords(resource, edit.action)}
        version={edit.changed + edit.unchanged + edit.refused}
      />
    </>
  )
}

function Results({ id, resource, doneAs, version }: { id: number; resource: string; doneAs: string; version: number }) {
  const paths = useRecordPaths()
  const seesResults = useSeesResults(resource)
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const words: Readonly<Record<Outcome, string>> = { changed: doneAs, unchanged: t('unchanged'), refused: t('refused') }
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [readBulkEdit.path, id, 'results', outcome, version],
    initialPageParam: 0,
    enabled: seesResults,
    queryFn: async ({ signal, pageParam }) =>
      (
        await http.request('GET', pathOf(listBulkResults, { id }), {
          signal,
          params: { ...(outcome !== '' && { outcome }), after: String(pageParam) },
        })
      ).data as Page,
    getNextPageParam: (page) => page.next ?? undefined,
  })
  if (!seesResults) return <p className={classes['hint']}>{t('You can no longer see these records.')}</p>
  const results = (data?.pages ?? []).flatMap((page) => page.results)
  return (
    <>
      <div className={classes['tools']}>
        <NativeSelect
          label={t('Show')}
          value={outcome}
          onChange={(event) => setOutcome(event.currentTarget.value as Outcome | '')}
          data={[
            { value: '', label: t('Every record') },
            ...Object.entries(words).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      {data && results.length === 0 && <p className={classes['hint']}>{t('No records.')}</p>}
      {results.length > 0 && (
        <div className={classes['wide']} role="group" tabIndex={0} aria-label={t('Results')}>
          <table className={classes['table']} aria-label={t('Results')}>
            <thead>
              <tr>
                <th scope="col">{t('Record')}</th>
                <th scope="col">{t('Outcome')}</th>
                <th scope="col">{t('Reason')}</th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ recordId, title, outcome: how, reason }) => {
                const path = paths(resource, 'update', recordId)
                return (
                  <tr key={recordId}>
                    <td>
                      {path ? (
                        <a className={classes['link']} href={path}>
                          {title}
                        </a>
                      ) : (
                        title
                      )}
                    </td>
                    <td>{words[how]}</td>
                    <td>{reason}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <div className={classes['tools']}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </>
  )
}
