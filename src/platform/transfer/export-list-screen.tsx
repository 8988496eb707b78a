import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { knownFilter } from '../../core/list/saved-views.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { OwnWorkList, OwnWorkPage } from '../../ui/resource/own-work-list.tsx'
import { useQuestionWords } from '../../ui/resource/question-labels.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { rich } from '../../ui/rich.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { useQueryClient } from '@tanstack/react-query'
import { sizeWords } from './export-labels.ts'
import { unwatchExports, watchExports } from './export-watch.web.ts'
import type { Export } from './exports.ts'
import { cancelExport, isUnderWay } from './exports.ts'
import { ownExportsKey, saveFile, useOwnExports } from './own-exports.web.ts'
import classes from './exports.module.css'

/** The user's own exports of the last days: their progress, their contents, and the file while it is kept. */
export function ExportListScreen() {
  return (
    <OwnWorkPage>
      <OwnExports />
    </OwnWorkPage>
  )
}

function OwnExports() {
  const query = useOwnExports()
  const { data } = query
  useEffect(() => {
    // The watcher keeps polling; this page shows its answers.
    if (data) watchExports(data.filter(isUnderWay).map(({ id }) => id))
  }, [data])
  return (
    <OwnWorkList
      title={t('Exports')}
      query={query}
      empty={t('No exports in the last 7 days. Choose Export above a list.')}
      item={(one, resource) => <Item one={one} resource={resource} />}
    />
  )
}

function Item({ one, resource }: { one: Export; resource: AnyResource | undefined }) {
  const name = resource ? t(resource.label[1]) : one.resource
  return (
    <>
      <div>
        <h2>
          {name}, {one.format === 'csv' ? 'CSV' : 'Excel'}
        </h2>
        {resource && <Question one={one} resource={resource} />}
        <State one={one} />
      </div>
      <Commands one={one} object={resource?.access.object ?? ''} />
    </>
  )
}

function Question({ one, resource }: { one: Export; resource: AnyResource }) {
  const words = useQuestionWords(resource, {
    filter: knownFilter(resource, one.filter ?? undefined).filter,
    q: one.q ?? '',
    sort: one.sort,
  })
  const { length } = one.columns
  return (
    <p className={classes['hint']}>
      {words} {t('{n, plural, one {One column.} other {# columns.}}', { n: length })}
    </p>
  )
}

function State({ one }: { one: Export }) {
  const { state, rowsDone, rowsTotal, bytes, error, createdAt, expiresAt } = one
  const rows =
    isUnderWay(one) && rowsTotal !== null
      ? t('{done} of {n, plural, one {# row} other {# rows}}', { done: formatNumber(rowsDone), n: rowsTotal })
      : t('{n, plural, one {# row} other {# rows}}', { n: rowsDone })
  const asked = <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
  if (state === 'failed')
    return (
      <p className={classes['problem']}>
        {t('Failed: {error}', { error: error ?? '' })}{' '}
        <span className={classes['hint']}>{rich('Requested {asked}.', { asked })}</span>
      </p>
    )
  if (state === 'cancelled')
    return <p className={classes['hint']}>{rich('Cancelled after {rows}. Requested {asked}.', { rows, asked })}</p>
  if (state === 'done') {
    return (
      <p className={classes['hint']}>
        {rich('{rows}, {sizeWords}. Requested {asked}, kept until {expiresAt}.', {
          rows,
          sizeWords: sizeWords(bytes),
          asked,
          expiresAt: <time dateTime={expiresAt}>{formatInstant(expiresAt)}</time>,
        })}
      </p>
    )
  }
  return (
    <>
      <progress
        className={classes['progress']}
        aria-label={t('Progress')}
        {...(rowsTotal !== null && { max: Math.max(rowsTotal, 1), value: Math.min(rowsDone, rowsTotal) })}
      />
      <p className={classes['hint']}>
        {state === 'queued' ? t('Waiting for its turn.') : t('{rows} so far.', { rows })}{' '}
        {rich('Requested {asked}.', { asked })}
      </p>
    </>
  )
}

function Commands({ one, object }: { one: Export; object: string }) {
  const may = useMay()
  const queries = useQueryClient()
  const cancel = useCommand(cancelExport)
  const [isSaving, setSaving] = useState(false)

  async function save(): Promise<void> {
    setSaving(true)
    await saveFile(one).catch(() => {})
    setSaving(false)
  }

  if (isUnderWay(one)) {
    return (
      <Button
        variant="default"
        aria-label={t('Cancel {fileName}', { fileName: one.fileName })}
        loading={cancel.isPending}
        onClick={() =>
          cancel.mutate(
            { params: { id: one.id } },
            {
              onSuccess: () => {
                unwatchExports([one.id])
                toast.success(t('Export cancelled'))
              },
              onSettled: () => void queries.invalidateQueries({ queryKey: ownExportsKey }),
            },
          )
        }
      >
        {t('Cancel')}
      </Button>
    )
  }
  if (one.state !== 'done') return null
  // The permission to export can have been revoked since.
  if (!may('export', object) || !may('ui', object))
    return <p className={classes['hint']}>{t('You can no longer export these.')}</p>
  return (
    <Button
      variant="default"
      aria-label={t('Download {fileName}', { fileName: one.fileName })}
      loading={isSaving}
      onClick={() => void save()}
    >
      {t('Download')}
    </Button>
  )
}
