import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Manifest } from './manifest.ts'
import type { Publish } from './manifest.web.ts'
import type { MapCoverage } from './map-coverage.ts'
import type { Selection } from './section-selection.ts'
import own from './venue-map.module.css'

const ChangeSectionsDialog = lazy(async () => ({
  default: (await import('./selection-dialogs.tsx')).ChangeSectionsDialog,
}))
const DeleteSectionsDialog = lazy(async () => ({
  default: (await import('./selection-dialogs.tsx')).DeleteSectionsDialog,
}))

interface SelectionBarProps {
  readonly manifest: Manifest
  readonly selection: Selection
  readonly coverage: MapCoverage | undefined
  readonly mayWrite: boolean
  readonly publish: Publish
  /** While the map is edited: what is done to its draft, which can be undone, without a question. */
  readonly draft?: { readonly onRename: () => void; readonly onDelete: () => void }
  readonly onShow: () => void
  readonly onClear: () => void
}

/** What is selected, and what one can do with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { manifest, selection, coverage, mayWrite, publish, draft, onShow, onClear } = props
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null)
  const chosen = manifest.sections.filter(({ code }) => selection.has(code))
  const seats = chosen.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0)
  const verb = draft ? t('Apply') : t('Publish')
  const parts = { manifest, selection, coverage, publish, verb, onClose: () => setDialog(null) }
  return (
    <div className={own['bar']} role="group" aria-label={t('Selected sections')}>
      <p role="status">
        {chosen.length === 1
          ? t('Selected: {name}', { name: chosen[0]?.name ?? '' })
          : t('{n, plural, one {# section selected} other {# sections selected}}', { n: chosen.length })}
        {seats > 0 && ` · ${t('{seats} seats', { seats: formatNumber(seats) })}`}
      </p>
      <Button size="compact-sm" variant="default" onClick={onShow}>
        {t('Show on map')}
      </Button>
      {draft && chosen.length === 1 && (
        <Button size="compact-sm" variant="default" onClick={draft.onRename}>
          {t('Rename…')}
        </Button>
      )}
      {mayWrite && (
        <Button size="compact-sm" variant="default" onClick={() => setDialog('change')}>
          {t('Change…')}
        </Button>
      )}
      {mayWrite && (
        <Button size="compact-sm" variant="default" onClick={draft ? draft.onDelete : () => setDialog('delete')}>
          {draft ? t('Delete') : t('Delete…')}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('Clear selection')}
      </Button>
      <Suspense>
        {dialog === 'change' && <ChangeSectionsDialog {...parts} />}
        {dialog === 'delete' && <DeleteSectionsDialog {...parts} />}
      </Suspense>
    </div>
  )
}
