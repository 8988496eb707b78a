import { consolePages } from './console/router.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { crumbsOf } from './navigation/breadcrumbs.web.ts'
import { type MenuItem, menuOf } from './navigation/menu.web.ts'
import { documentTitle } from './settings/settings.web.ts'
import {
  builtNodes,
  listOf,
  mayOpen,
  type Page,
  passes,
  type SitemapNode,
  visibleNodes,
} from '../ui/sitemap-node.web.ts'
import { closeConsole, openConsole, product, productPages } from './testing/product-console.tsx'
import {
  alwaysShown,
  openAtTheStart,
  specifiedMenu,
  specifiedObjects,
  specifiedPages,
  specifiedRedirects,
  unbuiltPages,
} from './testing/specified-pages.ts'

afterEach(closeConsole)

const site = { root: 'https://www.marquee.example/', url: 'https://public.example/en' }
const everyObject = [
  ...new Set([
    ...specifiedObjects,
    ...consolePages(product.sitemap).flatMap(({ chain }) => chain.flatMap(({ node }) => listOf(node.access))),
  ]),
]
const only = (action: string, ...objects: string[]) => ({ isSuperUser: false, objects: { [action]: objects } })
const menuFor = (...objects: string[]) =>
  menuOf(
    visibleNodes(builtNodes(product.sitemap), { ...only('ui', ...objects), isSuperUser: objects.length === 0 }),
    site,
  )

/** The objects that suffice, each on its own. */
const sufficient = (suffices: (object: string) => boolean) => everyObject.filter(suffices).toSorted().join(', ')

function seen(page: Page) {
  const write = listOf(page.node.write)
  const [home, ...crumbs] = crumbsOf(page.chain, {})
  return {
    title: page.node.title,
    seenWith: sufficient((object) => mayOpen(page, only('ui', object))),
    editedWith: write.length === 0 ? '-' : sufficient((object) => passes(only('write', object), 'write', write)),
    menuItem: page.node.activeMenu ?? page.path,
    home: `${home?.title} ${home?.href}`,
    crumbs: crumbs.map(({ title, href }) => (href === null ? title : `${title} ${href}`)).join(' › '),
  }
}

describe('a page of section 2', () => {
  it.each(specifiedPages)(
    '$path has its title, permission objects, menu item and breadcrumb, and a screen',
    async ({ path, ...page }) => {
      const found = productPages.get(path)
      if (!found) throw new Error(`${path} is no page`)
      expect(seen(found)).toEqual({ ...page, home: 'Dashboard /dashboard' })
      expect(await found.node.screen?.()).toBeTypeOf('function')
    },
  )

  it.each(specifiedPages)('$path opens by its address, under its title', async ({ path, title, crumbs }) => {
    const address = path.replace(/\{\w+\}/, '7')
    const visit = await openConsole(address)
    expect([visit.address(), document.title]).toEqual([address, documentTitle(title)])
    expect(document.querySelector('h1')?.textContent).toBe(title)
    const shown = [...document.querySelectorAll('nav[aria-label=Breadcrumb] li')].map((crumb) => {
      const href = crumb.querySelector('a')?.getAttribute('href')
      return href ? `${crumb.textContent} ${href}` : crumb.textContent
    })
    expect(shown.join(' › ')).toBe(`Dashboard /dashboard › ${crumbs}`)
  })
})

describe('the paths of section 2', () => {
  it.each(specifiedRedirects)('%s leads to %s', async (...stops) => {
    const visit = await openConsole(stops[0] ?? '')
    expect([visit.trail, visit.address()]).toEqual([stops, stops.at(-1)])
  })

  it.each(unbuiltPages)('%s leads to /404 until it is built', async (path) => {
    const visit = await openConsole(path.replace('{id}', '7'))
    expect([visit.trail.at(-1), document.querySelector('h1')?.textContent]).toEqual(['/404', 'Page not found'])
    expect(productPages.get(path)).toBeUndefined()
  })

  it('lead to /404 where the person has `ui` on everything but their object', async () => {
    const { path, seenWith } = rowOf('/rules/list')
    const others = everyObject.filter((object) => object !== seenWith)
    const visit = await openConsole(path, { role: 'clerk', can: others.map((object) => ['ui', object]) })
    expect(visit.trail).toEqual(['/rules/list', '/404'])
  })

  it('are closed to a person who can write but not see', async () => {
    const visit = await openConsole('/coupons/update?id=7', { role: 'clerk', can: [['write', 'coupons']] })
    expect([visit.trail.at(-1), menuTexts().join()]).toEqual(['/404', 'Dashboard,Public website'])
  })
})

describe('the records of the sitemap', () => {
  const everyRecord = (nodes: readonly SitemapNode[]): SitemapNode[] =>
    nodes.flatMap((node) => [node, ...everyRecord(node.children ?? [])])
  const fields = ['path', 'name', 'redirect', 'hidden', 'alwaysShow', 'children', 'title', 'icon', 'breadcrumb']

  it.each([...fields, 'access'] as const)('use the specified field %s', (field) => {
    expect(everyRecord(product.sitemap).some((record) => field in record)).toBe(true)
  })

  it.each([
    ['/aliases/reviews/list', 'one object', 'alias-reviews'],
    ['/aliases', 'a list of which any entry passes', 'alias-reviews, aliases'],
  ])('have an access policy, as %s of %s', (path, _of, objects) => {
    const page = productPages.get(path)
    expect(page && sufficient((object) => mayOpen(page, only('ui', object)))).toBe(objects)
  })
})

describe('the menu', () => {
  it('has the specified items, groups and order', () => {
    expect(linesOf(menuFor())).toEqual(specifiedMenu.trim().split('\n'))
  })

  it('opens Purchases at the start, and no other group', async () => {
    await openConsole('/dashboard')
    const open = [...document.querySelectorAll('nav[aria-label=Main] button[aria-expanded=true]')]
    expect(open.map(({ textContent }) => textContent)).toEqual(openAtTheStart)
  })

  it('shows the only item of a group directly, and of those flagged alwaysShow in a submenu', () => {
    const groups = builtNodes(product.sitemap).filter(({ children, hidden }) => children && !hidden)
    const alone = groups.map((group) => ({
      ...group,
      children: (group.children ?? []).filter(({ hidden }) => !hidden).slice(0, 1),
    }))
    const kept = menuOf(alone, site).filter(({ kind }) => kind === 'group')
    expect(groups.length).toBeGreaterThan(10)
    expect(kept.map(({ title }) => title)).toEqual(alwaysShown)
  })

  it.each(specifiedObjects)('shows a person with `ui` on %s alone the pages of that object', (object) => {
    const mine = specifiedPages.filter(({ path, seenWith, menuItem }) => path === menuItem && seenWith === object)
    const specified = new Set(specifiedPages.map(({ path }) => path))
    const shown = hrefsOf(menuFor(object)).filter((href) => specified.has(href))
    expect(shown.toSorted()).toEqual(mine.map(({ path }) => path).toSorted())
  })

  it('ends with the public website, which opens in a new tab without opener or referrer', async () => {
    await openConsole('/dashboard')
    const link = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Main] a')].at(-1)
    expect(link?.textContent).toContain('Public website')
    expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([site.url, '_blank', 'noopener noreferrer'])
  })
})

describe('the permission objects', () => {
  it('are those of the table, and five for what it leaves open', () => {
    const added = ['audit', 'exchange-rates', 'images', 'messages', 'translations']
    expect(everyObject.toSorted()).toEqual([...specifiedObjects, ...added].toSorted())
  })

  it('are all that pages ask for', () => {
    const asked = [...productPages.values()].flatMap(({ chain }) =>
      chain.flatMap(({ node }) => [...listOf(node.access), ...listOf(node.write)]),
    )
    expect(asked.filter((object) => !everyObject.includes(object))).toEqual([])
  })
})

function rowOf(path: string) {
  const row = specifiedPages.find((page) => page.path === path)
  if (!row) throw new Error(`The table has no ${path}`)
  return row
}

function linesOf(items: readonly MenuItem[], indent = ''): string[] {
  return items.flatMap((item) =>
    item.kind === 'leaf'
      ? [`${indent}${item.title} ${item.href}`]
      : [`${indent}${item.title}`, ...linesOf(item.items, `${indent}  `)],
  )
}

function hrefsOf(items: readonly MenuItem[]): string[] {
  return items.flatMap((item) => (item.kind === 'leaf' ? [item.href] : hrefsOf(item.items)))
}

function menuTexts(): (string | null)[] {
  return [...document.querySelectorAll('nav[aria-label=Main] ul a')].map(({ textContent }) => textContent)
}
