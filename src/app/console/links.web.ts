import type { ConsoleRouter } from './router.tsx'
import { consolePages } from './router.tsx'
import type { SitemapNode } from '../../ui/sitemap-node.web.ts'

/**
 * Lets every plain `<a href>` to a page of the console be followed without loading the document again, wherever it is
 * on the page. New tabs, downloads, other sites and addresses that are no page are left to the browser.
 */
export function followLinks(router: ConsoleRouter, sitemap: readonly SitemapNode[]): void {
  const isPage = pageTest(consolePages(sitemap).map(({ path }) => path))
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    if (!anchor?.href || anchor.hasAttribute('download') || (anchor.target !== '' && anchor.target !== '_self')) return
    const address = new URL(anchor.href)
    if (address.origin !== window.location.origin || !isPage(address.pathname)) return
    const isSamePage = address.pathname === window.location.pathname && address.search === window.location.search
    if (isSamePage && address.hash !== '') return
    event.preventDefault()
    const full = `${address.pathname}${address.search}${address.hash}`
    if (isSamePage) router.history.replace(full)
    else router.history.push(full)
  })
}

/**
 * Whether a path is a page: `/` or one of the patterns, whose `{parameters}` match one segment each.
 */
export function pageTest(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) =>
    pattern
      .split(/(\{\w+\})/)
      .map((part) => (/^\{\w+\}$/.test(part) ? '[^/]+' : part.replace(/[.*+?^$()[\]\\|]/g, '\\$&')))
      .join(''),
  )
  const whole = new RegExp(`^(?:/|${sources.join('|')})/?$`)
  return (path) => whole.test(path)
}
