import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { useManifest } from './manifest.web.ts'
import type { MapCoverage } from './map-coverage.ts'
import { SectionDialog } from './section-dialog.tsx'

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
