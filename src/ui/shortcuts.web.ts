import { useEffect, useRef } from 'react'
import { msg } from '../core/i18n/language.ts'

/** A shortcut of the console. Keys are bound by this object and the sheet is written from it, so it cannot say otherwise. */
export interface Shortcut {
  /** `Mod+K` (Ctrl, or Cmd on a Mac), a key of its own such as `?`, or two one after the other: `g p`. */
  readonly keys: string
  /** The action, as the sheet describes it. */
  readonly does: string
  /** The heading it is listed under. */
  readonly group: 'Everywhere' | 'Go to' | 'Lists' | 'Forms'
}

export const saveShortcut: Shortcut = { keys: 'Mod+S', does: msg('Save'), group: msg('Forms') }
export const saveAndNextShortcut: Shortcut = {
  keys: 'Mod+Enter',
  does: msg('Save the translation and open the next text'),
  group: msg('Forms'),
}
export const newShortcut: Shortcut = { keys: 'n', does: msg('New record'), group: msg('Lists') }
export const filterShortcut: Shortcut = { keys: 'f', does: msg('Filter the list'), group: msg('Lists') }
export const exportShortcut: Shortcut = { keys: 'e', does: msg('Export the list'), group: msg('Lists') }
export const importShortcut: Shortcut = { keys: 'i', does: msg('Import a file into the list'), group: msg('Lists') }
export const rowsShortcut: Shortcut = {
  keys: 'j',
  does: msg('To the rows of the list (then arrow keys, Shift to select)'),
  group: msg('Lists'),
}
export const selectShortcut: Shortcut = {
  keys: 'Mod+A',
  does: msg('Select the rows on the page; pressed again, all that match'),
  group: msg('Lists'),
}
export const bulkShortcut: Shortcut = {
  keys: 'a',
  does: msg('To the commands for the selected rows'),
  group: msg('Lists'),
}
export const peekShortcut: Shortcut = {
  keys: 'p',
  does: msg('Peek at a row of the list (Space on the row)'),
  group: msg('Lists'),
}
export const rowMenuShortcut: Shortcut = {
  keys: '.',
  does: msg('Actions of the row (or the menu key)'),
  group: msg('Lists'),
}
export const editShortcut: Shortcut = {
  keys: 'F2',
  does: msg('Change a value of the row (right arrow to a cell, then Enter)'),
  group: msg('Lists'),
}
export const findShortcut: Shortcut = { keys: '/', does: msg('Search the list'), group: msg('Lists') }
export const nextRecordShortcut: Shortcut = { keys: 'j', does: msg('Next record'), group: msg('Forms') }
export const previousRecordShortcut: Shortcut = { keys: 'k', does: msg('Previous record'), group: msg('Forms') }
export const historyShortcut: Shortcut = { keys: 'h', does: msg('History of the record'), group: msg('Forms') }
export const noteShortcut: Shortcut = { keys: 'm', does: msg('Add a note'), group: msg('Forms') }
export const toastShortcut: Shortcut = {
  keys: 'z',
  does: msg('The last message’s action, such as Undo'),
  group: msg('Everywhere'),
}

/**
 * Shortcuts that work on some pages only; the sheet names them on every page.
 */
const pageShortcuts: readonly Shortcut[] = [
  toastShortcut,
  findShortcut,
  filterShortcut,
  newShortcut,
  rowsShortcut,
  selectShortcut,
  bulkShortcut,
  peekShortcut,
  rowMenuShortcut,
  editShortcut,
  exportShortcut,
  importShortcut,
  saveShortcut,
  saveAndNextShortcut,
  historyShortcut,
  noteShortcut,
]

/** How long the second key of a sequence can take, in milliseconds. */
const SEQUENCE_MS = 1500
const STORAGE_KEY = 'marquee.singleKeys'
/** A layer over the page that puts it out of reach. */
export const OPEN_LAYERS = '[aria-modal="true"], [role="alertdialog"]'
const TAKES_LETTERS = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="range"], [type="color"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="combobox"]',
  // Menus and lists go to what begins with the letter; a pop-out has keys of its own.
  '[role="menu"]',
  '[role="listbox"]',
  '[role="dialog"]',
].join(', ')

interface Binding {
  readonly shortcut: Shortcut
  readonly run: () => void
}

let bindings: readonly Binding[] = []
let first: { key: string; at: number } | null = null

/** Binds a shortcut; the latest binding of the same keys counts. The function returned takes it off again. */
export function bindShortcut(shortcut: Shortcut, run: () => void): () => void {
  const binding = { shortcut, run }
  bindings = [binding, ...bindings]
  return () => {
    bindings = bindings.filter((other) => other !== binding)
  }
}

/** Binds a shortcut while the component is on the page and `isActive`. */
export function useShortcut(shortcut: Shortcut, run: () => void, isActive = true): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => (isActive ? bindShortcut(shortcut, () => latest.current()) : undefined), [shortcut, isActive])
}

/** What the shortcut does on this page at the moment; null where it does nothing. */
export function boundTo({ keys }: Shortcut): (() => void) | null {
  return bindings.find(({ shortcut }) => shortcut.keys === keys)?.run ?? null
}

/** Every shortcut with whether it works on this page. */
export function allShortcuts(): { shortcut: Shortcut; isBound: boolean }[] {
  const bound = new Map(bindings.map(({ shortcut }) => [shortcut.keys, shortcut]))
  const elsewhere = pageShortcuts.filter(({ keys }) => !bound.has(keys))
  return [
    ...[...bound.values()].toReversed().map((shortcut) => ({ shortcut, isBound: true })),
    ...elsewhere.map((shortcut) => ({ shortcut, isBound: false })),
  ]
}

/** Whether it is pressed without Ctrl or Cmd, so that it can be meant for something else (WCAG 2.1.4). */
export function isSingleKey({ keys }: Shortcut): boolean {
  return !keys.startsWith('Mod+')
}

export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Remembered in this browser, because it depends on how the user types or talks to it. */
export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) window.localStorage.removeItem(STORAGE_KEY)
    else window.localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Without storage it cannot be remembered.
  }
}

/** Runs the shortcut that a press means. While a dialog is open all of them rest: the page below is out of reach. */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const isOverPage = document.querySelector(OPEN_LAYERS) !== null
  const key = keyOf(event)
  if (event.ctrlKey || event.metaKey) {
    if (event.shiftKey) return
    const binding = bindings.find(({ shortcut }) => shortcut.keys.toUpperCase() === `MOD+${key.toUpperCase()}`)
    // Inside a text it selects the text.
    if (!binding || (binding.shortcut === selectShortcut && takesLetters(event.target))) return
    // The browser's own search or save would be a surprise either way.
    event.preventDefault()
    if (!isOverPage && !event.repeat) binding.run()
    return
  }
  const before = first && event.timeStamp - first.at < SEQUENCE_MS ? first.key : null
  if (key.length !== 1) return
  first = null
  if (event.repeat || isOverPage || takesLetters(event.target) || !areSingleKeysOn()) return
  const binding = before === null ? find(key) : find(`${before} ${key}`)
  if (binding) {
    event.preventDefault()
    binding.run()
  } else if (before === null && bindings.some(({ shortcut }) => shortcut.keys.startsWith(`${key} `))) {
    first = { key, at: event.timeStamp }
  }
}

function find(keys: string): Binding | undefined {
  return bindings.find(({ shortcut }) => shortcut.keys === keys)
}

/** The letter on the key, also where the keyboard writes another alphabet. */
function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (key.length !== 1) return key
  if (/^[\x21-\x7e]$/.test(key)) return shiftKey ? key : key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}

/** Whether letters that are typed there mean something there. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_LETTERS) !== null
}

/** Listens for as long as the console is open. */
export function listenToShortcuts(): () => void {
  window.addEventListener('keydown', handleKey)
  return () => window.removeEventListener('keydown', handleKey)
}
