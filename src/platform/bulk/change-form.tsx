import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { labelOf } from '../../core/resource/fields.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { OwnInputs } from '../../ui/resource/form-parts.tsx'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { initialValue } from '../../core/resource/value-schemas.ts'
import { FieldPicker } from '../../ui/field-picker.tsx'
import classes from './bulk-edits.module.css'
import type { BulkChange, ChangeMode } from './changes.ts'
import { bulkFields, changeModesOf } from './changes.ts'

/** One field to change, with its current value in the form. */
export interface Part {
  readonly key: string
  readonly mode: ChangeMode
  readonly value: unknown
}

const modeWords: Readonly<Record<ChangeMode, string>> = {
  set: msg('Set to'),
  clear: msg('Clear'),
  add: msg('Add'),
  remove: msg('Remove'),
}
const replace = msg('Replace with')

function blankOf(field: AnyField, mode: ChangeMode): unknown {
  if (mode === 'add' || mode === 'remove') return []
  // What new records begin with means nothing to those that are there.
  return 'initial' in field && !Array.isArray(field.initial) && field.kind !== 'boolean' ? null : initialValue(field)
}

/** What the parts ask for, as it travels. */
export function changeOf(parts: readonly Part[]): BulkChange {
  return Object.fromEntries(
    parts.map(({ key, mode, value }) => {
      if (mode === 'add') return [key, { add: value as readonly unknown[] }]
      if (mode === 'remove') return [key, { remove: value as readonly unknown[] }]
      return [key, { set: mode === 'clear' ? (Array.isArray(value) ? [] : null) : value }]
    }),
  )
}

interface ChangeFormProps {
  readonly of: AnyResource
  readonly parts: readonly Part[]
  readonly problems: Readonly<Record<string, string>>
  readonly inputs?: OwnInputs | undefined
  onChange(parts: readonly Part[]): void
  onPreview(): void
  onClose(): void
}

/** Which fields become what. Nothing is sent before the preview. */
export function ChangeForm({ of: resource, parts, problems, inputs, onChange, onPreview, onClose }: ChangeFormProps) {
  const [isPicking, setPicking] = useState(parts.length === 0)
  const form = useRef<HTMLFormElement>(null)
  const fields = bulkFields(resource)
  const left = fields.filter(([key]) => !parts.some((part) => part.key === key))
  const last = parts.at(-1)?.key
  useFocusOnValue(form, isPicking ? undefined : last)
  const draft = Object.fromEntries(parts.map(({ key, value }) => [key, value]))
  const update = (key: string, next: Partial<Part>) =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...next } : part)))

  return (
    <form
      ref={form}
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (parts.length > 0) onPreview()
      }}
      onKeyDown={submitOnControlEnter}
    >
      {parts.map((part) => {
        const field = resource.fields[part.key]
        return (
          field && (
            <PartEditor
              key={part.key}
              field={field}
              part={part}
              draft={draft}
              problems={problems}
              own={inputs?.[part.key]}
              onChange={(next) => update(part.key, next)}
              onRemove={() => {
                onChange(parts.filter(({ key }) => key !== part.key))
                if (parts.length === 1) setPicking(true)
              }}
            />
          )
        )
      })}
      {problems[''] && (
        <p role="alert" className={classes['problem']}>
          {problems['']}
        </p>
      )}
      {isPicking ? (
        <FieldPicker
          fields={left.map(([key, field]) => ({ key, label: labelOf(key, field) }))}
          onPick={(key) => {
            const field = resource.fields[key]
            const [mode = 'set'] = field ? changeModesOf(field) : []
            setPicking(false)
            if (field) onChange([...parts, { key, mode, value: blankOf(field, mode) }])
          }}
        />
      ) : (
        left.length > 0 && (
          <div>
            <Button variant="subtle" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setPicking(true)}>
              {t('Another field')}
            </Button>
          </div>
        )
      )}
      <div className={classes['buttons']}>
        <a href="/bulk-edits" className={`${classes['link']} ${classes['left']}`}>
          {t('My bulk edits')}
        </a>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={parts.length === 0} title={t('Ctrl+Enter')}>
          {t('Preview')}
        </Button>
      </div>
    </form>
  )
}

/** The value is what people come for; how it is meant is one step back by Tab. */
function useFocusOnValue(form: RefObject<HTMLFormElement | null>, key: string | undefined): void {
  useEffect(() => {
    if (key !== undefined)
      form.current
        ?.querySelector<HTMLElement>(
          `[data-part="${key}"] :is(input:not([type=hidden]), textarea, [data-value] select)`,
        )
        ?.focus()
  }, [form, key])
}

/** Enter alone is taken by lists and menus of values. */
function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const form = event.currentTarget
  // A word that is still being typed counts: inputs of several take it over when they are left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  setTimeout(() => form.requestSubmit())
}

function PartEditor({
  field,
  part: { key, mode, value },
  draft,
  problems,
  own: Own,
  onChange,
  onRemove,
}: {
  field: AnyField
  part: Part
  draft: Readonly<Record<string, unknown>>
  problems: Readonly<Record<string, string>>
  own: OwnInput | undefined
  onChange: (next: Partial<Part>) => void
  onRemove: () => void
}) {
  const modes = changeModesOf(field)
  const label = labelOf(key, field)
  const input: InputProps = {
    name: key,
    value,
    draft,
    error: problems[key],
    errors: problems,
    readOnly: false,
    record: null,
    onChange: (next) => onChange({ value: next }),
  }
  const wordsOf = (one: ChangeMode) => t(one === 'set' && modes.includes('add') ? replace : modeWords[one])
  return (
    <fieldset className={classes['part']} data-part={key} aria-label={label}>
      <div className={classes['partHead']}>
        {modes.length > 1 ? (
          <NativeSelect
            aria-label={t('How to change {label}', { label })}
            value={mode}
            data={modes.map((one) => ({ value: one, label: wordsOf(one) }))}
            onChange={(event) => {
              const next = event.currentTarget.value as ChangeMode
              // Adding, removing and replacing are about the same values.
              onChange({
                mode: next,
                ...(next !== 'clear' && mode === 'clear' && !Array.isArray(value) && { value: blankOf(field, next) }),
              })
            }}
          />
        ) : (
          <strong>{t(modeWords.set)}</strong>
        )}
        <CloseButton aria-label={t('Keep {label}', { label })} onClick={onRemove} />
      </div>
      {mode === 'clear' ? (
        <p className={classes['hint']}>{t('{label} will be empty.', { label })}</p>
      ) : (
        <div data-value="">{Own ? <Own field={field} {...input} /> : inputOf(field, input)}</div>
      )}
      {mode === 'clear' && problems[key] && (
        <p role="alert" className={classes['problem']}>
          {problems[key]}
        </p>
      )}
    </fieldset>
  )
}
