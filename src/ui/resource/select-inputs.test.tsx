import { act, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { choices } from '../../core/resource/fields.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { closeScreen, openScreen } from '../testing/open-screen.tsx'
import { inputOf } from './inputs.tsx'

afterEach(closeScreen)

const field: AnyField = choices(['walk', 'ride', 'sail'], { label: 'Kinds' })

function Form() {
  const [value, setValue] = useState<unknown>([])
  return (
    <>
      {inputOf(field, {
        name: 'kinds',
        value,
        errors: {},
        readOnly: false,
        draft: {},
        record: null,
        onChange: setValue,
      })}
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

const press = (key: string, on: HTMLElement) =>
  act(async () => {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

describe('an input that suggests something', () => {
  it('draws its list once it is focused, and not with the form', async () => {
    const screen = await openScreen(<Form />)
    expect(screen.all('[role=listbox]').length).toBe(0)
    await act(async () => screen.find('#field-kinds').focus())
    expect(screen.all('[role=listbox]').length).toBe(1)
  })

  it('chooses its first option by the first press of an arrow, and Enter', async () => {
    const screen = await openScreen(<Form />)
    const input = screen.find('#field-kinds')
    await act(async () => input.focus())
    await press('ArrowDown', input)
    await press('Enter', input)
    expect(screen.find('output').textContent).toBe('["walk"]')
  })
})
