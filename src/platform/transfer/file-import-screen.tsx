import { Button } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './file-imports.module.css'
import type { FileImport } from './file-imports.ts'
import { applyFileImport, cancelFileImport, isAtWork, isOver } from './file-imports.ts'
import { newImportPath } from './import-paths.ts'
import { fileWords, stateWords } from './import-labels.ts'
import { MappingForm } from './mapping-form.tsx'
import { unwatchImports, watchImports } from './import-watching.web.ts'
import { importKey, ownImportsKey, useFileImport } from './own-file-imports.web.ts'
import { RowTable } from './row-table.tsx'
import { Outcome, Reports } from './import-outcome.tsx'

/** One file import: its columns, what it would do, and what it did. The server decides which step it is at. */
export function FileImportScreen() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <FormSkeleton />
        </PageFrame>
      }
    >
      <OneImport />
    </Suspense>
  )
}

function OneImport() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const resources = useResources()
  const { data: one, error, refetch } = useFileImport(id)
  useTold(one)
  if (id === null)
    return <NoSuchPage what={t('File import')} back={{ href: '/file-imports', many: t('My file imports') }} />
  if (error && !one) return <FailedPage error={error} onRetry={() => void refetch()} what={t('File import')} />
  if (!one)
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  const resource = resources.find(({ name }) => name === one.resource)
  if (!resource)
    return (
      <PageFrame>
        <p>{t('The list of this file does not exist any more.')}</p>
      </PageFrame>
    )
  return (
    <PageFrame subtitle={one.fileName}>
      <Steps one={one} resource={resource} />
    </PageFrame>
  )
}

/** Refreshes the list once an import has been applied; an import at work is reported on every page. */
function useTold(one: FileImport | undefined): void {
  const queries = useQueryClient()
  const before = useRef<FileImport['state'] | null>(null)
  const { id, state, resource } = one ?? {}
  useEffect(() => {
    if (id === undefined || state === undefined) return
    if (isAtWork({ state })) void watch(queries, id, state)
    else unwatchImports([id])
    if (before.current === 'applying' && state !== 'applying') void queries.invalidateQueries({ queryKey: [resource] })
    before.current = state
  }, [id, state, resource, queries])
}

/** A cached answer would say that the import is over, so the cached state is corrected first. */
async function watch(queries: QueryClient, id: number, state: FileImport['state']): Promise<void> {
  await queries.cancelQueries({ queryKey: ownImportsKey, exact: true })
  const known = queries.getQueryData<readonly FileImport[]>(ownImportsKey)
  if (known?.some((one) => one.id === id))
    queries.setQueryData(
      ownImportsKey,
      known.map((one) => (one.id === id ? { ...one, state } : one)),
    )
  else queries.removeQueries({ queryKey: ownImportsKey, exact: true })
  watchImports([id])
}

function Steps({ one, resource }: { one: FileImport; resource: AnyResource }) {
  const [isMapping, setMapping] = useState(false)
  const queries = useQueryClient()
  const update = (next: FileImport) => {
    queries.setQueryData(importKey(one.id), next)
    void queries.invalidateQueries({ queryKey: ownImportsKey, exact: true })
    setMapping(false)
  }
  const isAsking = one.state === 'read' || (one.state === 'checked' && isMapping)
  return (
    <div className={classes['stack']}>
      <div>
        <p>
          <strong>{t(resource.label[1])}</strong>
          {one.rowsTotal > 0 && <>. {fileWords(one)}</>}
        </p>
        <p
          className={one.state === 'failed' || one.error !== null ? classes['problem'] : classes['hint']}
          role="status"
        >
          {stateWords(one)}
        </p>
      </div>
      {isAtWork(one) && <Working one={one} />}
      {isAsking && <MappingForm one={one} resource={resource} onChecked={update} />}
      {one.state === 'checked' && !isMapping && (
        <Preview one={one} resource={resource} onApplied={update} onMap={() => setMapping(true)} />
      )}
      {isOver(one) && <Outcome one={one} resource={resource} />}
      <ImportActions one={one} resource={resource} onChange={update} />
    </div>
  )
}

function Working({ one }: { one: FileImport }) {
  const { state, rowsDone, rowsTotal, toCreate, toChange } = one
  const total = state === 'applying' ? toCreate + toChange : state === 'checking' ? rowsTotal : 0
  return (
    <div>
      <progress
        className={classes['progress']}
        aria-label={t('Progress')}
        {...(total > 0 && { max: total, value: Math.min(rowsDone, total) })}
      />
      <p className={classes['hint']}>
        {total > 0
          ? t('{rowsDone} of {total} rows. You can leave this page. We’ll notify you when it is done.', {
              rowsDone: formatNumber(rowsDone),
              total: formatNumber(total),
            })
          : t('You can leave this page. We’ll notify you when it is done.')}
      </p>
    </div>
  )
}

function Preview({
  one,
  resource,
  onApplied,
  onMap,
}: {
  one: FileImport
  resource: AnyResource
  onApplied: (one: FileImport) => void
  onMap: () => void
}) {
  const apply = useCommand(applyFileImport, { refresh: [resource] })
  const { toCreate, toChange, unchanged, refused } = one
  const planned = toCreate + toChange
  const [creations, changes] = [formatNumber(toCreate), formatNumber(toChange)]
  const what =
    toCreate === 0
      ? t('Change {changes}', { changes })
      : toChange === 0
        ? t('Create {creations}', { creations })
        : t('Create {creations} and change {changes}', { creations, changes })
  return (
    <>
      {planned === 0 && refused === 0 && <p>{t('Everything in this file is already up to date.')}</p>}
      <RowTable
        one={one}
        resource={resource}
        counts={[
          ['create', toCreate],
          ['change', toChange],
          ['unchanged', unchanged],
          ['refused', refused],
        ]}
      />
      {refused > 0 && (
        <p className={classes['hint']}>
          {t('Refused rows are skipped. Fix them in the report of refused rows and import that file.')}
        </p>
      )}
      <div className={classes['buttons']}>
        {planned > 0 && (
          <Button
            loading={apply.isPending}
            onClick={() => apply.mutate({ params: { id: one.id } }, { onSuccess: onApplied })}
          >
            {what}
          </Button>
        )}
        <Button variant="default" onClick={onMap}>
          {t('Change the columns')}
        </Button>
        <Reports one={one} />
      </div>
    </>
  )
}

function ImportActions({
  one,
  resource,
  onChange,
}: {
  one: FileImport
  resource: AnyResource
  onChange: (one: FileImport) => void
}) {
  const paths = useRecordPaths()
  const cancel = useCommand(cancelFileImport)
  const list = paths(resource.name, 'list')
  return (
    <div className={classes['buttons']}>
      {!isOver(one) && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { params: { id: one.id } },
              {
                onSuccess: (next) => {
                  toast.success(t('File import cancelled'))
                  onChange(next)
                },
              },
            )
          }
        >
          {t('Cancel this import')}
        </Button>
      )}
      {list !== null && (
        <a className={classes['link']} href={list}>
          {t('Back to {many}', { many: inSentence(t(resource.label[1])) })}
        </a>
      )}
      <a className={classes['link']} href={newImportPath(resource)}>
        {t('Import another file')}
      </a>
      <a className={classes['link']} href="/file-imports">
        {t('My file imports')}
      </a>
    </div>
  )
}
