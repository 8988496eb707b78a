import '@mantine/core/styles/NumberInput.layer.css'
import type { NumberInputProps } from '@mantine/core'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'

interface DigitsInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: unknown
  onChange: (value: number | null) => void
  /** Digits after the point in what people type, of a number that is kept in units smaller by that much. */
  digits?: number
}

/**
 * A number that is typed in larger units than it is kept in. What is typed halfway, such as `12.` on the way to 12.5,
 * stays as it was typed: shown as the number that it is so far it would lose its point.
 */
export function DigitsInput({ value, onChange, digits = 0, ...settings }: DigitsInputProps) {
  const [typed, setTyped] = useState('')
  const factor = 10 ** digits
  const kept = (text: string | number) => {
    const number = Number(text)
    if (text === '' || !Number.isFinite(number)) return null
    return digits === 0 ? number : Math.round(number * factor)
  }
  const held = typeof value === 'number' ? value : null
  const whole = held === null ? '' : held / factor
  return (
    <NumberInput
      hideControls
      clampBehavior="none"
      {...settings}
      value={typed !== '' && kept(typed) === held ? typed : whole}
      onChange={(next) => {
        setTyped(typeof next === 'string' ? next : '')
        onChange(kept(next))
      }}
    />
  )
}
