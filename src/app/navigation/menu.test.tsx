import { describe, expect, test } from 'vitest'
import type { Grants } from '../../core/access/access.ts'
import { groupsAround, menuOf } from './menu.web.ts'
import {
  builtNodes,
  isExternal,
  joinPath,
  mayOpen,
  pagesOf,
  screenName,
  type SitemapNode,
  visibleNodes,
} from '../../ui/sitemap-node.web.ts'

const site = { root: 'https://public.example/', url: 'https://configured.example/en' }
const Icon = () => null
const Other = () => null
const screen = () => Promise.resolve(Icon)
const menu = (...nodes: SitemapNode[]) => menuOf(nodes, site)
const grants = (objects: Record<string, string[]>, isSuperUser = false): Grants => ({ objects, isSuperUser })

describe('menu rules', () => {
  test('hidden items are skipped, and do not count as visible children', () => {
    expect(menu({ path: '/a', title: 'A', hidden: true })).toEqual([])
    expect(
      menu({
        path: '/a',
        title: 'A',
        children: [
          { path: 'x', title: 'X' },
          { path: 'y', title: 'Y', hidden: true },
        ],
      }),
    ).toMatchObject([{ kind: 'leaf', title: 'X', href: '/a/x' }])
  })

  test('a parent with exactly one visible child shows that child directly, with the icon of the child else the parent', () => {
    expect(menu({ path: '/a', title: 'A', icon: Icon, children: [{ path: 'x', title: 'X' }] })).toMatchObject([
      { kind: 'leaf', title: 'X', href: '/a/x', icon: Icon },
    ])
    expect(
      menu({ path: '/a', title: 'A', icon: Icon, children: [{ path: 'x', title: 'X', icon: Other }] }),
    ).toMatchObject([{ icon: Other }])
  })

  test('unless flagged alwaysShow, which is read on the parent only', () => {
    expect(menu({ path: '/a', title: 'A', alwaysShow: true, children: [{ path: 'x', title: 'X' }] })).toMatchObject([
      { kind: 'group', title: 'A', items: [{ kind: 'leaf', href: '/a/x' }] },
    ])
    expect(menu({ path: '/a', title: 'A', children: [{ path: 'x', title: 'X', alwaysShow: true }] })).toMatchObject([
      { kind: 'leaf', href: '/a/x' },
    ])
  })

  test('an only child that has children itself stays in a submenu', () => {
    const inner: SitemapNode = {
      path: 'x',
      title: 'X',
      children: [
        { path: '1', title: '1' },
        { path: '2', title: '2' },
      ],
    }
    expect(menu({ path: '/a', title: 'A', children: [inner] })).toMatchObject([
      { kind: 'group', title: 'A', items: [{ kind: 'group', title: 'X', path: '/a/x' }] },
    ])
  })

  test('a parent with no visible children shows itself, linking to its own base path', () => {
    expect(menu({ path: '/a', title: 'A', children: [] })).toMatchObject([{ kind: 'leaf', title: 'A', href: '/a' }])
    expect(menu({ path: '/a', title: 'A', children: [{ path: 'x', title: 'X', hidden: true }] })).toMatchObject([
      { kind: 'leaf', title: 'A', href: '/a' },
    ])
    expect(menu({ path: '/a', title: 'A', alwaysShow: true, children: [] })).toMatchObject([
      { kind: 'group', items: [] },
    ])
  })

  test('otherwise a submenu opens', () => {
    expect(
      menu({
        path: '/a',
        title: 'A',
        children: [
          { path: 'x', title: 'X' },
          { path: 'y', title: 'Y' },
        ],
      }),
    ).toMatchObject([{ kind: 'group', items: [{ href: '/a/x' }, { href: '/a/y' }] }])
  })

  test('a record without a title renders nothing', () => {
    expect(menu({ path: '/a' })).toEqual([])
    expect(menu({ path: '/a', children: [{ path: 'x' }] })).toEqual([])
  })

  test('links starting with http, https, mailto or tel are external; the test is case-sensitive and needs the colon', () => {
    for (const path of ['http://a', 'https://a', 'mailto:a@b', 'tel:1']) expect(isExternal(path)).toBe(true)
    for (const path of ['HTTP://a', 'httpx', '//a', '/http:', 'ftp://a', 'javascript:1'])
      expect(isExternal(path)).toBe(false)
    expect(menu({ path: 'mailto:a@b', title: 'Write' })).toMatchObject([{ href: 'mailto:a@b', isExternal: true }])
  })

  test("a link equal to the public site's root address is replaced by the external URL setting", () => {
    expect(menu({ path: site.root, title: 'Public website' })).toMatchObject([{ href: site.url, isExternal: true }])
    expect(menu({ path: `${site.root}about`, title: 'About' })).toMatchObject([{ href: `${site.root}about` }])
  })

  test('paths starting with / are used as they are; relative paths are joined to the parent base path', () => {
    expect(joinPath('/a', '/b')).toBe('/b')
    expect(joinPath('/a', 'b/c')).toBe('/a/b/c')
    expect(joinPath('/', 'b')).toBe('/b')
    expect(joinPath('/a', '')).toBe('/a')
    expect(joinPath('https://a.example', 'b')).toBe('https://a.example')
    expect(joinPath('/a', 'tel:1')).toBe('tel:1')
  })

  test('the groups around a path are found, outermost first', () => {
    const items = menu({
      path: '/a',
      title: 'A',
      children: [
        {
          path: 'x',
          title: 'X',
          children: [
            { path: '1', title: '1' },
            { path: '2', title: '2' },
          ],
        },
        { path: 'y', title: 'Y' },
      ],
    })
    expect(groupsAround(items, '/a/x/2')).toEqual(['/a', '/a/x'])
    expect(groupsAround(items, '/a/y')).toEqual(['/a'])
    expect(groupsAround(items, '/elsewhere')).toEqual([])
  })
})

describe('access policies', () => {
  const tree: SitemapNode[] = [
    { path: '/free', title: 'Free', screen },
    { path: '/one', title: 'One', access: 'coupons', screen },
    {
      path: '/any',
      title: 'Any',
      access: ['events', 'coupons'],
      children: [
        { path: 'list', title: 'List', access: 'events', screen },
        { path: 'open', title: 'Open', screen },
      ],
    },
  ]

  test('a route is shown if any entry of its policy passes; one without a policy always is', () => {
    const seen = visibleNodes(tree, grants({ ui: ['coupons'] }))
    expect(seen.map(({ path }) => path)).toEqual(['/free', '/one', '/any'])
    expect(seen[2]?.children?.map(({ path }) => path)).toEqual(['open'])
    expect(visibleNodes(tree, grants({})).map(({ path }) => path)).toEqual(['/free'])
  })

  test('action ui makes it visible; write alone does not', () => {
    expect(visibleNodes(tree, grants({ write: ['coupons', 'events'] })).map(({ path }) => path)).toEqual(['/free'])
  })

  test('the super user gets the full list', () => {
    expect(visibleNodes(tree, grants({}, true))).toEqual(tree)
  })

  test('a parent that passes stays when all its children fail', () => {
    const nodes: SitemapNode[] = [
      { path: '/a', title: 'A', access: 'coupons', children: [{ path: 'x', title: 'X', access: 'events' }] },
    ]
    expect(visibleNodes(nodes, grants({ ui: ['coupons'] }))).toMatchObject([{ path: '/a', children: [] }])
  })

  test('a page opens only when every policy on the way down passes', () => {
    const pages = pagesOf(tree)
    const open = (path: string, objects: string[]) => {
      const page = pages.find((candidate) => candidate.path === path)
      return page !== undefined && mayOpen(page, grants({ ui: objects }))
    }
    expect(open('/any/list', ['coupons'])).toBe(false)
    expect(open('/any/list', ['events'])).toBe(true)
    expect(open('/any/open', ['coupons'])).toBe(true)
    expect(open('/any/open', [])).toBe(false)
  })
})

describe('pages of the sitemap', () => {
  test('an area that is not built yet has no menu item and no page', () => {
    const nodes = builtNodes([
      { path: '/a', title: 'A', redirect: '/a/list', children: [{ path: 'list', title: 'L' }] },
      {
        path: '/b',
        title: 'B',
        children: [
          { path: 'list', title: 'L', screen },
          { path: 'update', title: 'U' },
        ],
      },
      { path: 'tel:1', title: 'Call' },
    ])
    expect(nodes.map(({ path }) => path)).toEqual(['/b', 'tel:1'])
    expect(pagesOf(nodes).map(({ path }) => path)).toEqual(['/b/list'])
  })

  test('the screen is named by the path without its parameters', () => {
    expect(screenName('/coupons/list')).toBe('coupons/list')
    expect(screenName('/performers/update/{id}')).toBe('performers/update')
    expect(screenName('/seller-api/sellers/{id}/webhooks')).toBe('seller-api/sellers/webhooks')
  })
})
