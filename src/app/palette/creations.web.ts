import type { Grants } from '../../kit/access.ts'
import { builtNodes, mayOpen, type Page, pagesOf, passes, type SitemapNode } from '../sitemap-node.web.ts'

/**
 * Pages on which this person may make something new: those that are in no menu, are written on, need no id and are not
 * about a record that is there already.
 */
export function creationPages(sitemap: readonly SitemapNode[], grants: Grants): Page[] {
  return pagesOf(builtNodes(sitemap)).filter((page) => {
    const { hidden, screen, shows, write } = page.node
    return hidden === true && screen !== undefined && write !== undefined && !page.path.includes('{')
      && (shows === undefined || shows[1] === 'create') && mayOpen(page, grants) && passes(grants, 'write', write)
  })
}
