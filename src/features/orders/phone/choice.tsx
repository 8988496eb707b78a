import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { SegmentedControl } from '@mantine/core'

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly choices: readonly (readonly [value: V, label: string])[]
  readonly onChange: (value: V) => void
}

/** One of two ways on. */
export function Choice<V extends string>({ label, value, choices, onChange }: ChoiceProps<V>) {
  return (
    <SegmentedControl
      aria-label={label}
      value={value}
      data={choices.map(([one, words]) => ({ value: one, label: words }))}
      onChange={(next) => {
        const chosen = choices.find(([one]) => one === next)
        if (chosen) onChange(chosen[0])
      }}
    />
  )
}
