import type { AnyField } from '../../core/resource/fields.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { initialValue } from '../../core/resource/value-schemas.ts'

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
  /** Whether a record that is created here meets these conditions. */
  readonly canBeNew?: boolean | undefined
  /** Sets another field of the form, for an input that is about several. */
  readonly setField?: ((key: string, value: unknown) => void) | undefined
}

/** Cutting off pasted text would lose it unseen, so a text can run over its limit until it is saved. */
function tooLong(field: AnyField, value: unknown): string | undefined {
  const max =
    field.kind === 'text'
      ? (field.max ?? 255)
      : field.kind === 'longText' && field.format !== 'richText'
        ? (field.max ?? 65_536)
        : null
  const n = typeof value === 'string' ? value.trim().length : 0
  return max !== null && n > max ? t('{n} of {max} characters: shorten it before you save.', { n, max }) : undefined
}

/** The props of every input: its label, help, and the error that the screen reader ties to it. */
export function common(field: AnyField, { name, value, error = tooLong(field, value), readOnly }: InputProps) {
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
