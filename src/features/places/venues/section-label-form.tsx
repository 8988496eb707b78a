import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { slugOf } from '../geo/place-names.ts'
import own from './map-editor.module.css'

export interface SectionLabel {
  readonly name: string
  readonly code: string
  readonly zone: string | null
}

interface SectionLabelFormProps {
  readonly title: string
  readonly label: SectionLabel
  readonly zones: readonly string[]
  readonly verb: string
  /** Whether it is where lines end, because the section is where they begin. */
  readonly isAtEnd: boolean
  readonly onCancel: () => void
  /** Answers with what was wrong, or null. */
  readonly onDone: (label: SectionLabel) => string | null
}

/** Name, id and zone of a section, on the map where it is drawn or renamed. */
export function SectionLabelForm({ title, label, zones, verb, isAtEnd, onCancel, onDone }: SectionLabelFormProps) {
  const [typed, setTyped] = useState({ ...label, zone: label.zone ?? '' })
  const [problem, setProblem] = useState<string | null>(null)
  const list = useId()
  const set = (change: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...change }))
  function done(): void {
    const name = typed.name.trim()
    if (name === '') return setProblem(t('Enter a name.'))
    const code = typed.code.trim() || slugOf(name).slice(0, 64)
    setProblem(onDone({ name, code, zone: typed.zone.trim() || null }))
  }
  return (
    <form
      noValidate
      className={own['label']}
      data-at-end={isAtEnd}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        done()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
      }}
    >
      <h3>{title}</h3>
      <TextInput
        label={t('Name')}
        size="xs"
        maxLength={120}
        autoFocus
        value={typed.name}
        error={problem}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Id on the map')}
        size="xs"
        maxLength={64}
        placeholder={slugOf(typed.name).slice(0, 64)}
        value={typed.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <TextInput
        label={t('Zone')}
        size="xs"
        maxLength={80}
        list={list}
        value={typed.zone}
        onChange={(event) => set({ zone: event.currentTarget.value })}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <div>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button size="compact-sm" type="submit">
          {verb}
        </Button>
      </div>
    </form>
  )
}
