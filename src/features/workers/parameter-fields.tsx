import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../core/i18n/language.ts'
import { DateInput } from '../../ui/resource/date-input.tsx'
import type { WorkerParameter } from './workers.endpoints.ts'

export type Typed = Readonly<Record<string, string | boolean>>

interface ParameterFieldsProps {
  readonly parameters: readonly WorkerParameter[]
  readonly values: Typed
  /** A sentence for each that is wrong, by its name. */
  readonly faults: Readonly<Record<string, string>> | null
  onChange(values: Typed): void
}

/** A form made of what a job says about its parameters. */
export function ParameterFields({ parameters, values, faults, onChange }: ParameterFieldsProps) {
  return parameters.map((parameter) => {
    const { name, label, hint, kind, options, max } = parameter
    const value = values[name]
    const text = typeof value === 'string' ? value : ''
    const put = (next: string | boolean) => onChange({ ...values, [name]: next })
    const shared = { label, description: hint ?? undefined, error: faults?.[name] }
    switch (kind) {
      case 'choice':
        return (
          <NativeSelect
            key={name}
            {...shared}
            value={text}
            data={[{ value: '', label: t('All') }, ...options]}
            onChange={(event) => put(event.currentTarget.value)}
          />
        )
      case 'date':
        // Jobs count days in UTC.
        return (
          <DateInput
            key={name}
            {...shared}
            kind="date"
            zone="UTC"
            value={text || null}
            onChange={(day) => put(day ?? '')}
          />
        )
      case 'flag':
        return (
          <Checkbox
            key={name}
            {...shared}
            checked={value === true}
            onChange={(event) => put(event.currentTarget.checked)}
          />
        )
      case 'text':
        return (
          <TextInput
            key={name}
            {...shared}
            value={text}
            maxLength={max ?? undefined}
            onChange={(event) => put(event.currentTarget.value)}
          />
        )
    }
  })
}

/** What was set, in words: `Supplier: Tiqets · Dry run`. */
export function parameterWords(parameters: readonly WorkerParameter[], values: Typed): string | null {
  const said = Object.entries(values).map(([name, value]) => {
    const parameter = parameters.find((one) => one.name === name)
    const label = parameter?.label ?? name
    if (value === true) return label
    const option = parameter?.options.find((one) => one.value === value)
    return t('{label}: {value}', { label, value: option?.label ?? String(value) })
  })
  return said.length === 0 ? null : said.join(' · ')
}
