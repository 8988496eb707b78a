import { Button } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { mayChange } from '../../core/resource/city-limits.ts'
import { formatDayOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useSession } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { recordIdIn } from '../../core/record-id.ts'
import { confirmBox, alertBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { Merge } from './merges.ts'
import { listMergesEndpoint, undoMergeEndpoint } from './merges.ts'
import classes from './merges.module.css'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

/**
 * What was merged into a record, and the way to merge another one into it, which `merge` in the address can name. Empty
 * for kinds that are never merged.
 */
export function MergePanel({ of: resource, record }: RecordPartProps) {
  return resource.isMergeable ? <Merges of={resource} record={record} /> : null
}

function Merges({ of: resource, record }: Pick<RecordPartProps, 'of' | 'record'>) {
  const [isOpen, setOpen] = useState(false)
  const [{ merge: named }, setQuery] = useRouteQuery()
  const from = recordIdIn(named)
  const session = useSession()
  const listing = useMemo(() => listMergesEndpoint(resource), [resource])
  const { data, refetch } = useAnswer(listing, { params: { id: record.id } })
  const mayWrite = session !== null && mayChange(session.grants, resource, record)
  const merges = data?.merges ?? []
  if (!mayWrite && merges.length === 0) return null
  const one = inSentence(t(resource.label[0]))
  return (
    <section className={classes['panel']} aria-label={t('Merges')}>
      <h2>{t('Merges')}</h2>
      {merges.length === 0 ? (
        <p>
          {t('Is another {one} the same? Merging moves everything from it here, and its id and URLs redirect here.', {
            one,
          })}
        </p>
      ) : (
        <ul>
          {merges.map((merge) => (
            <Merged
              key={merge.id}
              of={resource}
              into={record.id}
              merge={merge}
              mayWrite={mayWrite}
              onUndone={() => void refetch()}
            />
          ))}
        </ul>
      )}
      {mayWrite && (
        <Button variant="default" leftSection={<IconGitMerge size={15} aria-hidden />} onClick={() => setOpen(true)}>
          {t('Merge another into this')}
        </Button>
      )}
      {mayWrite && (isOpen || from !== null) && (
        <Suspense>
          <MergeDialog
            of={resource}
            record={record}
            {...(from !== null && { from })}
            onDone={() => void refetch()}
            onClose={() => {
              setOpen(false)
              if (named !== undefined) setQuery({ merge: null })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

interface MergedProps {
  readonly of: AnyResource
  readonly into: number
  readonly merge: Merge
  readonly mayWrite: boolean
  readonly onUndone: () => void
}

function Merged({ of: resource, into, merge, mayWrite, onUndone }: MergedProps) {
  const endpoint = useMemo(() => undoMergeEndpoint(resource), [resource])
  const refresh = useMemo(() => [resource], [resource])
  const undo = useCommand(endpoint, { refresh, quiet: [409] })
  const { duplicateTitle: title, status, moved, by, at, undoUntil, canUndo } = merge

  async function ask(): Promise<void> {
    const { action } = await confirmBox(
      t(
        '{title} comes back under its own id, and {n, plural, one {# reference goes} other {# references go}} back to it.',
        { title, n: moved },
      ),
      t('Unmerge {title}?', { title }),
      { confirmText: t('Undo the merge') },
    )
    if (action !== 'confirm') return
    try {
      await undo.mutateAsync({ params: { id: into, merge: merge.id } })
      toast.success(t('{title} is back', { title }))
      onUndone()
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 409)
        await alertBox(failure.message, t('{title} cannot come back', { title }), { type: 'warning' })
    }
  }

  return (
    <li>
      <strong>{title}</strong>{' '}
      {status === 'undone'
        ? t('was merged, then unmerged')
        : status === 'moving'
          ? t('is being merged: {n} moved so far', { n: moved })
          : status === 'undoing'
            ? t('is being taken out')
            : t('by {name} on {day}', { name: by, day: formatDayOf(at) })}
      {canUndo && mayWrite && (
        <div className={classes['row']}>
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            aria-label={t('Undo the merge of {title}', { title })}
            onClick={() => void ask()}
          >
            {t('Undo')}
          </Button>
          <small>{t('until {day}', { day: formatDayOf(undoUntil) })}</small>
        </div>
      )}
    </li>
  )
}
