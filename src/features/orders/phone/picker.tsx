import type { FieldOf } from '../../../core/resource/fields.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'

interface PickerProps {
  readonly field: FieldOf['ref']
  readonly name: string
  readonly value: number | null
  readonly among: Readonly<Record<string, string>>
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

/** The search for a record that can be sold. */
export function Picker({ field, name, value, among, error, onChange }: PickerProps) {
  return inputOf(field, {
    name,
    value,
    among,
    draft: {},
    record: null,
    errors: {},
    readOnly: false,
    ...(error !== undefined && { error }),
    onChange: (next) => onChange(typeof next === 'number' ? next : null),
  })
}
