import { NumberInput, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { SavedView } from '../../core/list/saved-views.ts'
import type { ListViews } from '../../ui/resource/saved-views.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { sendView } from './view-changes.web.ts'
import { AskDialog } from './view-dialogs.tsx'
import classes from './views-control.module.css'

interface WatchDialogProps {
  view: SavedView
  views: ListViews
  /** The list's permanent filter. */
  where: Filter
  onClose: () => void
}

const usualThreshold = 10

/** Asks what about a view is news. */
export function WatchDialog({ view, views, where, onClose }: WatchDialogProps) {
  const { watch } = view
  const [mode, setMode] = useState(watch === null ? 'new' : watch.threshold === null ? 'new' : 'more')
  const [threshold, setThreshold] = useState<number | string>(watch?.threshold ?? usualThreshold)

  async function save(): Promise<void> {
    const path = `/${view.id}/watch`
    const within = Object.keys(where).length > 0 ? { within: JSON.stringify(where) } : {}
    const saved =
      mode === 'off'
        ? await sendView('DELETE', path, undefined)
        : await sendView('PUT', path, { threshold: mode === 'more' ? Number(threshold) : null, ...within })
    await views.refresh(saved)
    toast.success(
      mode === 'off' ? t('No longer watching {name}', { name: view.name }) : t('Watching {name}', { name: view.name }),
    )
  }

  return (
    <AskDialog title={t('Watch {name}', { name: view.name })} submit={t('Save')} onSubmit={save} onClose={onClose}>
      {(problems) => (
        <>
          <Radio.Group label={t('Notify me when there are')} value={mode} onChange={setMode}>
            <div className={classes['roles']}>
              <Radio value="new" label={t('New records')} data-autofocus={mode === 'new' || undefined} />
              <Radio value="more" label={t('More than a set number of rows')} />
              {watch !== null && <Radio value="off" label={t('Stop watching')} />}
            </div>
          </Radio.Group>
          {mode === 'more' && (
            <NumberInput
              label={t('More rows than')}
              min={0}
              max={1_000}
              allowDecimal={false}
              allowNegative={false}
              value={threshold}
              onChange={setThreshold}
              error={problems['threshold']}
            />
          )}
          <p className={classes['hint']}>
            {t('Checked about every 10 minutes. Notifications go to your inbox. Turn on email in the bell’s settings.')}
          </p>
        </>
      )}
    </AskDialog>
  )
}
