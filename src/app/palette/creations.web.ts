import type { Grants } from '../../core/access/access.ts'
import { builtNodes, mayOpen, type Page, pagesOf, passes, type SitemapNode } from '../../ui/sitemap-node.web.ts'

/**
 * Whether it is a page on which something new is made: one that is in no menu, is written on, needs no id and is not about
 * a record that is there already.
 */
export function makesNew({ node: { hidden, screen, shows, write }, path }: Page): boolean {
  return (
    hidden === true &&
    screen !== undefined &&
    write !== undefined &&
    !path.includes('{') &&
    (shows === undefined || shows[1] === 'create')
  )
}

/** Pages on which this user can create something. */
export function creationPages(sitemap: readonly SitemapNode[], grants: Grants): Page[] {
  return pagesOf(builtNodes(sitemap)).filter(
    (page) =>
      makesNew(page) &&
      mayOpen(page, grants) &&
      page.node.write !== undefined &&
      passes(grants, 'write', page.node.write),
  )
}
