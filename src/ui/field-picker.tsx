import type { RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './field-picker.module.css'
import { t } from '../core/i18n/language.ts'
import { PopOut } from './pop-out.tsx'
import type { PopOutState } from './pop-out.web.ts'

export interface PickableField {
  readonly key: string
  readonly label: string
}

/** The fields that have what is typed in their name, those that begin with it first. */
export function matchingFields(fields: readonly PickableField[], text: string): readonly PickableField[] {
  const wanted = text.trim().toLowerCase()
  const found = fields.filter(({ label }) => label.toLowerCase().includes(wanted))
  const isFirst = ({ label }: PickableField) => label.toLowerCase().startsWith(wanted)
  return [...found.filter(isFirst), ...found.filter((field) => !isFirst(field))]
}

interface FieldPopOutProps extends PopOutState {
  readonly label: string
  readonly fields: readonly PickableField[]
  /** They are no fields but answers to what the label asks. */
  readonly isAnswer?: boolean
  onPick(key: string): void
}

/** The list of fields beside a button. */
export function FieldPopOut({ label, fields, isAnswer = false, onPick, ...state }: FieldPopOutProps) {
  return (
    <PopOut {...state} label={label} position="bottom-start" p={6}>
      <FieldPicker
        fields={fields}
        {...(isAnswer && { answersTo: label })}
        onPick={(key) => {
          state.onChange(false)
          onPick(key)
        }}
      />
    </PopOut>
  )
}

/** A list of fields that typing narrows: arrows move, Enter picks. */
export function FieldPicker({
  fields,
  answersTo,
  onPick,
}: {
  fields: readonly PickableField[]
  /** What they answer, where they are no fields. */
  answersTo?: string
  onPick: (key: string) => void
}) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const found = matchingFields(fields, text)
  const active = Math.min(at, found.length - 1)
  useEffect(() => {
    input.current?.focus()
  }, [])
  useEffect(() => {
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (active + 1) % found.length,
    ArrowUp: (active + found.length - 1) % found.length,
    Home: 0,
    End: found.length - 1,
  }
  return (
    <div className={classes['picker']}>
      <input
        ref={input}
        className={classes['pickerInput']}
        role="combobox"
        aria-label={answersTo ?? t('Field')}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${found[active]?.key}` : undefined}
        placeholder={answersTo === undefined ? t('Find a field') : t('Search')}
        autoComplete="off"
        data-autofocus=""
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const next = moves[event.key]
          const chosen = found[active]
          if (next === undefined && event.key !== 'Enter') return
          event.preventDefault()
          if (event.key === 'Enter' && chosen) onPick(chosen.key)
          else if (next !== undefined && found.length > 0) setAt(next)
        }}
      />
      {found.length === 0 ? (
        <p className={classes['hint']} role="status">
          {answersTo === undefined ? t('Field not found.') : t('No matches')}
        </p>
      ) : (
        <Options {...{ list, id, active, onPick }} fields={found} label={answersTo ?? t('Fields')} />
      )}
    </div>
  )
}

interface OptionsProps {
  list: RefObject<HTMLUListElement | null>
  id: string
  label: string
  fields: readonly PickableField[]
  active: number
  onPick: (key: string) => void
}

/** Keys reach the options through the input, which keeps the focus. */
function Options({ list, id, label, fields, active, onPick }: OptionsProps) {
  return (
    <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes['pickerList']}>
      {fields.map((field, index) => (
        <li
          key={field.key}
          id={`${id}-${field.key}`}
          role="option"
          aria-selected={index === active}
          className={classes['pickerOption']}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(field.key)}
        >
          {field.label}
        </li>
      ))}
    </ul>
  )
}
