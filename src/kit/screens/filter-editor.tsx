import { Button, Checkbox, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { AnyField, FieldOf, KindTable } from '../fields.ts'
import { ask } from '../fields.ts'
import type { Condition, Scalar } from '../list-query.ts'
import type { InputProps } from './input-props.ts'
import { inputOf, optionsOf } from './inputs.tsx'
import classes from './list.module.css'

interface EditorProps { readonly name: string; readonly condition: Condition | null; readonly set: (condition: Condition | null) => void }
type Editor<F> = (field: F, props: EditorProps) => ReactNode

const partsOf = (condition: Condition | null): Readonly<Record<string, unknown>> =>
  (typeof condition === 'object' && condition !== null && !Array.isArray(condition) ? condition as Record<string, unknown> : condition === null ? {} : { is: condition })

const listOf = (value: unknown): Scalar[] => (Array.isArray(value) ? value as Scalar[] : value === undefined || value === null ? [] : [value as Scalar])

function inputProps(name: string, label: string, value: unknown, onChange: (value: unknown) => void): InputProps {
  return { name: `${name}.${label}`, value: value ?? null, onChange, errors: {}, readOnly: false, draft: {}, record: null }
}

/** From and to, both included. */
const between: Editor<AnyField> = (field, { name, condition, set }) => {
  const parts = partsOf(condition)
  const change = (operator: 'gte' | 'lte') => (value: unknown) => {
    const next = Object.fromEntries(Object.entries({ ...parts, is: undefined, [operator]: value ?? undefined }).filter(([, given]) => given !== undefined))
    set(Object.keys(next).length === 0 ? null : next as Condition)
  }
  const plain = { ...field, required: false, help: undefined, label: undefined } as unknown as AnyField
  return (
    <div className={classes['range']}>
      {inputOf({ ...plain, label: 'From' } as AnyField, inputProps(name, 'from', parts['gte'], change('gte')))}
      {inputOf({ ...plain, label: 'To' } as AnyField, inputProps(name, 'to', parts['lte'], change('lte')))}
    </div>
  )
}

const oneOf: Editor<FieldOf['select'] | FieldOf['choices']> = (field, { condition, set }) => {
  const chosen = listOf(partsOf(condition)['is'])
  return (
    <fieldset className={classes['choices']}>
      <legend className="visually-hidden">One of</legend>
      {optionsOf(field).map(({ value, label }) => (
        <Checkbox
          key={value} label={label} checked={chosen.includes(value)}
          onChange={(event) => {
            const next = event.currentTarget.checked ? [...chosen, value] : chosen.filter((item) => item !== value)
            set(next.length === 0 ? null : next)
          }}
        />
      ))}
    </fieldset>
  )
}

const contains: Editor<AnyField> = (_field, { condition, set }) => (
  <TextInput
    label="Contains" data-autofocus value={String(partsOf(condition)['contains'] ?? partsOf(condition)['is'] ?? '')}
    onChange={(event) => set(event.currentTarget.value ? { contains: event.currentTarget.value } : null)}
  />
)

const word: Editor<AnyField> = (_field, { condition, set }) => (
  <TextInput label="Is" data-autofocus value={String(listOf(partsOf(condition)['is'])[0] ?? '')} onChange={(event) => set(event.currentTarget.value || null)} />
)

const yesOrNo: Editor<AnyField> = (_field, { condition, set }) => (
  <div className={classes['range']}>
    {[true, false].map((value) => (
      <Button key={String(value)} variant={partsOf(condition)['is'] === value ? 'filled' : 'default'} onClick={() => set(value)}>{value ? 'Yes' : 'No'}</Button>
    ))}
  </div>
)

const record: Editor<FieldOf['ref'] | FieldOf['refs']> = (field, { name, condition, set }) => (
  <>{inputOf({ kind: 'ref', to: field.to, label: 'Is' }, inputProps(name, 'is', listOf(partsOf(condition)['is'])[0], (value) => set(value === null ? null : value as Scalar)))}</>
)

const filled: Editor<AnyField> = (_field, { condition, set }) => (
  <div className={classes['range']}>
    {[false, true].map((empty) => (
      <Button key={String(empty)} variant={partsOf(condition)['empty'] === empty ? 'filled' : 'default'} onClick={() => set({ empty })}>{empty ? 'Empty' : 'Filled'}</Button>
    ))}
  </div>
)

const editors = {
  text: contains, longText: contains, integer: between, decimal: between, percent: between, money: between, boolean: yesOrNo,
  date: between, time: between, instant: between, select: oneOf, choices: oneOf, words: word, ref: record, refs: record, rows: filled,
} satisfies KindTable<[EditorProps], ReactNode>

/** Edits one condition; nothing is asked of the server before Apply. */
export function FilterEditor({ name, field, condition, onChange, onClose }: {
  name: string; field: AnyField; condition: Condition | null; onChange: (condition: Condition | null) => void; onClose: () => void
}) {
  const [draft, setDraft] = useState(condition)
  return (
    <form className={classes['editor']} onSubmit={(event) => {
      event.preventDefault()
      onChange(draft)
    }}>
      {ask<[EditorProps], ReactNode>(editors, field, { name, condition: draft, set: setDraft })}
      <div className={classes['editorActions']}>
        <Button variant="default" onClick={onClose}>Cancel</Button>
        <Button type="submit">Apply</Button>
      </div>
    </form>
  )
}
