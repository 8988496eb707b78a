import { describe, expect, test } from 'vitest'
import { crumbsOf } from './breadcrumbs.web.ts'
import { pathOfHashLink, successorOf } from './old-links.web.ts'
import { documentTitle } from '../settings/settings.web.ts'
import type { ChainLink, SitemapNode } from '../../ui/sitemap-node.web.ts'
import { pageTest } from '../console/links.web.ts'
import { englishDomain } from '../layout/english-domain.web.ts'

const link = (path: string, node: Partial<SitemapNode> = {}): ChainLink => ({
  path,
  node: { path, title: path, ...node },
})
const dashboard = link('/dashboard', { name: 'dashboard', title: 'Dashboard' })
const home = { title: 'Dashboard', href: '/dashboard' }

describe('breadcrumbs', () => {
  test('/dashboard is one plain crumb', () => {
    expect(crumbsOf([dashboard], {})).toEqual([{ title: 'Dashboard', href: null }])
  })

  test('/dashboard comes first unless the first matched route is already the dashboard, by its name', () => {
    expect(crumbsOf([link('/a')], {})).toEqual([home, { title: '/a', href: null }])
    expect(crumbsOf([link('/start', { name: ' DashBoard ', title: 'Start' })], {})).toEqual([
      { title: 'Start', href: null },
    ])
    expect(crumbsOf([link('/dashboard', { title: 'Elsewhere' })], {})).toHaveLength(2)
  })

  test('/lineups/update/7 is Dashboard, the parent, and the plain current page', () => {
    expect(
      crumbsOf([link('/lineups', { title: 'Lineups' }), link('/lineups/update/{id}', { title: 'Edit lineup' })], {
        id: '7',
      }),
    ).toEqual([home, { title: 'Lineups', href: '/lineups' }, { title: 'Edit lineup', href: null }])
  })

  test('routes without a title and those flagged breadcrumb = false are left out', () => {
    expect(crumbsOf([link('/a', { title: '' }), link('/b', { breadcrumb: false }), link('/c')], {})).toEqual([
      home,
      { title: '/c', href: null },
    ])
  })

  test('the last of the remaining list is plain text', () => {
    expect(crumbsOf([link('/a'), link('/b', { breadcrumb: false })], {})).toEqual([home, { title: '/a', href: null }])
  })

  test('a crumb whose redirect is "noRedirect" is plain text; the spelling is exact', () => {
    const [, plain, linked] = crumbsOf(
      [link('/a', { redirect: 'noRedirect' }), link('/b', { redirect: 'noredirect' }), link('/c')],
      {},
    )
    expect(plain).toEqual({ title: '/a', href: null })
    expect(linked).toEqual({ title: '/b', href: 'noredirect' })
  })

  test('other crumbs go to their redirect, or to their path filled with the current parameters', () => {
    expect(crumbsOf([link('/a', { redirect: '/a/list' }), link('/b/{name}'), link('/c')], { name: 'a b/ä' })).toEqual([
      home,
      { title: '/a', href: '/a/list' },
      { title: '/b/{name}', href: '/b/a%20b%2F%C3%A4' },
      { title: '/c', href: null },
    ])
  })

  test('a group whose first page the person cannot open is plain text', () => {
    const chain = [
      link('/events', { redirect: '/events/list' }),
      link('/lineups', { redirect: '/lineups/list' }),
      link('/lineups/update'),
    ]
    expect(crumbsOf(chain, {}, (redirect) => redirect === '/lineups/list')).toEqual([
      home,
      { title: '/events', href: null },
      { title: '/lineups', href: '/lineups/list' },
      { title: '/lineups/update', href: null },
    ])
  })

  test('a missing parameter falls back to text', () => {
    const crumb = (path: string, params = {}) => crumbsOf([link(path), link('/c')], params)[1]
    expect(crumb('/a/{id}/b')).toEqual({ title: '/a/{id}/b', href: null })
    expect(crumb('/a/{id}', { id: '' })).toEqual({ title: '/a/{id}', href: null })
    expect(crumb('/a/{constructor}')).toEqual({ title: '/a/{constructor}', href: null })
  })
})

describe('titles', () => {
  test("the page title is the route title followed by the product's admin title", () => {
    expect(documentTitle('Coupons')).toBe('Coupons - Marquee Admin')
    expect(documentTitle(undefined)).toBe('Marquee Admin')
  })

  test("the product's name is a setting", () => {
    document.head.innerHTML = '<meta name="application-name" content="Playbill">'
    expect(documentTitle('Coupons')).toBe('Coupons - Playbill Admin')
    document.head.innerHTML = '<meta name="application-name" content="__PRODUCT_NAME__">'
    expect(documentTitle('Coupons')).toBe('Coupons - Marquee Admin')
    document.head.innerHTML = ''
  })
})

describe('old links', () => {
  test('/#/any/path?x=1 means /any/path?x=1', () => {
    expect(pathOfHashLink('#/any/path?x=1')).toBe('/any/path?x=1')
    expect(pathOfHashLink('#/')).toBe('/')
    expect(pathOfHashLink('#part')).toBeNull()
    expect(pathOfHashLink('')).toBeNull()
  })

  test.each(['#//evil.example/x', '#/\\evil.example', '#///evil.example'])('%s stays on this site', (hash) => {
    expect(new URL(pathOfHashLink(hash) ?? '', 'https://console.example').origin).toBe('https://console.example')
  })

  test('legacy /sections/* and /section-rewrites/* lead to /rewrite-rules', () => {
    for (const path of ['/sections', '/sections/list', '/section-rewrites/7'])
      expect(successorOf(path)).toBe('/rewrite-rules')
    for (const path of ['/sectionsx', '/section', '/a/sections']) expect(successorOf(path)).toBeNull()
  })
})

describe('links inside the console', () => {
  const isPage = pageTest(['/coupons/list', '/performers/update/{id}', '/a.b'])

  test('pages are recognised with their parameters, everything else is left to the browser', () => {
    for (const path of ['/', '/coupons/list', '/coupons/list/', '/performers/update/7']) expect(isPage(path)).toBe(true)
    for (const path of [
      '/login',
      '/coupons',
      '/coupons/listx',
      '/performers/update',
      '/performers/update/7/8',
      '/axb',
    ]) {
      expect(isPage(path)).toBe(false)
    }
  })
})

describe('public website address', () => {
  test('comes from the en entry of the domains map, and only web addresses count', () => {
    expect(englishDomain({ domains: { en: 'https://tickets.example/', es: 'https://entradas.example/' } })).toBe(
      'https://tickets.example/',
    )
    for (const body of [
      null,
      {},
      { domains: {} },
      { domains: { en: 'javascript:alert(1)' } },
      { domains: { en: 7 } },
      { domains: { es: 'https://a' } },
    ]) {
      expect(englishDomain(body)).toBeNull()
    }
  })
})
