import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { mayChange } from '../../../core/resource/city-limits.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../../ui/resource/states.tsx'
import { useSession } from '../../../core/browser/session.web.ts'
import { mayDiscardChanges } from '../../../ui/navigation.tsx'
import { ConfigurationDialog } from './configuration-dialog.tsx'
import { useConfigurations } from './manifest.web.ts'
import { ManifestPanel } from './manifest-panel.tsx'
import classes from '../geo/places.module.css'
import { useKeptDraft } from './use-map-draft.web.ts'
import { venueConfigurations } from './venue-configurations.ts'
import { venues } from './venues.ts'

/** The ways in which a venue is set up, one of them with its map and sections. */
export function ConfigurationsPanel({ venue }: { venue: AnyRecord }) {
  const { data, error, refetch } = useConfigurations(venue.id)
  const { kept, forget } = useKeptDraft(venue.id)
  const [chosen, setChosen] = useState<number | null>(kept?.id ?? null)
  const [isAdding, setAdding] = useState(false)
  /** Whether the map of the one that shows has changes that would be lost. */
  const isDirty = useRef(false)
  const [onDirty] = useState(() => (now: boolean) => void (isDirty.current = now))
  const session = useSession()
  const mayWrite = session !== null && mayChange(session.grants, venues, venue)
  const rows = data?.rows ?? []
  const shown = rows.find(({ id }) => id === chosen) ?? rows[0]
  async function choose(id: number): Promise<void> {
    if (id === shown?.id || (isDirty.current && !(await mayDiscardChanges()))) return
    isDirty.current = false
    forget()
    setChosen(id)
  }
  return (
    <section className={`${classes['panel']} ${classes['maps']}`} aria-label={t('Configurations')}>
      <div className={classes['panelHead']}>
        <h2>{t('Configurations')}</h2>
        {mayWrite && (
          <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            {t('New configuration')}
          </Button>
        )}
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Configurations')} />}
      {!data && !error && <FormSkeleton />}
      {data && rows.length === 0 && (
        <p>
          {t('This venue has no configuration yet. Performances need one, and listings are placed by its sections.')}
        </p>
      )}
      {rows.length > 0 && (
        <div className={classes['tabs']} role="group" aria-label={t('Choose a configuration')}>
          {rows.map((row) => (
            <button key={row.id} type="button" aria-pressed={row.id === shown?.id} onClick={() => void choose(row.id)}>
              {row.name}{' '}
              <small>
                {/* Most are called by their layout, which is not said twice. */}
                {[choiceLabelOf(venueConfigurations.fields.layout, row.layout)]
                  .filter((layout) => layout !== row.name)
                  .concat(formatNumber(row.capacity))
                  .join(', ')}
              </small>
            </button>
          ))}
        </div>
      )}
      {shown && (
        <ManifestPanel
          key={shown.id}
          id={shown.id}
          venue={{ id: venue.id, name: String(venue['name']) }}
          mayWrite={mayWrite}
          kept={kept?.id === shown.id ? kept : null}
          onDirty={onDirty}
        />
      )}
      {isAdding && <ConfigurationDialog venueId={venue.id} onClose={() => setAdding(false)} onSaved={setChosen} />}
    </section>
  )
}
