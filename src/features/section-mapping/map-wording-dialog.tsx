import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAnswer, useSave } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { readManifest } from '../places/venues/manifest.ts'
import type { MapWordingProps } from '../places/venues/map-wording.ts'
import classes from './section-mapping.module.css'
import { rewriteRules } from './rewrite-rules.ts'

/** Lets staff choose which section a provider means. A rule of the configuration remembers it. */
export function MapWordingDialog({ wording, configurations, onClose, onMapped }: MapWordingProps) {
  const [id, setId] = useState(configurations[0]?.id ?? 0)
  const { data: manifest } = useAnswer(readManifest, { params: { id } })
  const save = useSave(rewriteRules)
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const names = (manifest?.sections ?? []).map(({ name }) => name)

  async function submit(): Promise<void> {
    if (chosen === '') return setProblem(t('Choose the section.'))
    try {
      await save.mutateAsync({ current: null, draft: ruleFor(id, wording, chosen) })
      onMapped()
      toast.success(t('{words} means {section} from now on', { words: wording, section: chosen }))
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest)
        setProblem(listOf(Object.values(failure.body.fields ?? { '': failure.message })))
    }
  }

  return (
    <Dialog title={t('Map {words} to a section', { words: wording })} onClose={onClose} isBusy={save.isPending}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{t('This saves a rewrite rule, so later listings with this wording are placed too.')}</p>
        {configurations.length > 1 && (
          <NativeSelect
            label={t('Configuration')}
            value={String(id)}
            data={configurations.map((one) => ({ value: String(one.id), label: one.name }))}
            onChange={(event) => {
              setId(Number(event.currentTarget.value))
              setChosen('')
            }}
          />
        )}
        <SectionSelect
          names={names}
          value={chosen}
          disabled={!manifest}
          onChange={(name) => {
            setProblem(null)
            setChosen(name)
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
          <Button type="submit" loading={save.isPending} disabled={!manifest}>
            {t('Map')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The rule that remembers what was chosen. */
const ruleFor = (venueConfigurationId: number, pattern: string, replacement: string) =>
  ({
    scope: 'configuration',
    venueConfigurationId,
    field: 'section',
    match: 'exact',
    pattern,
    action: 'replace',
    replacement,
    isEnabled: true,
  }) as const

interface SectionSelectProps {
  readonly names: readonly string[]
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (name: string) => void
}

function SectionSelect({ names, value, disabled, onChange }: SectionSelectProps) {
  return (
    <NativeSelect
      label={t('Section')}
      withAsterisk
      value={value}
      disabled={disabled}
      data={[{ value: '', label: t('Choose a section') }, ...names]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
