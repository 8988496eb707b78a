import { IconBell, IconDeviceDesktop, IconKeyboard, IconLayoutSidebar, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { openMessageHistory } from '../../ui/message-history.tsx'
import type { NodeIcon } from '../sitemap-node.web.ts'
import { openLayer } from './layer.web.ts'
import { sheetShortcut } from './palette-shortcuts.web.ts'

/** What actions work with. */
export interface ActionTools {
  readonly colorScheme: 'light' | 'dark' | 'auto'
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void
  toggleSidebar(): void
  logOut(): void
  navigateTo(address: string): void
  /** Whether the person may: `may('write', 'coupons')`. */
  may(action: string, object: string): boolean
}

export interface PaletteAction {
  readonly title: string
  /** Further words it is found by. */
  readonly around?: string
  readonly icon: NodeIcon
  readonly keys?: string
  /** Left out where it would do nothing, or may not be done. */
  isOffered?(tools: ActionTools): boolean
  run(tools: ActionTools): void
}

/** Every action of the palette but making something new, which follows from the sitemap. An area adds its own in a line. */
export const paletteActions: readonly PaletteAction[] = [
  { title: 'Keyboard shortcuts', around: 'Help', icon: IconKeyboard, keys: sheetShortcut.keys, run: () => openLayer('shortcuts') },
  { title: 'Message history', around: 'Notifications', icon: IconBell, run: openMessageHistory },
  { title: 'Toggle sidebar', around: 'Menu', icon: IconLayoutSidebar, run: ({ toggleSidebar }) => toggleSidebar() },
  { title: 'Light theme', around: 'Appearance', icon: IconSun, isOffered: ({ colorScheme }) => colorScheme !== 'light', run: ({ setColorScheme }) => setColorScheme('light') },
  { title: 'Dark theme', around: 'Appearance', icon: IconMoon, isOffered: ({ colorScheme }) => colorScheme !== 'dark', run: ({ setColorScheme }) => setColorScheme('dark') },
  { title: 'Theme of the system', around: 'Appearance', icon: IconDeviceDesktop, isOffered: ({ colorScheme }) => colorScheme !== 'auto', run: ({ setColorScheme }) => setColorScheme('auto') },
  { title: 'Log out', around: 'Account, sign out', icon: IconLogout, run: ({ logOut }) => logOut() },
]
