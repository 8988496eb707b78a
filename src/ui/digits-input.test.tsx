import { MantineProvider } from '@mantine/core'
import { act, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DigitsInput } from './digits-input.tsx'

let root: Root
const form: { held: number | null; hold: (value: number | null) => void } = { held: null, hold: () => {} }
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function Field({ digits, start }: { digits: number; start: number | null }) {
  const [value, setValue] = useState(start)
  useEffect(() => {
    form.held = value
    form.hold = setValue
  }, [value])
  return (
    <MantineProvider env="test">
      <DigitsInput aria-label="Amount" digits={digits} decimalScale={digits || 6} value={value} onChange={setValue} />
    </MantineProvider>
  )
}

const input = () => document.querySelector('input')
/** One letter after the other, as a keyboard does it. */
function type(text: string): void {
  for (const letter of text) {
    act(() => {
      const element = input()
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(element, `${element?.value ?? ''}${letter}`)
      element?.setSelectionRange(element.value.length, element.value.length)
      element?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
}
const draw = (digits: number, start: number | null = null) =>
  act(() => root.render(<Field digits={digits} start={start} />))

it.each([
  ['12.5', 2, 1250],
  ['0.05', 2, 5],
  ['1.005', 3, 1005],
  ['7', 2, 700],
  ['1.05', 0, 1.05],
  ['-3.5', 0, -3.5],
] as const)('%s, typed letter by letter with %i digits, is %d', (text, digits, kept) => {
  draw(digits)
  type(text)
  expect([input()?.value, form.held]).toEqual([text, kept])
})

it('what is halfway counts as what it is so far', () => {
  draw(2)
  type('12.')
  expect([input()?.value, form.held]).toEqual(['12.', 1200])
})

it('shows what it is given, also over what was typed', () => {
  draw(2, 500)
  expect(input()?.value).toBe('5')
  act(() => form.hold(null))
  type('9.')
  act(() => form.hold(250))
  expect(input()?.value).toBe('2.5')
})
