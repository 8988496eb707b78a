import { MantineProvider } from '@mantine/core'
import { act, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DateInput } from './date-input.tsx'
import type { DateInputKind } from './date-kinds.ts'

let root: Root
let submitted: (string | null)[] = []
const page: { reset: () => void } = { reset: () => {} }
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  submitted = []
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Form({ kind, start, zone }: { kind: DateInputKind; start: string | null; zone?: string }) {
  const [value, setValue] = useState(start)
  useEffect(() => {
    page.reset = () => setValue(start)
  })
  return (
    <MantineProvider env="test">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submitted.push(value)
        }}
      >
        <DateInput label="Day" kind={kind} value={value} onChange={setValue} {...(zone !== undefined && { zone })} />
      </form>
    </MantineProvider>
  )
}

function draw(kind: DateInputKind, start: string | null, zone?: string): void {
  act(() => root.render(<Form kind={kind} start={start} {...(zone !== undefined && { zone })} />))
}
function field(): HTMLInputElement {
  const found = document.querySelector('input')
  if (!found) throw new Error('No input')
  return found
}
function type(text: string): void {
  act(() => {
    field().focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}
const leave = () => act(() => field().blur())
const press = (key: string, at = field().value.length) =>
  act(() => {
    field().focus()
    field().setSelectionRange(at, at)
    field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const submit = () => act(() => document.querySelector('form')?.requestSubmit())
const said = () => document.body.textContent ?? ''

it('a day is shown in the house format, and typed in any', () => {
  draw('date', '2026-11-24')
  expect(field().value).toBe('24 Nov 2026')
  type('1.12.26')
  expect(field().value).toBe('1.12.26')
  leave()
  expect(field().value).toBe('1 Dec 2026')
  submit()
  expect(submitted).toEqual(['2026-12-01'])
})

it('a moment is written in the local time of its zone, which is named', () => {
  draw('instant', '2026-06-01T17:30:00.000Z', 'Europe/Rome')
  expect(field().value).toBe('1 Jun 2026, 19:30')
  expect(said()).toContain('CEST')
  type('1 Dec 2026, 9:00')
  leave()
  expect(said()).toContain('CET')
  submit()
  expect(submitted).toEqual(['2026-12-01T08:00:00.000Z'])
})

it('what cannot be read stays, is explained, and keeps the form from being submitted', () => {
  draw('date', null)
  type('31 June')
  submit()
  expect(submitted).toEqual([])
  expect(field().value).toBe('31 June')
  expect(said()).toContain('Not readable. Try')
  type('30 June 2026')
  submit()
  expect(submitted).toEqual(['2026-06-30'])
})

it('an empty field is no date', () => {
  draw('date', '2026-11-24')
  type('')
  leave()
  submit()
  expect(submitted).toEqual([null])
})

it('arrows go a day on, and a quarter of an hour in the time', () => {
  draw('instant', '2026-11-30T23:50:00.000Z', 'UTC')
  press('ArrowUp', 2)
  expect(field().value).toBe('1 Dec 2026, 23:50')
  press('ArrowUp')
  expect(field().value).toBe('2 Dec 2026, 00:05')
  press('ArrowDown', 0)
  expect(field().value).toBe('1 Dec 2026, 00:05')
})

it('a reset puts the value back', () => {
  draw('date', '2026-11-24')
  type('1 dec 2026')
  act(() => page.reset())
  expect(field().value).toBe('24 Nov 2026')
})
