import type { LoadScreen, Page } from '../../ui/sitemap-node.web.ts'
import { pageTest } from './links.web.ts'

/** How long a pointer rests on a link before it counts, so that sweeping over the menu fetches nothing; milliseconds. */
const RESTS_MS = 60

let isAhead = false

/**
 * Fetches the code of a page while the pointer rests on a link to it, or the link has the focus: by the click it is
 * there. A row that opens counts as its first link. Data is left to the page itself. Asked
 * twice, it works once.
 */
export function fetchAhead(pages: readonly Page[]): void {
  if (isAhead) return
  isAhead = true
  const exact = new Map(pages.map(({ path, node }) => [path, node.screen]))
  const patterns = pages
    .filter(({ path }) => path.includes('{'))
    .map(({ path, node }) => ({ isAt: pageTest([path]), screen: node.screen }))
  const fetched = new Set<LoadScreen>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function rest({ target }: Event): void {
    clearTimeout(timer)
    const address = addressAt(target)
    if (address === null || address.origin !== window.location.origin) return
    const load = exact.get(address.pathname) ?? patterns.find(({ isAt }) => isAt(address.pathname))?.screen
    if (load && !fetched.has(load)) timer = setTimeout(() => fetch(load), RESTS_MS)
  }

  function fetch(load: LoadScreen): void {
    // A browser remembers that a module could not be fetched; offline the click shows what is wrong.
    if (!navigator.onLine) return
    fetched.add(load)
    void load().catch(() => null)
  }

  document.addEventListener('pointerover', rest, { passive: true })
  document.addEventListener('focusin', rest)
}

function addressAt(target: EventTarget | null): URL | null {
  if (!(target instanceof Element)) return null
  const link = target.closest('a[href]') ?? target.closest('[role="row"]')?.querySelector('a[href]')
  return link instanceof HTMLAnchorElement && link.href !== '' && !link.hasAttribute('download')
    ? new URL(link.href)
    : null
}
