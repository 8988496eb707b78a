import { describe, expect, test } from 'vitest'
import { crumbsOf } from './breadcrumbs.web.ts'
import { type MenuItem, menuOf } from './menu.web.ts'
import { sitemap } from './sitemap.tsx'
import { builtNodes, pagesOf, visibleNodes } from './sitemap-node.web.ts'

const site = { root: 'https://public.example/', url: 'https://public.example/' }
const menuFor = (...objects: string[]) => menuOf(visibleNodes(builtNodes(sitemap), { isSuperUser: objects.length === 0, objects: { ui: objects } }), site)
const titlesIn = (items: readonly MenuItem[], group: string) => items.flatMap((item) => (item.kind === 'group' && item.title === group ? item.items.map(({ title }) => title) : []))

describe('the menu of the console', () => {
  test('has the groups of the specification, few enough to be seen at once', () => {
    const items = menuFor()
    expect(titlesIn(items, 'Events')).toEqual(['Events', 'Performances', 'Performers', 'Lineups', 'Lineup reviews', 'Matches', 'Event settings', 'Tags'])
    expect(titlesIn(items, 'Aliases')).toEqual(['Aliases', 'Alias reviews'])
    expect(titlesIn(items, 'Products')).toContain('Product reviews')
    expect(titlesIn(items, 'Users')).toEqual(['Customers', 'API users', 'Admin users'])
    expect(items.length).toBeLessThanOrEqual(20)
  })

  test('shows somebody with one area of a group no more than that', () => {
    expect(menuFor('alias-reviews').map(({ title }) => title)).toEqual(['Dashboard', 'Alias reviews', 'Public website'])
    expect(titlesIn(menuFor('tags'), 'Events')).toEqual(['Tags'])
  })

  test('leads to crumbs of which no two neighbours say the same', () => {
    const repeated = pagesOf(builtNodes(sitemap)).filter(({ chain }) => {
      const titles = crumbsOf(chain, {}).map(({ title }) => title)
      return titles.some((title, index) => title === titles[index - 1])
    })
    expect(repeated.map(({ path }) => path)).toEqual([])
  })
})
