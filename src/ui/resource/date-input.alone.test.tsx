// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyField } from '../../core/resource/fields.ts'
import { DateInput } from './date-input.tsx'
import { inputOf } from './inputs.tsx'

// Nothing has asked for the reader’s zone yet.
process.env['TZ'] = 'America/Los_Angeles'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // A Tuesday, 17:00 in Los Angeles, where UTC has Wednesday.
  vi.useFakeTimers({ now: new Date('2026-11-25T01:00:00Z'), toFake: ['Date'] })
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const day: AnyField = { kind: 'date', label: 'Day' }

function Field({ zone }: { zone: string | null | undefined }) {
  const [value, setValue] = useState<string | null>(null)
  const props = { label: 'Day', kind: 'date', value, onChange: setValue } as const
  if (zone === null)
    return inputOf(day, {
      name: 'day',
      value,
      onChange: (next) => setValue(typeof next === 'string' ? next : null),
      errors: {},
      readOnly: false,
      draft: {},
      record: null,
    })
  return <DateInput {...props} {...(zone !== undefined && { zone })} />
}
/** Null draws the input of a field. */
function draw(zone?: string | null): HTMLInputElement {
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Field zone={zone} />
      </MantineProvider>,
    ),
  )
  const input = document.querySelector('input')
  if (!input) throw new Error('No input')
  return input
}
function typed(input: HTMLInputElement, text: string): string {
  act(() => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  act(() => input.blur())
  return input.value
}

describe('today', () => {
  it.each([
    ['today', '24 Nov 2026'],
    ['+1', '25 Nov 2026'],
    ['tue', '24 Nov 2026'],
  ])('is the reader’s own day for %s', (text, words) => {
    expect(typed(draw(), text)).toBe(words)
  })

  it('is the reader’s own day in the forms of records', () => {
    expect(typed(draw(null), 'today')).toBe('24 Nov 2026')
  })

  it('is where an arrow begins', () => {
    const input = draw()
    act(() => {
      input.focus()
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }))
    })
    expect(input.value).toBe('24 Nov 2026')
  })

  it('is the day of another zone that is named', () => {
    expect(typed(draw('UTC'), 'today')).toBe('25 Nov 2026')
    expect(typed(draw('Asia/Tokyo'), 'tomorrow')).toBe('26 Nov 2026')
  })
})
