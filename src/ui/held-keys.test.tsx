import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdKeys, holdKeysForField, letGoOfKeys, typeIntoForm } from './held-keys.web.ts'
import { bindShortcut, listenToShortcuts } from './shortcuts.web.ts'

const command = vi.fn<() => void>()
let releases: (() => void)[] = []
let now = 0

/** One key after the other, so many milliseconds apart. */
function type(text: string, apart = 60, target: EventTarget = document.body): void {
  for (const key of text) press(key, apart, target)
}
function press(key: string, apart = 60, target: EventTarget = document.body): void {
  now += apart
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: now })
  target.dispatchEvent(event)
}
function form(): HTMLInputElement {
  document.body.innerHTML =
    '<main id="main" tabindex="-1"><form><input type="checkbox"><input id="field-name"></form></main>'
  const field = document.querySelector<HTMLInputElement>('#field-name')
  if (!field) throw new Error('There is no field.')
  return field
}

beforeEach(() => {
  vi.useFakeTimers()
  command.mockClear()
  releases = [
    listenToShortcuts(),
    ...['i', 'n', 'a'].map((keys) => bindShortcut({ keys, does: 'Import', group: 'Lists' }, command)),
  ]
})
afterEach(() => {
  // Anything a test left waiting.
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  letGoOfKeys()
  vi.useRealTimers()
  for (const release of releases) release()
  document.body.innerHTML = ''
})

describe('what is typed while a page is on its way', () => {
  it('goes into the first field of a form, and runs no command', () => {
    holdKeys()
    type('Autumm')
    press('Backspace')
    type('n')
    const field = form()
    typeIntoForm()
    type(' Jazz')
    field.focus()
    expect(field.value).toBe('Autumn Jazz')
    expect(command).not.toHaveBeenCalled()
    type('i')
    expect(command).toHaveBeenCalledOnce()
  })

  it('goes into the first field of a form that does not go there by itself', () => {
    holdKeys()
    const field = form()
    typeIntoForm()
    type('Rome')
    vi.advanceTimersByTime(1_000)
    expect([document.activeElement, field.value]).toEqual([field, 'Rome'])
  })

  it('is dropped where the page has no field, to the end of the word', () => {
    holdKeys()
    type('pin')
    letGoOfKeys()
    type('afar', 300)
    expect(command).not.toHaveBeenCalled()
    press('i', 1_500)
    expect(command).toHaveBeenCalledOnce()
  })

  it('leaves shortcuts alone at once where nothing was typed', () => {
    holdKeys()
    letGoOfKeys()
    type('i')
    expect(command).toHaveBeenCalledOnce()
  })

  it('is given up by Escape or a press elsewhere, and when no field comes', () => {
    for (const giveUp of [
      () => press('Escape'),
      () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
      () => vi.advanceTimersByTime(20_000),
    ]) {
      holdKeysForField()
      type('na')
      giveUp()
      const field = form()
      field.focus()
      expect(field.value).toBe('')
      field.blur()
    }
    expect(command).not.toHaveBeenCalled()
  })

  it('leaves what is typed into a field to the field', () => {
    holdKeys()
    const field = form()
    let wasPrevented = false
    field.addEventListener('keydown', (event) => (wasPrevented = event.defaultPrevented))
    type('n', 60, field)
    expect(wasPrevented).toBe(false)
    expect(command).not.toHaveBeenCalled()
  })
})
