import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** The elements that the Tab key stops at by default. */
const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [data-stop]'

/** A group of controls that the Tab key stops at once. */
export interface RovingFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * Makes a toolbar or a table's head one stop of the Tab key: arrow keys, Home and End go on from control to control
 * (WAI-ARIA Authoring Practices, toolbar). Controls that come and go later count too, and those in panels that open
 * within the group keep their own stops.
 */
export function useRovingFocus<E extends HTMLElement>(): RovingFocus<E> {
  const ref = useRef<E | null>(null)
  const current = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const group = ref.current
    if (!group) return
    const settle = () => mark(controlsOf(group), current)
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
    return () => observer.disconnect()
  }, [])
  return {
    ref,
    onFocus: (event) => {
      const group = ref.current
      if (!group || !(event.target instanceof HTMLElement)) return
      const controls = controlsOf(group)
      if (!controls.includes(event.target)) return
      current.current = event.target
      mark(controls, current)
    },
    onKeyDown: (event) => {
      const group = ref.current
      if (!group || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const controls = controlsOf(group)
      const at = controls.findIndex((control) => control === event.target)
      const to =
        at < 0 ? undefined : controls[placeAfter(event, at, controls.length, getComputedStyle(group).direction)]
      if (!to || isWriting(event)) return
      event.preventDefault()
      to.focus()
    },
  }
}

function controlsOf(group: HTMLElement): readonly HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>(stops)].filter(
    (control) => control.closest('[role="dialog"], [role="menu"], [role="listbox"]') === null,
  )
}

function mark(controls: readonly HTMLElement[], current: RefObject<HTMLElement | null>): void {
  if (!current.current || !controls.includes(current.current)) current.current = controls[0] ?? null
  for (const control of controls) {
    const stop = control === current.current ? 0 : -1
    if (control.tabIndex !== stop) control.tabIndex = stop
  }
}

function placeAfter({ key }: KeyboardEvent, at: number, count: number, direction: string): number {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return at + 1 < count ? at + 1 : at
  if (key === back) return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}

/** A key that moves within what is typed: the caret leaves a box only at its end. */
function isWriting({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLInputElement) || target.type === 'checkbox') return false
  const { selectionStart, selectionEnd, value } = target
  if (selectionStart !== selectionEnd) return true
  if (key === 'ArrowLeft' || key === 'Home') return selectionStart !== 0
  return selectionEnd !== value.length
}
