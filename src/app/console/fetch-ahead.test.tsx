import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '../../ui/sitemap-node.web.ts'
import { fetchAhead } from './fetch-ahead.web.ts'

const screens = {
  '/coupons/list': vi.fn(() => Promise.resolve(() => null)),
  '/tags/update/{id}': vi.fn(() => Promise.reject(new Error('out of reach'))),
}
fetchAhead(Object.entries(screens).map(([path, screen]): Page => ({ path, node: { path, screen }, chain: [] })))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  document.body.innerHTML = ''
})

function on(selector: string, type: 'pointerover' | 'focusin'): void {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }))
}

test('the code of a page is fetched once, when the pointer rests on a link to it', () => {
  document.body.innerHTML = '<a href="/coupons/list?page=2">Coupons</a><p>Nothing</p>'
  on('a', 'pointerover')
  on('p', 'pointerover')
  vi.runAllTimers()
  expect(screens['/coupons/list']).not.toHaveBeenCalled()
  for (let visit = 0; visit < 2; visit++) {
    on('a', 'pointerover')
    vi.runAllTimers()
  }
  expect(screens['/coupons/list']).toHaveBeenCalledOnce()
})

test('a row with the focus counts as its first link, and a failure is left to the click', () => {
  document.body.innerHTML =
    '<table><tr role="row" tabindex="0"><td><a href="/tags/update/7">Opera</a></td></tr></table>'
  on('tr', 'focusin')
  vi.runAllTimers()
  expect(screens['/tags/update/{id}']).toHaveBeenCalledOnce()
})

test('links that lead elsewhere fetch nothing', () => {
  for (const link of [
    '<a href="https://shop.example/coupons/list">Shop</a>',
    '<a href="/coupons/list" download>File</a>',
  ]) {
    document.body.innerHTML = link
    on('a', 'pointerover')
    vi.runAllTimers()
  }
  expect(screens['/coupons/list']).not.toHaveBeenCalled()
})
