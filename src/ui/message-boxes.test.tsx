import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alertBox, confirmBox, messageBoxes, promptBox } from './message-box-store.web.ts'
import { MessageBoxes } from './message-boxes.tsx'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  act(() =>
    root.render(
      <MantineProvider env="test">
        <MessageBoxes />
      </MantineProvider>,
    ),
  )
})
afterEach(() => {
  act(() => messageBoxes.closeForNavigation())
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const box = () => document.querySelector('[data-message-box]')
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-message-box] button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
const click = (name: string) => act(async () => button(name)?.click())
const escape = () =>
  act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })))
const pressBackdrop = () =>
  act(async () => {
    for (const kind of ['mousedown', 'mouseup'])
      box()?.parentElement?.dispatchEvent(new MouseEvent(kind, { bubbles: true }))
  })
/** Opens a box and keeps what it answers. */
async function ask<Result>(open: () => Promise<Result>): Promise<() => Result | null> {
  let result: Result | null = null
  await act(async () => void open().then((answer) => (result = answer)))
  return () => result
}

describe('an alert', () => {
  it('is closed by neither backdrop nor Escape', async () => {
    const answer = await ask(() => alertBox('The file was sent.', 'Done'))
    await pressBackdrop()
    expect([box()?.getAttribute('role'), answer()]).toEqual(['alertdialog', null])
    await escape()
    expect([box()?.getAttribute('role'), answer()]).toEqual(['alertdialog', null])
    expect(button('Cancel')).toBeUndefined()
  })

  it.each([
    ['Close', 'close'],
    ['OK', 'confirm'],
  ])('is closed by %s', async (name, action) => {
    const answer = await ask(() => alertBox('The file was sent.', 'Done'))
    await click(name)
    expect([box(), answer()]).toEqual([null, { action }])
  })
})

describe('a confirm box', () => {
  it('is not answered by the press of Escape that opened it', async () => {
    const press = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const answer = await ask(() => confirmBox('Unsaved changes will be lost.', 'Leave?'))
    await act(async () => document.dispatchEvent(press))
    expect([box()?.getAttribute('role'), answer()]).toEqual(['alertdialog', null])
    await escape()
    expect([box(), answer()]).toEqual([null, { action: 'close' }])
  })

  it.each([
    ['OK', () => click('OK'), 'confirm'],
    ['Cancel', () => click('Cancel'), 'cancel'],
    ['X', () => click('Close'), 'close'],
    ['Escape', escape, 'close'],
    ['the backdrop', pressBackdrop, 'close'],
  ] as const)('tells by %s what was chosen', async (_way, leave, action) => {
    const answer = await ask(() => confirmBox('Delete it?', 'Delete'))
    await leave()
    expect([box(), answer()]).toEqual([null, { action }])
  })
})

describe('a prompt', () => {
  const type = (value: string) =>
    act(async () => {
      const input = document.querySelector<HTMLInputElement>('[data-message-box] input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const problem = () => document.querySelector('[data-message-box] [data-shown=true]')?.textContent ?? null

  it('does not confirm while its value is invalid, and says why', async () => {
    const answer = await ask(() => promptBox('Name', 'New role', { pattern: /^\w+$/, errorText: 'One word only' }))
    expect(problem()).toBeNull()
    await click('OK')
    expect([box() === null, problem(), answer()]).toEqual([false, 'One word only', null])
    await type('two words')
    await click('OK')
    expect([box() === null, problem(), answer()]).toEqual([false, 'One word only', null])
    await type('ushers')
    expect(problem()).toBeNull()
    await click('OK')
    expect([box(), answer()]).toEqual([null, { action: 'confirm', value: 'ushers' }])
  })

  it('can be left while its value is invalid', async () => {
    const answer = await ask(() => promptBox('Name', 'New role', { pattern: /^\w+$/ }))
    await type('two words')
    expect(problem()).toBe('Illegal input')
    await click('Cancel')
    expect(answer()).toEqual({ action: 'cancel' })
  })
})
