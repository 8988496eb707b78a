import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'

export const blankToNull = (text: string) => (text === '' ? null : text)

/** Names or seats as people list them, separated by commas. */
const listIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Why it is done, which is required. */
export function ReasonField({
  label = t('Reason'),
  description = t('For the timeline and the audit log'),
  value,
  error,
  onChange,
}: {
  label?: string
  description?: string
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}) {
  return (
    <Textarea
      label={label}
      description={description}
      rows={2}
      withAsterisk
      aria-required
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function NoteField({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string | null
  error: string | undefined
  onChange: (note: string | null) => void
}) {
  return (
    <TextInput
      label={label}
      description={t('Optional')}
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(blankToNull(event.currentTarget.value))}
    />
  )
}

interface LineFieldProps {
  readonly lines: PurchaseDetails['lines']
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (line: PurchaseDetails['lines'][number] | undefined) => void
}

export function LineField({ lines, value, error, onChange }: LineFieldProps) {
  const items = lines.filter(({ kind }) => kind === 'item')
  return (
    <NativeSelect
      label={t('Line')}
      value={String(value)}
      error={error}
      onChange={(event) => onChange(items.find(({ position }) => String(position) === event.currentTarget.value))}
      data={items.map((line) => ({ value: String(line.position), label: `${line.quantity} × ${line.title}` }))}
    />
  )
}

interface ListFieldProps {
  readonly label: string
  readonly description: string
  readonly value: readonly string[]
  readonly error: string | undefined
  readonly onChange: (value: string[]) => void
}

/** Keeps what was typed as it was typed: a comma on its way to the next entry would vanish otherwise. */
export function ListField({ label, description, value, error, onChange }: ListFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      defaultValue={value.join(', ')}
      error={error}
      onChange={(event) => onChange(listIn(event.currentTarget.value))}
    />
  )
}
