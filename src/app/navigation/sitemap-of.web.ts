import type { ConsoleModule } from '../../ui/resource/module.web.ts'
import { isExternal, joinPath, listOf, type SitemapNode } from '../../ui/sitemap-node.web.ts'

/**
 * The sitemap that the modules make together. Pages that a module puts under another's group join that group and bring
 * their permission objects along. Everything visible is in menu order, and hidden pages come after the item that they
 * belong to.
 *
 * @throws Error when pages are put under a group that no module declares
 */
export function sitemapOf(
  modules: readonly ConsoleModule[],
  groups: readonly SitemapNode[],
  menuOrder: readonly string[],
): SitemapNode[] {
  const placed = modules.flatMap(({ pages = [] }) => pages)
  const top = [...groups, ...placed.flatMap(({ under, nodes }) => (under === undefined ? nodes : []))]
  for (const { under } of placed)
    if (under !== undefined && !top.some(({ path }) => path === under)) throw new Error(`No menu group is at ${under}.`)
  const whole = top.map((node) => {
    const guests = placed.flatMap(({ under, nodes }) => (under === node.path ? nodes : []))
    return guests.length === 0 ? node : withGuests(node, guests)
  })
  return inOrder(whole, menuOrder, '/')
}

function withGuests(node: SitemapNode, guests: readonly SitemapNode[]): SitemapNode {
  const children = [...(node.children ?? []), ...guests]
  const objects = new Set([...listOf(node.access), ...guests.flatMap(({ access }) => listOf(access))])
  const [only, ...others] = objects
  const access = others.length === 0 ? only : [...objects]
  return { ...node, children, ...(access !== undefined && { access }) }
}

function inOrder(nodes: readonly SitemapNode[], menuOrder: readonly string[], base: string): SitemapNode[] {
  const place = (node: SitemapNode) => {
    const path = joinPath(base, node.path)
    const index = menuOrder.indexOf(node.hidden ? (node.activeMenu ?? path) : path)
    return index === -1 ? menuOrder.length : index
  }
  const sorted = menuOrder.some((path) => nodes.some((node) => joinPath(base, node.path) === path))
    ? nodes.toSorted((a, b) => place(a) - place(b))
    : [...nodes]
  return sorted.map((node) =>
    node.children && !isExternal(node.path)
      ? { ...node, children: inOrder(node.children, menuOrder, joinPath(base, node.path)) }
      : node,
  )
}
