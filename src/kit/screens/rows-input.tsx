import { ActionIcon, Button } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AnyField, FieldOf } from '../fields.ts'
import { labelOf } from '../fields.ts'
import { initialValue } from '../value-schemas.ts'
import type { InputProps } from './input-props.ts'
import classes from './form.module.css'

type Row = Readonly<Record<string, unknown>>

interface RowsInputProps extends InputProps {
  field: FieldOf['rows']
  /** The input for a field inside a row. Given, because a row's fields may be of any kind. */
  inputOf: (field: AnyField, props: InputProps) => ReactNode
}

/** A short list of sub-rows, each field with its own label and error. */
export function RowsInput({ field, inputOf, ...props }: RowsInputProps) {
  const rows: readonly Row[] = Array.isArray(props.value) ? props.value as Row[] : []
  const label = labelOf(props.name, field)
  const change = (index: number, key: string, value: unknown) => {
    props.onChange(rows.map((row, at) => (at === index ? { ...row, [key]: value } : row)))
  }
  const add = () => props.onChange([...rows, Object.fromEntries(Object.entries(field.of).map(([key, inner]) => [key, initialValue(inner)]))])
  return (
    <fieldset className={classes['rows']} aria-describedby={props.error ? `field-${props.name}-error` : undefined} id={`field-${props.name}`} tabIndex={-1}>
      <legend>{label}</legend>
      {field.help && <p className={classes['help']}>{field.help}</p>}
      {rows.map((row, index) => (
        <div key={index} className={classes['row']}>
          {Object.entries(field.of).map(([key, inner]) => {
            const name = `${props.name}.${index}.${key}`
            return (
              <div key={key} className={classes['rowField']}>
                {inputOf(inner, {
                  name, value: row[key], onChange: (value) => change(index, key, value), error: props.errors[name],
                  errors: props.errors, readOnly: props.readOnly, draft: row, record: null,
                })}
              </div>
            )
          })}
          {!props.readOnly && (
            <ActionIcon aria-label={`Remove row ${index + 1} of ${label}`} className={classes['remove']} onClick={() => props.onChange(rows.filter((_, at) => at !== index))}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {!props.readOnly && <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>Add to {label.toLowerCase()}</Button>}
      {props.error && <p className={classes['error']} id={`field-${props.name}-error`}>{props.error}</p>}
    </fieldset>
  )
}
