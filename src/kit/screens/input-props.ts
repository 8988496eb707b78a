import type { AnyField } from '../fields.ts'
import { labelOf } from '../fields.ts'
import { t } from '../language.ts'
import type { Filter } from '../list-query.ts'
import { initialValue } from '../value-schemas.ts'

export interface InputProps {
  readonly name: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string | undefined
  /** Errors of places inside the value, by path: `amounts.0.amount`. */
  readonly errors: Readonly<Record<string, string>>
  readonly readOnly: boolean
  /** The whole draft, for fields that depend on one another: a currency, a zone. */
  readonly draft: Readonly<Record<string, unknown>>
  /** The stored record, where titles of references are found. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** The conditions that records have to meet to be picked. */
  readonly among?: Filter | undefined
  /** Sets another field of the form, for an input that is about several. */
  readonly setField?: ((key: string, value: unknown) => void) | undefined
}

/** What every input is given: its label, help, and the error that the screen reader ties to it. */
export function common(field: AnyField, { name, error, readOnly }: InputProps) {
  return {
    'id': `field-${name.replaceAll('.', '-')}`,
    name,
    'label': labelOf(name.split('.').at(-1) ?? name, field),
    ...(field.help !== undefined && { description: t(field.help) }),
    ...(error !== undefined && { error: error }),
    ...(field.required && initialValue(field) === null && { 'withAsterisk': true, 'aria-required': true }),
    readOnly,
    'inputWrapperOrder': ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  }
}
