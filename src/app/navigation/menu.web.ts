import { t } from '../../core/i18n/language.ts'
import { joinPath, isExternal, type NodeIcon, type SitemapNode } from '../../ui/sitemap-node.web.ts'

export interface MenuLeaf {
  readonly kind: 'leaf'
  readonly title: string
  readonly icon: NodeIcon | undefined
  readonly href: string
  /** Opens in a new tab, without opener or referrer. */
  readonly isExternal: boolean
  /** The letter that follows `g` to come here. */
  readonly shortcut?: string
}

export interface MenuGroup {
  readonly kind: 'group'
  readonly title: string
  readonly icon: NodeIcon | undefined
  readonly path: string
  readonly items: readonly MenuItem[]
}

export type MenuItem = MenuLeaf | MenuGroup

/** The two addresses of the public website: as the sitemap writes it, and as it is configured. */
export interface PublicSite {
  readonly root: string
  readonly url: string
}

/** The menu of a sitemap that has been reduced to what the user can see. */
export function menuOf(nodes: readonly SitemapNode[], site: PublicSite, base = '/'): MenuItem[] {
  return nodes.flatMap((node) => itemOf(node, site, base) ?? [])
}

function itemOf(node: SitemapNode, site: PublicSite, base: string): MenuItem | null {
  if (node.hidden) return null
  const path = joinPath(base, node.path)
  const visible = (node.children ?? []).filter((child) => !child.hidden)
  const [only] = visible
  if (!node.alwaysShow && visible.length === 1 && only && !only.children) {
    return leafOf(only, node.icon, joinPath(path, only.path), site)
  }
  if (!node.alwaysShow && visible.length === 0) return leafOf(node, undefined, path, site)
  if (node.title === undefined) return null
  return { kind: 'group', title: t(node.title), icon: node.icon, path, items: menuOf(visible, site, path) }
}

/** A node without a title renders nothing, even with an icon. */
function leafOf(node: SitemapNode, parentIcon: NodeIcon | undefined, path: string, site: PublicSite): MenuLeaf | null {
  if (node.title === undefined) return null
  const href = path === site.root ? site.url : path
  return {
    kind: 'leaf',
    title: t(node.title),
    icon: node.icon ?? parentIcon,
    href,
    isExternal: isExternal(href),
    ...(node.shortcut !== undefined && { shortcut: node.shortcut }),
  }
}

/** The groups in which a path is listed, outermost first; empty when it is not in the menu or not in a group. */
export function groupsAround(items: readonly MenuItem[], path: string): string[] {
  for (const item of items) {
    if (item.kind === 'leaf') continue
    if (item.items.some((inner) => inner.kind === 'leaf' && inner.href === path)) return [item.path]
    const deeper = groupsAround(item.items, path)
    if (deeper.length > 0) return [item.path, ...deeper]
  }
  return []
}

/** The leaves of a menu in its order, each with the titles of the groups around it. */
export function leavesOf(
  items: readonly MenuItem[],
  groups: readonly string[] = [],
): { leaf: MenuLeaf; groups: readonly string[] }[] {
  return items.flatMap((item) =>
    item.kind === 'leaf' ? [{ leaf: item, groups }] : leavesOf(item.items, [...groups, item.title]),
  )
}
