import { act, useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { MentionInput } from './mention-input.tsx'
import { noteCalls } from './notes.ts'

afterEach(closeScreen)

const { people } = noteCalls(
  defineResource('tours', {
    label: ['Tour', 'Tours'],
    access: 'places',
    operations: ['list', 'read', 'update'],
    title: 'name',
    fields: { name: text({ required: true, max: 40 }) },
    list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
  }),
)

function Writer() {
  const input = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState('')
  return (
    <MentionInput
      input={input}
      people={people}
      value={value}
      onChange={setValue}
      onKeyDown={() => {}}
      aria-label="Note"
    />
  )
}

const open = async () => {
  const screen = await openScreen(<Writer />, {
    'GET /rest/data/tours/mentionable': [
      { id: 1, name: 'Ingrid Solheim' },
      { id: 2, name: 'Ingo Berg' },
    ],
  })
  const input = screen.find('textarea') as HTMLTextAreaElement
  const enter = () => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
    input.dispatchEvent(event)
    return event
  }
  return { screen, input, enter }
}

it('puts the caret behind the name at once, so that the next letters follow it', async () => {
  const { screen, input, enter } = await open()
  await type('Call @ing', input)
  expect(screen.all('[role=option]').map(({ textContent }) => textContent)).toEqual(['Ingrid Solheim', 'Ingo Berg'])
  await type('Call @ing please', input)
  await act(async () => {
    input.focus()
    input.setSelectionRange(9, 9)
    input.dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowLeft', bubbles: true }))
  })
  act(() => void enter())
  expect([input.value, input.selectionStart]).toEqual(['Call @Ingrid Solheim please', 21])
})

it('takes the first name where none is marked yet, and starts no new line', async () => {
  const { input, enter } = await open()
  let pressed: KeyboardEvent | undefined
  // The frame that shows the names comes before the effect that marks the first.
  const watch = new MutationObserver(() => {
    if (document.querySelector('[role=option]')) pressed ??= enter()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  await type('@ing', input)
  watch.disconnect()
  expect(pressed?.defaultPrevented).toBe(true)
  expect(input.value).toBe('@Ingrid Solheim ')
})
