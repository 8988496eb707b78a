import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../core/i18n/language.ts'
import { isTimeZone } from '../../core/zoned-time.ts'

interface ZoneInputProps {
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string | null
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly onZone: (zone: string | null) => void
}

const list = 'zones-of-fixtures'

/** A time zone by its name, out of the valid ones. Half-typed input is not passed on. */
export function ZoneInput({ label, isLabelHidden = false, value, description, error, onZone }: ZoneInputProps) {
  const [typed, setTyped] = useState(value ?? '')
  const isUnknown = typed !== '' && !isTimeZone(typed)
  return (
    <TextInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      maxLength={64}
      list={list}
      value={typed}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isUnknown && value === null ? t('Choose one from the list, such as Europe/London.') : error}
      onChange={(event) => {
        const text = event.currentTarget.value.trim()
        setTyped(text)
        const zone = isTimeZone(text) ? text : null
        if (zone !== value) onZone(zone)
      }}
    />
  )
}

/** The zones that a page's inputs choose from, once for all of them. */
export function ZoneOptions() {
  return (
    <datalist id={list}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  )
}
