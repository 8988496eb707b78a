import {
  IconBell,
  IconDeviceDesktop,
  IconFileDownload,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { msg } from '../../core/i18n/language.ts'
import { openBell } from '../../platform/inbox/inbox.web.ts'
import type { NodeIcon } from '../../ui/sitemap-node.web.ts'
import { openLayer } from './layer.web.ts'
import { sheetShortcut } from './palette-shortcuts.web.ts'

/** What actions work with. */
export interface ActionTools {
  readonly colorScheme: 'light' | 'dark' | 'auto'
  setColorScheme(scheme: 'light' | 'dark' | 'auto'): void
  toggleSidebar(): void
  logOut(): void
  navigateTo(address: string): void
  /** Whether the user has the permission: `may('write', 'coupons')`. */
  may(action: string, object: string): boolean
}

export interface PaletteAction {
  readonly title: string
  /** Further words it is found by. */
  readonly around?: string
  readonly icon: NodeIcon
  readonly keys?: string
  /** Left out where it would do nothing, or is not allowed. */
  isOffered?(tools: ActionTools): boolean
  run(tools: ActionTools): void
}

/** Every action of the palette but making something new, which follows from the sitemap. An area adds its own in a line. */
export const paletteActions: readonly PaletteAction[] = [
  {
    title: msg('Keyboard shortcuts'),
    around: msg('Help'),
    icon: IconKeyboard,
    keys: sheetShortcut.keys,
    run: () => openLayer('shortcuts'),
  },
  { title: msg('Inbox'), around: msg('Notifications'), icon: IconBell, run: () => openBell('inbox') },
  {
    title: msg('Message history'),
    around: msg('Messages of this page'),
    icon: IconMessage,
    run: () => openBell('messages'),
  },
  {
    title: msg('My exports'),
    around: msg('Downloads, files'),
    icon: IconFileDownload,
    run: ({ navigateTo }) => navigateTo('/exports'),
  },
  {
    title: msg('Toggle sidebar'),
    around: msg('Menu'),
    icon: IconLayoutSidebar,
    run: ({ toggleSidebar }) => toggleSidebar(),
  },
  {
    title: msg('Light theme'),
    around: msg('Appearance'),
    icon: IconSun,
    isOffered: ({ colorScheme }) => colorScheme !== 'light',
    run: ({ setColorScheme }) => setColorScheme('light'),
  },
  {
    title: msg('Dark theme'),
    around: msg('Appearance'),
    icon: IconMoon,
    isOffered: ({ colorScheme }) => colorScheme !== 'dark',
    run: ({ setColorScheme }) => setColorScheme('dark'),
  },
  {
    title: msg('Theme of the system'),
    around: msg('Appearance'),
    icon: IconDeviceDesktop,
    isOffered: ({ colorScheme }) => colorScheme !== 'auto',
    run: ({ setColorScheme }) => setColorScheme('auto'),
  },
  { title: msg('Log out'), around: msg('Account, sign out'), icon: IconLogout, run: ({ logOut }) => logOut() },
]
