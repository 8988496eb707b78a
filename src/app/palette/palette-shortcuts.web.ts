import type { Shortcut } from '../../ui/shortcuts.web.ts'

export const openShortcut: Shortcut = { keys: 'Mod+K', does: 'Search, go to a screen or run an action', group: 'Everywhere' }
export const sheetShortcut: Shortcut = { keys: '?', does: 'Show the keyboard shortcuts', group: 'Everywhere' }
