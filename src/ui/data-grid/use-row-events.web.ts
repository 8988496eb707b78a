import { useRef } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
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

  function nodeOf(target: EventTarget): GridNode<Row> | undefined {
    const id = target instanceof Element ? rowElement(target)?.dataset['rowId'] : undefined
    return id === undefined ? undefined : input.nodes.find((node) => node.id === id)
  }

  function toggle(node: GridNode<Row>, range: boolean): void {
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
  }

  /** Takes the rows on the way into the selection; going back over selected ones lets go of them. */
  function stretch(from: GridNode<Row>, to: GridNode<Row>): void {
    if (from === to) return
    const [first = 0, last = 0] = [input.nodes.indexOf(from), input.nodes.indexOf(to)].sort((a, b) => a - b)
    const between = input.nodes.slice(first, last + 1).filter(({ selectable }) => selectable)
    const isBack = input.isSelected(from.id) && input.isSelected(to.id)
    input.select(isBack ? between.filter((node) => node !== to) : between, !isBack)
    anchor.current = to.id
  }

  function openInNewTab(node: GridNode<Row>): void {
    const href = input.href(node.row)
    if (href !== undefined) window.open(href, '_blank', 'noopener')
  }

  function openRow(node: GridNode<Row>): void {
    const href = input.href(node.row)
    if (input.open) input.open(node.row)
    else if (href !== undefined) window.location.assign(href)
  }

  function click(event: MouseEvent<HTMLElement>): void {
    const node = nodeOf(event.target)
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
    if (modified) openInNewTab(node)
    // People who mark text in a row want to copy it.
    else if (input.opensOnClick && !event.shiftKey && !event.altKey && !hasMarkedText()) openRow(node)
  }

  function auxClick(event: MouseEvent<HTMLElement>): void {
    const node = event.button === 1 ? nodeOf(event.target) : undefined
    if (node && event.target instanceof Element && !isControl(event.target)) openInNewTab(node)
  }

  function mouseDown(event: MouseEvent<HTMLElement>): void {
    const node = event.button === 1 || event.shiftKey ? nodeOf(event.target) : undefined
    // Else the middle button starts scrolling, and Shift marks the text of every row in the range.
    if (node && event.target instanceof Element && !event.target.closest('a, input, textarea')) event.preventDefault()
  }

  function keyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event
    const isCopying = (event.ctrlKey || event.metaKey) && event.key === 'c' && !hasMarkedText()
    const copied = isCopying && target === rowElement(event.target as Element) ? nodeOf(target) : undefined
    if (copied) return input.copy(copied.row)
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (!(target instanceof Element) || takesKeys(target)) return
    const node = nodeOf(target)
    if (!node) return
    const to = rowAfterKey(event.key, input.nodes.indexOf(node), input.nodes.length, input.rowsInView())
    const destination = to === null ? undefined : input.nodes[to]
    if (destination) {
      event.preventDefault()
      if (event.shiftKey) stretch(node, destination)
      return input.focus(destination.id)
    }
    if (target !== rowElement(target)) return
    if (event.key === 'Enter') openRow(node)
    else if (event.key === ' ') {
      event.preventDefault()
      if (input.peek && !event.shiftKey) input.peek(node.row)
      else toggle(node, false)
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      openByArrow(event, node, target)
    }
  }

  function openByArrow(event: KeyboardEvent, node: GridNode<Row>, row: Element): void {
    const forward = (event.key === 'ArrowRight') === (getComputedStyle(row).direction === 'ltr')
    const open = input.isOpen(node.id)
    const parent = node.path.at(-1)
    if (forward && !open && input.canOpen(node)) input.setOpen(node, true)
    else if (!forward && open) input.setOpen(node, false)
    else if (!forward && parent) input.focus(parent.id)
    else return
    event.preventDefault()
  }

  function focus(event: FocusEvent<HTMLElement>): void {
    const id = rowElement(event.target)?.dataset['rowId']
    if (id !== undefined) input.activate(id)
  }

  return {
    onClick: useLatest(click),
    onAuxClick: useLatest(auxClick),
    onMouseDown: useLatest(mouseDown),
    onKeyDown: useLatest(keyDown),
    onFocus: useLatest(focus),
  }
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
