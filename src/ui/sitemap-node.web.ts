import type { ComponentType } from 'react'
import { type Grants, may } from '../core/access/access.ts'

/** Loads a screen: `() => import('../areas/coupons/coupons-list-screen.tsx').then((m) => m.CouponsListScreen)`. */
export type LoadScreen = () => Promise<ComponentType>

export type NodeIcon = ComponentType<{ size?: number | string; stroke?: number | string; 'aria-hidden'?: boolean }>

/** One entry of the sitemap: a page, a group of pages, or a link that leads out of the console. */
export interface SitemapNode {
  /**
   * Joined to the parent's path unless it begins with a slash or is external (http, https, mailto, tel). Parameters
   * are written `{id}`; the empty path is the parent's own.
   */
  readonly path: string
  /** The route's name; `dashboard` marks the start of every breadcrumb. */
  readonly name?: string
  /** Title of page, menu item and crumb. Without one there is neither menu item nor crumb. */
  readonly title?: string
  readonly icon?: NodeIcon
  /** Left out of the menu, and not counted as a visible child. */
  readonly hidden?: boolean
  /** Keeps the group even when only one child is visible. */
  readonly alwaysShow?: boolean
  /** Where the path itself leads; `noRedirect` makes its crumb plain text. */
  readonly redirect?: string
  /** false leaves it out of the breadcrumb. */
  readonly breadcrumb?: boolean
  /** The path of the menu item to highlight, for pages that have none of their own. */
  readonly activeMenu?: string
  /** The permission object, or objects of which any one will do, whose `ui` action shows this and what is below. */
  readonly access?: string | readonly string[]
  /** The objects of which one must be writable; without it the page is read-only and says so. */
  readonly write?: string | readonly string[]
  /** Which resource the page is about and what it does with it, for links from elsewhere: `coupons` `update`. */
  readonly shows?: readonly [resource: string, page: string]
  /** What narrows the page's list for good. */
  readonly where?: Readonly<Record<string, string>>
  /** The query that the page's list opens with where neither the person nor their role has a choice of their own. */
  readonly opensAs?: Readonly<Record<string, string>>
  /** The letter that follows `g` to come here from anywhere. */
  readonly shortcut?: string
  /** The page itself. A node without screen, redirect or built children does not exist yet: no menu item, only /404. */
  readonly screen?: LoadScreen
  readonly children?: readonly SitemapNode[]
}

export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path)
}

/** A path below its parent's: external and absolute ones unchanged, relative ones joined, an external base wins. */
export function joinPath(base: string, path: string): string {
  if (isExternal(path)) return path
  if (isExternal(base)) return base
  if (path.startsWith('/')) return path
  return path === '' ? base : `${base.replace(/\/+$/, '')}/${path}`
}

export function listOf(objects: string | readonly string[] | undefined): readonly string[] {
  return typeof objects === 'string' ? [objects] : (objects ?? [])
}

/** Whether any of the objects passes for the action; no objects at all means no policy, which everyone passes. */
export function passes(grants: Grants, action: string, objects: string | readonly string[] | undefined): boolean {
  const list = listOf(objects)
  return list.length === 0 || list.some((object) => may(grants, action, object))
}

/** Nodes that lead somewhere already. A group that nothing has been built in yet is left out. */
export function builtNodes(nodes: readonly SitemapNode[]): SitemapNode[] {
  return nodes.flatMap((node) => {
    const children = node.children && builtNodes(node.children)
    const isBuilt = node.screen !== undefined || isExternal(node.path) || (children?.length ?? 0) > 0
    if (!isBuilt) return []
    return [children ? { ...node, children } : node]
  })
}

/** What a user can see: recursive; a group that passes stays, with no children when none of them pass. */
export function visibleNodes(nodes: readonly SitemapNode[], grants: Grants): SitemapNode[] {
  return nodes.flatMap((node) => {
    if (!passes(grants, 'ui', node.access)) return []
    return [node.children ? { ...node, children: visibleNodes(node.children, grants) } : node]
  })
}

/** A page or redirect of the sitemap with everything above it. */
export interface Page {
  /** The whole path with its parameters, e.g. `/performers/update/{id}`. */
  readonly path: string
  readonly node: SitemapNode
  /** From the top of the sitemap down to the page itself. */
  readonly chain: readonly ChainLink[]
}

export interface ChainLink {
  readonly path: string
  readonly node: SitemapNode
}

/** Every page and redirect of a sitemap, groups before what is in them. Links out of the console are not among them. */
export function pagesOf(nodes: readonly SitemapNode[], above: readonly ChainLink[] = []): Page[] {
  return nodes.flatMap((node) => {
    const path = joinPath(above.at(-1)?.path ?? '/', node.path)
    if (isExternal(path)) return []
    const chain = [...above, { path, node }]
    const leadsSomewhere = node.screen !== undefined || (node.redirect !== undefined && node.redirect !== 'noRedirect')
    return [...(leadsSomewhere ? [{ path, node, chain }] : []), ...pagesOf(node.children ?? [], chain)]
  })
}

/** Whether a user can open a page: every policy on the way down has to pass. */
export function mayOpen(page: Page, grants: Grants): boolean {
  return page.chain.every(({ node }) => passes(grants, 'ui', node.access))
}

/** The path without its parameters and slashes at the ends, e.g. `performers/update`. */
export function screenName(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .join('/')
}
