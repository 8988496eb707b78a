import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allShortcuts, bindShortcut, listenToShortcuts, saveShortcut, setSingleKeys } from './shortcuts.web.ts'

const go = { keys: 'g p', does: 'All purchases', group: 'Go to' } as const
const open = { keys: 'Mod+K', does: 'Search', group: 'Everywhere' } as const
const help = { keys: '?', does: 'Help', group: 'Everywhere' } as const
let releases: (() => void)[] = []

function bind(shortcut: Parameters<typeof bindShortcut>[0]) {
  const run = vi.fn<() => void>()
  releases.push(bindShortcut(shortcut, run))
  return run
}
function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

beforeEach(() => {
  window.localStorage.clear()
  releases = [listenToShortcuts()]
})
afterEach(() => {
  for (const release of releases) release()
  document.body.innerHTML = ''
})

describe('shortcuts', () => {
  it('run by one key, by two after each other, and with Ctrl or Cmd', () => {
    const [single, sequence, modified] = [bind(help), bind(go), bind(open)]
    press('?', { shiftKey: true })
    press('g')
    press('p')
    expect(press('k', { ctrlKey: true }).defaultPrevented).toBe(true)
    press('K', { metaKey: true })
    expect([single, sequence, modified].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 2])
  })

  it('leave letters to fields and to what has letters of its own, but not those with Ctrl', () => {
    const [single, modified] = [bind(help), bind(open)]
    document.body.innerHTML =
      '<input><textarea></textarea><select></select><p contenteditable></p><div role="menu"><a></a></div><div role="dialog"><a></a></div>'
    for (const element of document.querySelectorAll('input, textarea, select, p, a'))
      press('?', { shiftKey: true }, element)
    expect(single).not.toHaveBeenCalled()
    press('k', { ctrlKey: true }, document.querySelector('input') ?? document.body)
    expect(modified).toHaveBeenCalledOnce()
    document.body.innerHTML = '<input type="checkbox">'
    press('?', { shiftKey: true }, document.querySelector('input') ?? document.body)
    expect(single).toHaveBeenCalledOnce()
  })

  it('rest while a dialog is open, without leaving the browser to do something else', () => {
    const [single, modified] = [bind(help), bind(open)]
    document.body.innerHTML = '<div role="dialog" aria-modal="true"></div>'
    press('?')
    expect(press('k', { ctrlKey: true }).defaultPrevented).toBe(true)
    expect([single.mock.calls, modified.mock.calls]).toEqual([[], []])
  })

  it('of single keys can be turned off, which is remembered; those with Ctrl stay', () => {
    const [single, sequence, modified] = [bind(help), bind(go), bind(open)]
    setSingleKeys(false)
    for (const key of ['?', 'g', 'p']) press(key)
    press('k', { ctrlKey: true })
    expect([single, sequence, modified].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
    setSingleKeys(true)
    press('?')
    expect(single).toHaveBeenCalledOnce()
  })

  it('do not take a second key that comes late, another one, or one that is held down for more', () => {
    const [sequence, single] = [bind(go), bind({ ...help, keys: 'p' })]
    press('g')
    press('x')
    press('p')
    expect([sequence.mock.calls.length, single.mock.calls.length]).toEqual([0, 1])
    press('p', { repeat: true })
    press('p', { altKey: true })
    expect(single).toHaveBeenCalledOnce()
  })

  it('are found where the keyboard writes another alphabet', () => {
    const modified = bind(open)
    press('л', { ctrlKey: true, code: 'KeyK' })
    expect(modified).toHaveBeenCalledOnce()
  })

  it('are listed as they are bound, with those of other pages named as such', () => {
    bind(open)
    bind(saveShortcut)
    const listed = allShortcuts().map(({ shortcut: { keys }, isBound }) => [keys, isBound])
    const elsewhere = ['z', '/', 'f', 'n', 'j', 'Mod+A', 'a', 'p', '.', 'F2', 'e', 'i', 'Mod+Enter', 'h', 'm']
    expect(listed).toEqual([['Mod+K', true], ['Mod+S', true], ...elsewhere.map((keys) => [keys, false])])
  })
})
