import { msg } from '../../core/i18n/language.ts'
import type { Shortcut } from '../../ui/shortcuts.web.ts'

export const openShortcut: Shortcut = {
  keys: 'Mod+K',
  does: msg('Search, go to a screen or run an action'),
  group: msg('Everywhere'),
}
export const sheetShortcut: Shortcut = { keys: '?', does: msg('Show the keyboard shortcuts'), group: msg('Everywhere') }
