import { useRef } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { rowAfterKey } from './row-keys.ts'
import type { GridNode } from './use-grid-table.web.ts'
import { useLatest } from './use-latest.web.ts'

interface RowEventsInput<Row> {
  readonly nodes: readonly GridNode<Row>[]
  href(row: Row): string | undefined
  isOpen(id: string): boolean
  canOpen(node: GridNode<Row>): boolean
  setOpen(node: GridNode<Row>, open: boolean): void
  /** Switches one row, or with a range every row between it and the one switched last. */
  select(nodes: readonly GridNode<Row>[], on: boolean): void
  isSelected(id: string): boolean
  activate(id: string): void
  focus(id: string): void
  makeCurrent(id: string): void
  rowsInView(): number
  readonly open: ((row: Row) => void) | undefined
  /** A click anywhere on the row opens it. */
  readonly opensOnClick: boolean
  copy(row: Row): void
  readonly peek: ((row: Row) => void) | undefined
}

/**
 * Handlers for the body that serve all its rows. A row is recognised by `data-row-id`, a control by `data-
 * part`.
 */
export function useRowEvents<Row>(input: RowEventsInput<Row>) {
  const anchor = useRef<string | null>(null)
  const selecting = selectingRows(input, anchor)
  const pointer = pointerEvents(input, selecting)
  return {
    onClick: useLatest(pointer.click),
    onAuxClick: useLatest(pointer.auxClick),
    onMouseDown: useLatest(pointer.mouseDown),
    onKeyDown: useLatest(keyDownEvent(input, selecting)),
    onFocus: useLatest((event: FocusEvent<HTMLElement>) => {
      const id = rowElement(event.target)?.dataset['rowId']
      if (id !== undefined) input.activate(id)
    }),
  }
}

type Selecting<Row> = ReturnType<typeof selectingRows<Row>>

/** Selects by the row that was switched last, which is the other end of the next range. */
function selectingRows<Row>(input: RowEventsInput<Row>, anchor: RefObject<string | null>) {
  return {
    toggle(node: GridNode<Row>, range: boolean): void {
      if (!node.selectable) return
      const on = !input.isSelected(node.id)
      const from = range ? input.nodes.findIndex(({ id }) => id === anchor.current) : -1
      const to = input.nodes.indexOf(node)
      const between = from < 0 ? [node] : input.nodes.slice(Math.min(from, to), Math.max(from, to) + 1)
      input.select(
        between.filter(({ selectable }) => selectable),
        on,
      )
      anchor.current = node.id
    },
    /** Takes the rows on the way into the selection; going back over selected ones lets go of them. */
    stretch(from: GridNode<Row>, to: GridNode<Row>): void {
      if (from === to) return
      const [first = 0, last = 0] = [input.nodes.indexOf(from), input.nodes.indexOf(to)].sort((a, b) => a - b)
      const between = input.nodes.slice(first, last + 1).filter(({ selectable }) => selectable)
      const isBack = input.isSelected(from.id) && input.isSelected(to.id)
      input.select(isBack ? between.filter((node) => node !== to) : between, !isBack)
      anchor.current = to.id
    },
  }
}

function pointerEvents<Row>(input: RowEventsInput<Row>, { toggle }: Selecting<Row>) {
  function click(event: MouseEvent<HTMLElement>): void {
    const node = nodeOf(input, event.target)
    if (!node || !(event.target instanceof Element)) return
    const part = event.target.closest('[data-part]')?.getAttribute('data-part')
    if (part === 'select') {
      // The label passes its click on to the box, so only the box counts.
      if (event.target instanceof HTMLInputElement) toggle(node, event.shiftKey)
      return
    }
    if (part === 'open') return input.setOpen(node, !input.isOpen(node.id))
    if (part === 'copy') return input.copy(node.row)
    const modified = event.ctrlKey || event.metaKey
    input.makeCurrent(node.id)
    if (part === 'link') {
      if (!input.open || modified || event.shiftKey || event.altKey) return
      event.preventDefault()
      return input.open(node.row)
    }
    if (isControl(event.target)) return
    if (modified) openInNewTab(input, node)
    // People who mark text in a row want to copy it.
    else if (input.opensOnClick && !event.shiftKey && !event.altKey && !hasMarkedText()) openRow(input, node)
  }

  function auxClick(event: MouseEvent<HTMLElement>): void {
    const node = event.button === 1 ? nodeOf(input, event.target) : undefined
    if (node && event.target instanceof Element && !isControl(event.target)) openInNewTab(input, node)
  }

  function mouseDown(event: MouseEvent<HTMLElement>): void {
    const node = event.button === 1 || event.shiftKey ? nodeOf(input, event.target) : undefined
    // Else the middle button starts scrolling, and Shift marks the text of every row in the range.
    if (node && event.target instanceof Element && !event.target.closest('a, input, textarea')) event.preventDefault()
  }

  return { click, auxClick, mouseDown }
}

function keyDownEvent<Row>(input: RowEventsInput<Row>, { toggle, stretch }: Selecting<Row>) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event
    const isCopying = (event.ctrlKey || event.metaKey) && event.key === 'c' && !hasMarkedText()
    const copied = isCopying && target === rowElement(event.target as Element) ? nodeOf(input, target) : undefined
    if (copied) return input.copy(copied.row)
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (!(target instanceof Element) || takesKeys(target)) return
    const node = nodeOf(input, target)
    if (!node) return
    const to = rowAfterKey(event.key, input.nodes.indexOf(node), input.nodes.length, input.rowsInView())
    const destination = to === null ? undefined : input.nodes[to]
    if (destination) {
      event.preventDefault()
      if (event.shiftKey) stretch(node, destination)
      return input.focus(destination.id)
    }
    if (target !== rowElement(target)) return
    if (event.key === 'Enter') openRow(input, node)
    else if (event.key === ' ') {
      event.preventDefault()
      if (input.peek && !event.shiftKey) input.peek(node.row)
      else toggle(node, false)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      openByArrow(input, event, node, target)
    }
  }
}

function openByArrow<Row>(input: RowEventsInput<Row>, event: KeyboardEvent, node: GridNode<Row>, row: Element): void {
  const forward = (event.key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr')
  const open = input.isOpen(node.id)
  const parent = node.path.at(-1)
  if (forward && !open && input.canOpen(node)) input.setOpen(node, true)
  else if (!forward && open) input.setOpen(node, false)
  else if (!forward && parent) input.focus(parent.id)
  else return
  event.preventDefault()
}

function openInNewTab<Row>(input: RowEventsInput<Row>, node: GridNode<Row>): void {
  const href = input.href(node.row)
  if (href !== undefined) window.open(href, '_blank', 'noopener')
}

function openRow<Row>(input: RowEventsInput<Row>, node: GridNode<Row>): void {
  const href = input.href(node.row)
  if (input.open) input.open(node.row)
  else if (href !== undefined) window.location.assign(href)
}

function nodeOf<Row>(input: RowEventsInput<Row>, target: EventTarget): GridNode<Row> | undefined {
  const id = target instanceof Element ? rowElement(target)?.dataset['rowId'] : undefined
  return id === undefined ? undefined : input.nodes.find((node) => node.id === id)
}

export type RowEvents = ReturnType<typeof useRowEvents>

function rowElement(target: Element): HTMLElement | null {
  return target.closest<HTMLElement>('[data-row-id]')
}

function hasMarkedText(): boolean {
  return window.getSelection()?.isCollapsed === false
}

function isControl(target: Element): boolean {
  return target.closest('a, button, input, select, textarea, label, summary') !== null
}

/** Whether the element uses arrows and letters itself, as every input but a checkbox does. */
function takesKeys(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target.closest('select, textarea, [contenteditable=true], [role=listbox], [role=menu]') !== null
}
