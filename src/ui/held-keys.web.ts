import { OPEN_LAYERS, takesLetters } from './shortcuts.web.ts'

/** A pause of this length means that the keys are for the page that is there, in milliseconds. */
const PAUSE_MS = 1_000
/** How long a form can take to go to its own first field, in milliseconds. */
const OWN_FOCUS_MS = 1_000
/** How long a field that was asked for can take to be there, in milliseconds. */
const FIELD_MS = 10_000

const TEXT_FIELDS =
  'textarea, [contenteditable]:not([contenteditable="false"]), input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"], [type="range"], [type="color"], [type="file"], [type="hidden"])'

interface Hold {
  text: string
  /** When the latest key was pressed, on the clock of events. */
  pressedAt: number | null
  /** What ends it: the next page, a field to type into, or the end of what is being typed. */
  until: 'page' | 'field' | 'pause'
}

let hold: Hold | null = null
let timers: ReturnType<typeof setTimeout>[] = []

/**
 * A page was asked for. Until it is there, what is typed waits for the field that it is meant for, and no letter is
 * taken for a shortcut. `typeIntoForm` or `letGoOfKeys` says what the page is.
 */
export function holdKeys(): void {
  forgetTimers()
  if (hold === null) {
    window.addEventListener('keydown', onKey, true)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', giveUp, true)
  }
  hold = { text: hold?.text ?? '', pressedAt: hold?.pressedAt ?? null, until: 'page' }
}

/** What was typed for a page that had yet to be asked for, and is now. */
export function holdTyped(text: string): void {
  if (text === '') return
  holdKeys()
  if (hold) hold = { ...hold, text: hold.text + text, pressedAt: performance.now() }
}

/** A field was asked for, and takes the focus when it is there: it gets what is typed until then. */
export function holdKeysForField(): void {
  holdKeys()
  waitForField()
}

/** The page that is there now is a form to type into. */
export function typeIntoForm(): void {
  // On a touch screen a form takes no focus: the keyboard would come up and cover half of it.
  if (matchMedia('(pointer: coarse)').matches) return letGoOfKeys()
  waitForField()
  // Its first field can be a part of it that came later.
  timers.push(setTimeout(() => [...document.querySelectorAll('#main form')].some(focusFirstField), OWN_FOCUS_MS))
}

/** The page that is there now has no field: what was typed is dropped, to the end of the word that is being typed. */
export function letGoOfKeys(): void {
  if (hold?.until === 'page') drop()
}

function drop(): void {
  if (hold === null) return
  forgetTimers()
  if (hold.pressedAt === null) end()
  else hold = { ...hold, text: '', until: 'pause' }
}

function waitForField(): void {
  if (hold === null) return
  hold.until = 'field'
  if (!deliverTo(document.activeElement)) timers.push(setTimeout(drop, FIELD_MS))
}

function onKey(event: KeyboardEvent): void {
  if (hold === null || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  if (takesLetters(event.target) || document.querySelector(OPEN_LAYERS) !== null) return
  if (event.key === 'Escape') return giveUp()
  const isText = event.key.length === 1
  if (!isText && event.key !== 'Backspace' && event.key !== 'Enter') return
  if (hold.until === 'pause' && event.timeStamp - (hold.pressedAt ?? 0) >= PAUSE_MS) return end()
  event.preventDefault()
  event.stopImmediatePropagation()
  hold.pressedAt = event.timeStamp
  if (hold.until === 'pause') return
  if (isText) hold.text += event.key
  else if (event.key === 'Backspace') hold.text = hold.text.slice(0, -1)
}

function onFocus({ target }: FocusEvent): void {
  if (hold?.until === 'field') deliverTo(target)
}

/** A press of the mouse or Escape: the user no longer means the field. */
function giveUp(): void {
  if (hold === null) return
  hold = { ...hold, text: '', pressedAt: null }
  if (hold.until !== 'page') end()
}

function deliverTo(target: EventTarget | null): boolean {
  if (hold === null || !(target instanceof HTMLElement) || !target.matches(TEXT_FIELDS)) return false
  const { text } = hold
  end()
  if (text !== '') typeInto(target, text)
  return true
}

/** As if it were typed: the field sends its event, and Undo takes it back. */
function typeInto(field: HTMLElement, text: string): void {
  // The one way of typing that knows maximum lengths, Undo and rich texts. Its successor is a proposal.
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.readOnly) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

function focusFirstField(form: Element): boolean {
  const field = form.querySelector<HTMLElement>(`:is(${TEXT_FIELDS}):not(:disabled, :read-only)`)
  field?.focus({ preventScroll: true })
  return field !== null
}

function end(): void {
  forgetTimers()
  hold = null
  window.removeEventListener('keydown', onKey, true)
  document.removeEventListener('focusin', onFocus)
  document.removeEventListener('pointerdown', giveUp, true)
}

function forgetTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
}
