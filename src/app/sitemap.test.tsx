import { describe, expect, test } from 'vitest'
import { crumbsOf } from './navigation/breadcrumbs.web.ts'
import { type MenuItem, menuOf } from './navigation/menu.web.ts'
import { sitemap } from './sitemap.web.ts'
import { builtNodes, pagesOf, visibleNodes } from '../ui/sitemap-node.web.ts'

const site = { root: 'https://public.example/', url: 'https://public.example/' }
const menuFor = (...objects: string[]) =>
  menuOf(visibleNodes(builtNodes(sitemap), { isSuperUser: objects.length === 0, objects: { ui: objects } }), site)
const titlesIn = (items: readonly MenuItem[], group: string) =>
  items.flatMap((item) => (item.kind === 'group' && item.title === group ? item.items.map(({ title }) => title) : []))

describe('the menu of the console', () => {
  test('has the groups of the specification, few enough to be seen at once', () => {
    const items = menuFor()
    expect(titlesIn(items, 'Events')).toEqual([
      'Events',
      'Performances',
      'Performers',
      'Lineup reviews',
      'Lineups',
      'Matches',
      'Event settings',
      'Tags',
    ])
    expect(titlesIn(items, 'Aliases')).toEqual(['Aliases', 'Alias reviews'])
    expect(titlesIn(items, 'Products')).toContain('Product reviews')
    expect(titlesIn(items, 'Users')).toEqual(['Customers', 'API users', 'Admin users'])
    expect(items.length).toBeLessThanOrEqual(20)
  })

  test('shows a person with one area of a group no more than that', () => {
    expect(menuFor('alias-reviews').map(({ title }) => title)).toEqual(['Dashboard', 'Alias reviews', 'Public website'])
    expect(titlesIn(menuFor('tags'), 'Events')).toEqual(['Tags'])
  })

  test('leads from every form of a record back to its list, by its breadcrumb and by its address cut short', () => {
    const all = pagesOf(builtNodes(sitemap))
    const lists = new Map(
      all.flatMap(({ path, node: { shows } }) => (shows?.[1] === 'list' ? [[shows[0], path] as const] : [])),
    )
    const leadsTo = (at: string) => all.find(({ path }) => path === at)?.node.redirect ?? at
    const forms = all.flatMap(({ path, chain, node: { shows, hidden } }) => {
      const list = shows && /^(create|update)$/.test(shows[1]) && lists.get(shows[0])
      return hidden && list ? [{ path, chain, list }] : []
    })
    const stuck = forms.filter(
      ({ chain, list }) =>
        !crumbsOf(chain, {})
          .slice(0, -1)
          .some(({ href }) => href !== null && leadsTo(href) === list),
    )
    const dead = forms.filter(({ list }) => {
      const short = list.replace(/\/list$/, '')
      return !all.some(({ path }) => path === short) || leadsTo(short) !== list
    })
    expect(forms.length).toBeGreaterThan(50)
    expect([stuck, dead].map((pages) => pages.map(({ path }) => path))).toEqual([[], []])
  })

  test('leads from every other page below a list back to that list by its breadcrumb', () => {
    const all = pagesOf(builtNodes(sitemap))
    const leadsTo = (at: string) => all.find(({ path }) => path === at)?.node.redirect ?? at
    const below = all.filter(({ node: { hidden, screen, activeMenu } }) => hidden && screen && activeMenu !== undefined)
    const stuck = below.filter(({ chain, node: { activeMenu = '' } }) => {
      const hrefs = crumbsOf(chain, {}).flatMap(({ href }) => (href === null ? [] : [leadsTo(href)]))
      // One order has three lists; its breadcrumb leads to that of all orders.
      const list = /^\/purchases\/(products|events)\//.test(activeMenu) ? '/purchases/list' : activeMenu
      return !hrefs.includes(leadsTo(list))
    })
    expect(below.length).toBeGreaterThan(60)
    expect(stuck.map(({ path }) => path)).toEqual([])
  })

  test('leads to crumbs of which no two neighbours say the same', () => {
    const repeated = pagesOf(builtNodes(sitemap)).filter(({ chain }) => {
      const titles = crumbsOf(chain, {}).map(({ title }) => title)
      return titles.some((title, index) => title === titles[index - 1])
    })
    expect(repeated.map(({ path }) => path)).toEqual([])
  })
})
