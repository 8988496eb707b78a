import type { SignedIn } from '../../core/browser/session.web.ts'
import type { MenuItem } from '../navigation/menu.web.ts'
import type { NodeIcon, Page, SitemapNode } from '../../ui/sitemap-node.web.ts'

export interface PaletteProps {
  sitemap: readonly SitemapNode[]
  /** The menu as this person has it. */
  items: readonly MenuItem[]
  session: SignedIn
  /** The page on which a new record of what is on screen is made. */
  create: Page | null
  toggleSidebar: () => void
}

/** One line of the palette: an address to open, or something to do. */
export interface Option {
  readonly key: string
  readonly title: string
  /** What it is found by besides its title, and shown after it. */
  readonly around?: string
  readonly icon: NodeIcon
  /** Its shortcut, where it has one. */
  readonly keys?: string
  readonly href?: string
  /** Leads out of the console. */
  readonly isExternal?: boolean
  /** Runs once the palette has closed. */
  readonly run?: () => void
}

export interface OptionGroup {
  readonly key: string
  readonly label: string
  readonly options: readonly Option[]
}
