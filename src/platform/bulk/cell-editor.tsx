import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { KindTable } from '../../core/resource/fields.ts'
import { ask, labelOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { unreadInput } from '../../ui/resource/date-input.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { parseValue } from '../../core/resource/value-schemas.ts'
import type { Spot } from './grid-cells.web.ts'
import { cellAt } from './grid-cells.web.ts'
import classes from './inline-edit.module.css'

/** Where the keyboard goes once a value is taken: back to its cell, to another one, or nowhere, because it is elsewhere already. */
export type Onward = 'stay' | 'next' | 'previous' | 'away'

interface Typed {
  readonly value: unknown
  readonly problems: Readonly<Record<string, string>>
  /** The row that it was typed over. */
  readonly seen: AnyRecord
}

export interface CellEditorProps {
  readonly of: AnyResource
  readonly row: AnyRecord
  readonly spot: Spot
  readonly grid: RefObject<HTMLElement | null>
  /** The text typed before the server refused it. */
  readonly typed?: Typed | undefined
  /** The server has been asked, and the cell waits for what it says. */
  readonly isBusy: boolean
  /** `seen`: the row as it was when the cell was opened. */
  onSave(value: unknown, onward: Onward, seen: AnyRecord): void
  /** Nothing was changed, or the change was discarded. */
  onLeave(onward: Onward): void
}

const choosing = () => true
const typing = () => false

/** Kinds of which one press is the whole change, so that it is saved with it. */
const isSavedAtOnce = {
  text: typing,
  longText: typing,
  integer: typing,
  decimal: typing,
  percent: typing,
  money: typing,
  boolean: choosing,
  date: typing,
  time: typing,
  instant: typing,
  select: typing,
  choices: typing,
  words: typing,
  ref: choosing,
  refs: typing,
  rows: typing,
} satisfies KindTable<[], boolean>

/** The input for one value, laid over its cell. */
export function CellEditor(given: CellEditorProps) {
  // The list reads the row again when a colleague saves it. The value here is typed over what it was at first.
  const [row] = useState(given.typed?.seen ?? given.row)
  const props = { ...given, row }
  const { of: resource, spot, grid, isBusy, onLeave } = props
  const { key } = spot
  const field = resource.fields[key]
  const box = useRef<HTMLDivElement>(null)
  const place = usePlace(grid, spot, () => onLeave('away'))
  const { value, problems, change, finish, leave } = useCellValue(props, box)
  useFocusWithin(box)
  if (!field) return null

  /** Leaving the cell saves a valid value; an invalid one stays open with its reason. */
  function onBlur(event: FocusEvent<HTMLElement>): void {
    const to = event.relatedTarget
    if (box.current?.contains(to) || !document.hasFocus()) return
    setTimeout(() => {
      if (box.current && !box.current.contains(document.activeElement)) finish('away')
    })
  }

  const others = Object.entries(problems).filter(([path]) => path !== key)
  return (
    <div
      ref={box}
      className={classes['editor']}
      role="dialog"
      aria-label={t('{field} of {record}', { field: labelOf(key, field), record: String(row[resource.title] ?? '') })}
      style={place ?? { visibility: 'hidden' }}
      aria-busy={isBusy || undefined}
      data-kind={field.kind}
      data-closes-on-escape
      onKeyDown={(event) => takeKey(event, finish, leave)}
      onBlur={onBlur}
    >
      {inputOf(field, {
        name: key,
        value,
        error: problems[key],
        errors: problems,
        readOnly: isBusy,
        draft: { ...row, [key]: value },
        record: row,
        onChange: (next) => {
          change(next)
          if (ask<[], boolean>(isSavedAtOnce, field)) finish('stay', next)
        },
      })}
      {others.map(([path, message]) => (
        <p key={path} className={classes['problem']} role="alert">
          {resource.fields[path]
            ? t('{field}: {message}', { field: labelOf(path, resource.fields[path]), message })
            : message}
        </p>
      ))}
    </div>
  )
}

type Finish = (onward: Onward, chosen?: unknown) => void

/** The value while it is typed, and what ends that: once it is saved or left, nothing more is. */
function useCellValue({ of: resource, row, spot: { key }, typed, isBusy, onSave, onLeave }: CellEditorProps, box: Box) {
  const [value, setValue] = useState(typed ? typed.value : (row[key] ?? null))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>(typed?.problems ?? {})
  const isDone = useRef(false)

  function leave(onward: Onward): void {
    isDone.current = true
    onLeave(onward)
  }
  const finish: Finish = (onward, chosen = value) => {
    const field = resource.fields[key]
    if (isBusy || isDone.current || !field) return
    // What cannot be read has its sentence below it already.
    if (unreadInput(box.current)) return
    const parsed = parseValue(key, field, chosen)
    if ('problems' in parsed) return setProblems(parsed.problems)
    if (!typed && isSameJson(parsed.value, row[key] ?? null)) return leave(onward)
    isDone.current = true
    onSave(parsed.value, onward, row)
  }
  function change(next: unknown): void {
    setValue(next)
    setProblems({})
  }
  return { value, problems, change, finish, leave }
}

type Box = RefObject<HTMLDivElement | null>

/** Gives the focus to the input. Reference inputs come a moment later than the rest. */
function useFocusWithin(box: Box): void {
  useEffect(() => {
    const found = () => box.current?.querySelector<HTMLElement>('input:not([type=hidden], :disabled), select')
    const take = () => {
      const input = found()
      if (!input) return false
      input.focus()
      if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select()
      return true
    }
    if (take() || !box.current) return
    const watcher = new MutationObserver(() => {
      if (take()) watcher.disconnect()
    })
    watcher.observe(box.current, { childList: true, subtree: true, attributes: true })
    return () => watcher.disconnect()
  }, [box])
}

function takeKey(event: KeyboardEvent<HTMLElement>, finish: Finish, leave: (onward: Onward) => void): void {
  if (event.nativeEvent.isComposing || event.defaultPrevented) return
  // An open list of records takes these keys first.
  const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
  if (event.key === 'Tab') {
    event.preventDefault()
    finish(event.shiftKey ? 'previous' : 'next')
  } else if (event.key === 'Enter' && !isListOpen) {
    event.preventDefault()
    finish('stay')
  } else if (event.key === 'Escape' && !isListOpen) {
    event.preventDefault()
    leave('stay')
  }
  event.stopPropagation()
}

interface Place {
  readonly insetInlineStart: number
  readonly insetBlockStart: number
  readonly inlineSize: number
  readonly minBlockSize: number
}

/** Over the cell, wherever that is scrolled to. `onLost`: the cell no longer exists. */
function usePlace(grid: RefObject<HTMLElement | null>, { id, key }: Spot, onLost: () => void): Place | null {
  // Known from the start: a hidden element can't take the focus.
  const [place, setPlace] = useState(() => placeIn(grid.current, { id, key }))
  const lost = useRef(onLost)
  useEffect(() => {
    lost.current = onLost
  })
  useEffect(() => {
    const measure = () => {
      const next = placeIn(grid.current, { id, key })
      if (next) setPlace(next)
      else lost.current()
    }
    const sizes = new ResizeObserver(measure)
    if (grid.current) sizes.observe(grid.current)
    window.addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', measure, { capture: true })
    }
  }, [grid, id, key])
  return place
}

/** The least width in px at which every input can be used. */
const leastWidth = 150

function placeIn(grid: HTMLElement | null, spot: Spot): Place | null {
  const cell = cellAt(grid, spot)
  const root = grid?.parentElement
  if (!cell || !root) return null
  const [own, all] = [cell.getBoundingClientRect(), root.getBoundingClientRect()]
  const isRtl = getComputedStyle(root).direction === 'rtl'
  const width = Math.max(own.width, leastWidth)
  const start = isRtl ? all.right - own.right : own.left - all.left
  return {
    insetInlineStart: Math.max(0, Math.min(start, all.width - width)),
    insetBlockStart: own.top - all.top,
    inlineSize: width,
    minBlockSize: own.height,
  }
}
