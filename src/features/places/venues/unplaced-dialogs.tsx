import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { useRecord, useSave } from '../../../ui/resource/client.web.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { sectionKey } from './listing-sections.ts'
import { useManifest } from './manifest.web.ts'
import type { MapCoverage } from './map-coverage.ts'
import { refreshMapCoverage } from './map-coverage.web.ts'
import classes from '../geo/places.module.css'
import { SectionDialog } from './section-dialog.tsx'
import { venues } from './venues.ts'

/** A provider's name for a section that no map has, and the maps that were searched. */
export type Unplaced = Pick<MapCoverage['sections'][number], 'section' | 'configurations'>

interface UnplacedDialogProps {
  readonly venueId: number
  readonly unplaced: Unplaced
  readonly onClose: () => void
}

interface ConfigurationSelectProps {
  readonly of: Unplaced['configurations']
  readonly value: number
  readonly onChange: (id: number) => void
}

/** Renders nothing if there is only one. */
function ConfigurationSelect({ of, value, onChange }: ConfigurationSelectProps) {
  if (of.length < 2) return null
  return (
    <NativeSelect
      label={t('Configuration')}
      value={String(value)}
      data={of.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

/** Makes a section of what a provider calls one. */
export function AddSectionDialog({
  venueId,
  unplaced: { section: words, configurations },
  onClose,
}: UnplacedDialogProps) {
  const [id, setId] = useState(configurations[0]?.id ?? 0)
  const { data, publish } = useManifest(id, venueId)
  return (
    <SectionDialog
      section={null}
      name={words}
      onClose={onClose}
      above={<ConfigurationSelect of={configurations} value={id} onChange={setId} />}
      onSave={async (section) =>
        data
          ? await publish({ sections: [...data.sections, section] })
          : t('The manifest is still on its way: try again in a moment.')
      }
    />
  )
}

/** Lets a staff member choose which section of the map a provider means. The venue uses that answer from then on. */
export function MapToDialog({ venueId, unplaced: { section: words, configurations }, onClose }: UnplacedDialogProps) {
  const queries = useQueryClient()
  const [id, setId] = useState(configurations[0]?.id ?? 0)
  const { data: manifest } = useManifest(id, venueId)
  const { data: venue, refetch } = useRecord(venues, venueId)
  const save = useSave(venues)
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const names = (manifest?.sections ?? []).map(({ name }) => name)

  async function submit(): Promise<void> {
    if (!venue) return
    if (chosen === '') return setProblem(t('Choose the section that is meant.'))
    const others = venue.sectionSpellings.filter(({ spelling }) => sectionKey(spelling) !== sectionKey(words))
    try {
      await save.mutateAsync({
        current: venue,
        draft: { sectionSpellings: [...others, { spelling: words, section: chosen }] },
      })
      await refreshMapCoverage(queries, venueId)
      toast.success(t('{words} means {section} from now on', { words, section: chosen }))
      onClose()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      if (failure.status === 412) await refetch()
      setProblem(listOf(Object.values(failure.body.fields ?? { '': failure.message })))
    }
  }

  return (
    <Dialog title={t('Map {words} to a section', { words })} onClose={onClose}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t(
            'The venue keeps this as a rewrite rule, so that later listings with this spelling are placed too. Its rules are changed in its form.',
          )}
        </p>
        <ConfigurationSelect
          of={configurations}
          value={id}
          onChange={(next) => {
            setId(next)
            setChosen('')
          }}
        />
        <NativeSelect
          label={t('Section')}
          withAsterisk
          value={chosen}
          disabled={!manifest}
          data={[{ value: '', label: t('Choose a section') }, ...names]}
          onChange={(event) => {
            setProblem(null)
            setChosen(event.currentTarget.value)
          }}
        />
        {manifest && names.length === 0 && (
          <p className={classes['problem']}>{t('This configuration has no manifest: add a section instead.')}</p>
        )}
        {problem !== null && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!venue || !manifest}>
            {t('Map')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
