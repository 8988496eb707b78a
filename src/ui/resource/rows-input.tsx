import { ActionIcon, Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useRef } from 'react'
import type { AnyField, FieldOf } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { initialValue } from '../../core/resource/value-schemas.ts'
import type { InputProps } from './input-props.ts'
import classes from './form.module.css'

type Row = Readonly<Record<string, unknown>>

interface RowsInputProps extends InputProps {
  field: FieldOf['rows']
  /** The input for a field inside a row. Passed in, because a row's fields can be of any kind. */
  inputOf: (field: AnyField, props: InputProps) => ReactNode
  /** What adds a row, where that has a name of its own. */
  addLabel?: string
}

/** A short list of sub-rows, each field with its own label and error. */
export function RowsInput(props: RowsInputProps) {
  const { field } = props
  const rows = rowsOf(props)
  const label = labelOf(props.name.split('.').at(-1) ?? props.name, field)
  const id = `field-${props.name.replaceAll('.', '-')}`
  const place = useRef<HTMLFieldSetElement>(null)
  const changes = rowChanges(props, place)
  return (
    <fieldset
      className={classes['rows']}
      aria-describedby={props.error ? `${id}-error` : undefined}
      id={id}
      tabIndex={-1}
      ref={place}
    >
      <legend>{label}</legend>
      {field.help && <p className={classes['help']}>{t(field.help)}</p>}
      {rows.map((row, index) => (
        <div
          key={index}
          className={classes['row']}
          data-sub-row=""
          data-pair={isPair(field)}
          onKeyDown={changes.onKeyDown(index)}
        >
          <RowFields input={props} row={row} index={index} onChange={changes.change} />
          {!props.readOnly && <RowCommands rows={rows} {...{ index, label, changes }} />}
        </div>
      ))}
      {!props.readOnly && (
        <Button variant="default" data-add="" leftSection={<IconPlus size={14} aria-hidden />} onClick={changes.add}>
          {props.addLabel ?? t('Add to {label}', { label: label.toLowerCase() })}
        </Button>
      )}
      {props.error && (
        <p className={classes['error']} id={`${id}-error`}>
          {props.error}
        </p>
      )}
    </fieldset>
  )
}

/** Two fields always fit beside each other, so that the labels of the first row are heads of columns. */
const isPair = ({ of }: FieldOf['rows']) => {
  const kinds = Object.values(of).map(({ kind }) => kind)
  return kinds.length === 2 && !kinds.some((kind) => kind === 'boolean' || kind === 'longText')
}

const rowsOf = ({ value }: InputProps): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/** Changes of the rows, each with the focus on the row that the user goes on with. */
function rowChanges({ field, ...props }: RowsInputProps, place: RefObject<HTMLFieldSetElement | null>) {
  const rows = rowsOf(props)
  const focusIn = (index: number, selector: string) =>
    requestAnimationFrame(() => {
      const row = place.current?.querySelectorAll<HTMLElement>('[data-sub-row]')[index]
      const found = (row ?? place.current)?.querySelector<HTMLElement>(row ? selector : '[data-add]')
      found?.focus()
    })
  const move = (index: number, step: 1 | -1, selector?: string) => {
    const to = index + step
    const [from, other] = [rows[index], rows[to]]
    if (!from || !other) return
    props.onChange(rows.map((row, at) => (at === index ? other : at === to ? from : row)))
    // At the end of the way the other direction is left.
    focusIn(
      to,
      selector ??
        (to === 0 ? '[data-move="1"]' : to === rows.length - 1 ? '[data-move="-1"]' : `[data-move="${step}"]`),
    )
  }
  return {
    move,
    change: (index: number, key: string, value: unknown) =>
      props.onChange(rows.map((row, at) => (at === index ? { ...row, [key]: value } : row))),
    add() {
      const blank = Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, initialValue(inner)]))
      props.onChange([...rows, blank])
      focusIn(rows.length, 'input, select, textarea')
    },
    remove(index: number) {
      props.onChange(rows.filter((_, at) => at !== index))
      focusIn(Math.min(index, rows.length - 2), '[data-remove]')
    },
    onKeyDown: (index: number) => (event: KeyboardEvent) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
      if (step === null || !event.altKey || event.ctrlKey || event.metaKey || props.readOnly) return
      event.preventDefault()
      const name = event.target instanceof Element ? event.target.getAttribute('name')?.split('.').at(-1) : undefined
      move(index, step, name && `[name$=".${name}"]`)
    },
  }
}

type RowChanges = ReturnType<typeof rowChanges>

interface RowFieldsProps {
  input: RowsInputProps
  row: Row
  index: number
  onChange: RowChanges['change']
}

function RowFields({ input, row, index, onChange }: RowFieldsProps) {
  return Object.entries(input.field.of).map(([key, inner]) => {
    const name = `${input.name}.${index}.${key}`
    return (
      <div key={key} className={classes['rowField']} data-wide={inner.kind === 'longText'}>
        {input.inputOf(inner, {
          name,
          value: row[key],
          onChange: (value) => onChange(index, key, value),
          error: input.errors[name],
          errors: input.errors,
          readOnly: input.readOnly,
          draft: row,
          record: null,
        })}
      </div>
    )
  })
}

interface RowCommandsProps {
  rows: readonly Row[]
  index: number
  label: string
  changes: RowChanges
}

function RowCommands({ rows, index, label, changes }: RowCommandsProps) {
  return (
    <div className={classes['remove']}>
      {rows.length > 1 &&
        ([-1, 1] as const).map((step) => (
          <ActionIcon
            key={step}
            data-move={step}
            disabled={!rows[index + step]}
            title={step < 0 ? t('Move up (Alt and arrow up)') : t('Move down (Alt and arrow down)')}
            aria-label={
              step < 0
                ? t('Move row {n} of {label} up', { n: index + 1, label })
                : t('Move row {n} of {label} down', { n: index + 1, label })
            }
            onClick={() => changes.move(index, step)}
          >
            {step < 0 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
          </ActionIcon>
        ))}
      <ActionIcon
        data-remove=""
        aria-label={t('Remove row {n} of {label}', { n: index + 1, label })}
        onClick={() => changes.remove(index)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
