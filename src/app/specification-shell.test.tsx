import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readToken } from '../core/browser/cookies.web.ts'
import { currentSession } from '../core/browser/session.web.ts'
import { answered, closeConsole, openConsole } from './testing/product-console.tsx'

// The shell around the product's own pages: sitemap, guard, router, menu and breadcrumbs as they are started in a browser.

const main = () => document.querySelector<HTMLElement>('nav[aria-label=Main]')
const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  )
const crumbs = () =>
  [...document.querySelectorAll('nav[aria-label=Breadcrumb] li')].map(({ textContent, firstElementChild }) => [
    textContent,
    firstElementChild?.getAttribute('href') ?? null,
  ])
const click = (name: string) =>
  act(async () => {
    const target = named(name)
    if (!target) throw new Error(`Nothing is called ${name}`)
    target.click()
  })
const widen = (width: number) =>
  act(async () => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })

beforeEach(() => {
  window.innerWidth = 1440
})
afterEach(async () => {
  await closeConsole()
  document.cookie = 'sidebarStatus=; path=/; Max-Age=0'
})

describe('the layout', () => {
  it('is a sidebar, a top bar and a main area', async () => {
    await openConsole('/coupons/list')
    const parts = [main(), document.querySelector('header'), document.querySelector('main[data-screen="coupons/list"]')]
    expect(parts.every((part) => part !== null)).toBe(true)
    expect([main()?.contains(parts[2] ?? null), parts[1]?.contains(parts[2] ?? null)]).toEqual([false, false])
  })

  it('has a top bar of hamburger, breadcrumbs and, at its end, the account', async () => {
    await openConsole('/coupons/list')
    const bar = [...document.querySelectorAll('header button, header nav')].map((part) =>
      part.getAttribute('aria-label'),
    )
    expect([bar[0], bar[1], bar.at(-1)]).toEqual(['Toggle sidebar', 'Breadcrumb', 'AB Account'])
  })

  it('toggles the sidebar by the hamburger, and remembers it in the cookie', async () => {
    await openConsole('/coupons/list')
    const state = () => [main()?.dataset['rail'], named('Toggle sidebar')?.getAttribute('aria-expanded')]
    expect([state(), document.cookie.includes('sidebarStatus')]).toEqual([['false', 'true'], false])
    await click('Toggle sidebar')
    expect([state(), document.cookie]).toEqual([['true', 'false'], expect.stringContaining('sidebarStatus=0')])
    await click('Toggle sidebar')
    expect([state(), document.cookie]).toEqual([['false', 'true'], expect.stringContaining('sidebarStatus=1')])
  })

  it('has a logo that leads to /, with the title beside it unless the sidebar is collapsed', async () => {
    await openConsole('/coupons/list')
    const logo = () => named('Marquee Admin')
    expect([logo()?.getAttribute('href'), logo()?.textContent]).toEqual(['/', 'Marquee Admin'])
    await click('Toggle sidebar')
    expect([logo()?.getAttribute('href'), logo()?.textContent]).toEqual(['/', ''])
    expect(logo()?.querySelector('svg')).not.toBeNull()
  })

  it('collapses the sidebar on screens under 992 px', async () => {
    await openConsole('/coupons/list')
    const isAway = () => main()?.hasAttribute('inert')
    await widen(992)
    expect(isAway()).toBe(false)
    await widen(991)
    expect(isAway()).toBe(true)
    await widen(992)
    expect(isAway()).toBe(false)
  })

  it('closes the sidebar of a phone after navigation, and not that of a desktop', async () => {
    window.innerWidth = 390
    const visit = await openConsole('/coupons/list')
    await click('Toggle sidebar')
    expect(main()?.dataset['open']).toBe('true')
    await visit.goTo('/authors/list')
    expect(main()?.dataset['open']).toBe('false')
    await widen(1440)
    await visit.goTo('/coupons/list')
    expect(main()?.dataset['open']).toBe('true')
  })

  it('titles the document by the route title and the admin title', async () => {
    const visit = await openConsole('/roles/list')
    expect(document.title).toBe('Roles - Marquee Admin')
    await visit.goTo('/coupons/update?id=7')
    expect(document.title).toBe('Edit coupon - Marquee Admin')
  })
})

describe('the account menu', () => {
  async function openAccount() {
    // Nothing is laid out here, so the menu finds no place for the focus, and says so.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await click('AB Account')
    await act(() => vi.dynamicImportSettled())
    await vi.waitFor(() => expect(named('Log Out')).toBeDefined())
  }

  it('shows the picture of the person, or their initials', async () => {
    await openConsole('/coupons/list')
    expect(named('AB Account')?.textContent).toBe('AB')
    await closeConsole()
    await openConsole('/coupons/list', { avatar: 'https://pictures.example/ada.png' })
    expect(named('Account')?.querySelector('img')?.src).toBe('https://pictures.example/ada.png')
  })

  it('leads Home, to /', async () => {
    const visit = await openConsole('/coupons/list')
    await openAccount()
    await click('Home')
    await vi.waitFor(() => expect(visit.address()).toBe('/dashboard'))
    expect(visit.trail.slice(-2)).toEqual(['/', '/dashboard'])
  })

  it.each([
    ['answers', () => answered({})],
    ['fails', () => answered({ error: 'Internal', message: 'Broken' }, 500)],
  ])('logs out though the server %s: token and session cleared, to /login with the full path', async (_how, reply) => {
    const visit = await openConsole('/coupons/update?id=7&tab=rules#uses')
    visit.answer('POST /user/logout', reply)
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    await openAccount()
    await click('Log Out')
    await vi.waitFor(() => expect(assign).toHaveBeenCalled())
    expect(assign.mock.calls).toEqual([['/login?redirect=%2Fcoupons%2Fupdate%3Fid%3D7%26tab%3Drules%23uses']])
    expect(visit.calls).toContain('POST /user/logout')
    expect([readToken(), currentSession()]).toEqual([null, null])
  })
})

describe('the menu', () => {
  it('leaves hidden pages out, and highlights the item that they belong to', async () => {
    await openConsole('/coupons/update?id=7')
    expect(main()?.querySelector('[href="/coupons/update"]')).toBeNull()
    expect([...(main()?.querySelectorAll('[aria-current]') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Coupons',
    ])
  })

  it('shows a group with one page as that page, one with none as itself, and any other as a submenu', async () => {
    await openConsole('/dashboard')
    const shown = (name: string) => [named(name)?.tagName, named(name)?.getAttribute('href')]
    expect([shown('Coupons'), shown('Static pages'), shown('Places')]).toEqual([
      ['A', '/coupons/list'],
      ['A', '/static-pages'],
      ['BUTTON', null],
    ])
  })

  it('opens a submenu by a click, beside others', async () => {
    await openConsole('/dashboard')
    const isOpen = (name: string) => named(name)?.getAttribute('aria-expanded')
    const cities = () => named('Cities')?.closest('ul')?.hidden
    expect([isOpen('Purchases'), isOpen('Places'), cities()]).toEqual(['true', 'false', true])
    await click('Places')
    expect([isOpen('Purchases'), isOpen('Places'), cities()]).toEqual(['true', 'true', false])
    await click('Purchases')
    expect([isOpen('Purchases'), isOpen('Places')]).toEqual(['false', 'true'])
  })

  it('keeps the submenus of a phone open when the pointer leaves them', async () => {
    window.innerWidth = 390
    await openConsole('/dashboard')
    await click('Toggle sidebar')
    vi.useFakeTimers()
    for (const kind of ['pointerover', 'pointerenter', 'pointerout', 'pointerleave', 'mouseout', 'mouseleave'])
      await act(async () => named('Purchases')?.dispatchEvent(new Event(kind, { bubbles: true })))
    await act(async () => vi.advanceTimersByTime(1000))
    vi.useRealTimers()
    expect(named('Purchases')?.getAttribute('aria-expanded')).toBe('true')
  })

  it.each([
    [
      'the en entry of the domains',
      answered({ domains: { es: 'https://entradas.example/', en: 'https://tickets.example/' } }),
      'https://tickets.example/',
    ],
    ['the public root where the call fails', answered({ message: 'Broken' }, 500), 'https://www.marquee.example/'],
    ['the public root where no domain is set', answered({ domains: {} }), 'https://www.marquee.example/'],
  ])('links to %s', async (_what, reply, address) => {
    await openConsole('/dashboard', {}, { 'GET /website/domains': () => reply })
    const link = () => [...(main()?.querySelectorAll('a') ?? [])].at(-1)
    await vi.waitFor(() => expect(link()?.href).toBe(address))
  })
})

describe('the breadcrumb', () => {
  it('of the dashboard is one plain crumb', async () => {
    await openConsole('/dashboard')
    expect(crumbs()).toEqual([['Dashboard', null]])
  })

  it('begins with the dashboard, follows redirects, and ends in plain text', async () => {
    await openConsole('/lineups/update/7')
    expect(crumbs()).toEqual([
      ['Dashboard', '/dashboard'],
      ['Events', '/events/list'],
      ['Lineups', '/lineups/list'],
      ['Edit lineup', null],
    ])
  })

  it.each([
    ['/cities/list', 'Places'],
    ['/messages/list', 'Settings'],
  ])('of %s has %s as plain text, which leads nowhere itself', async (path, group) => {
    await openConsole(path)
    expect(crumbs()[1]).toEqual([group, null])
  })

  it('leads to the path of a page that redirects nowhere', async () => {
    await openConsole('/static-pages/7')
    expect(crumbs().slice(1)).toEqual([
      ['Static pages', '/static-pages'],
      ['Edit static page', null],
    ])
  })
})
