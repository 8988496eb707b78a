import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ToastOptions, ToastStore } from './toast-store.web.ts'
import { Toasts } from './toasts.tsx'

let root: Root
let store: ToastStore
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  store = new ToastStore()
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  act(() =>
    root.render(
      <MantineProvider env="test">
        <Toasts store={store} />
      </MantineProvider>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => [...document.querySelectorAll<HTMLElement>('[data-type]')]
const show = (...options: ToastOptions[]) => act(() => options.forEach((one) => store.show(one)))
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

it('toasts are of four types, urgent ones as alerts and the others as statuses', () => {
  show(...(['success', 'info', 'warning', 'error'] as const).map((type) => ({ type, message: type })))
  expect(shown().map((toast) => [toast.dataset['type'], toast.getAttribute('role'), toast.textContent])).toEqual([
    ['success', 'status', 'success'],
    ['info', 'status', 'info'],
    ['warning', 'alert', 'warning'],
    ['error', 'alert', 'error'],
  ])
})

it('a toast goes after 3000 ms; one of duration 0 stays', () => {
  show({ message: 'Saved' }, { message: 'Read me', duration: 0 })
  wait(2999)
  expect(shown()).toHaveLength(2)
  wait(1)
  expect(shown().map(({ textContent }) => textContent)).toEqual(['Read me'])
  wait(86_400_000)
  expect(shown()).toHaveLength(1)
})

it('Escape closes every toast, sticky ones too', () => {
  show({ message: 'Saved' }, { message: 'Read me', duration: 0 })
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(shown()).toEqual([])
})

it('the pointer on a toast keeps it, and has to leave for the full time again', () => {
  show({ message: 'Saved' })
  wait(2900)
  act(() => void shown()[0]?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))
  wait(6100)
  act(() => void shown()[0]?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true })))
  wait(2999)
  expect(shown()).toHaveLength(1)
  wait(1)
  expect(shown()).toHaveLength(0)
})

it('an identical message counts up in the toast that is there, with grouping', () => {
  show({ message: 'Saved', group: true }, { message: 'Saved', group: true }, { message: 'Sent', group: true })
  expect(shown().map((toast) => toast.dataset['count'])).toEqual(['2', '1'])
  expect(shown()[0]?.textContent).toContain('2')
})
