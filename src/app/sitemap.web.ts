import { IconWorld } from '@tabler/icons-react'
import { groups, menuOrder } from './menu.ts'
import { modules } from './modules.ts'
import { sitemapOf } from './navigation/sitemap-of.web.ts'
import { publicSiteRoot } from './settings/settings.web.ts'
import type { SitemapNode } from '../ui/sitemap-node.web.ts'

/**
 * The console's pages, made of what the modules declare. Router, menu, breadcrumbs, titles and redirects all read it. A
 * node without a screen isn't built yet: it has no menu item and leads to /404.
 */
export const sitemap: readonly SitemapNode[] = [
  ...sitemapOf(modules, groups, menuOrder),
  { path: publicSiteRoot(), title: 'Public website', icon: IconWorld },
]
