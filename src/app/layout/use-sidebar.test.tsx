import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useSidebar } from './use-sidebar.web.ts'

function State() {
  const { device, isOpen } = useSidebar()
  return `${device} ${isOpen ? 'open' : 'closed'}`
}

/** The sidebar as it begins in a window of that width, with that cookie. */
function sidebarOf(width: number, cookie: string | null): string {
  document.cookie = cookie === null ? 'sidebarStatus=; path=/; Max-Age=0' : `sidebarStatus=${cookie}; path=/`
  vi.stubGlobal('innerWidth', width)
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<State />))
  const shown = place.textContent
  act(() => root.unmount())
  return shown
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  document.cookie = 'sidebarStatus=; path=/; Max-Age=0'
  vi.unstubAllGlobals()
})

describe('sidebar state', () => {
  test.each([
    [null, 'desktop open'],
    ['1', 'desktop open'],
    ['0', 'desktop closed'],
    ['nonsense', 'desktop closed'],
  ])('the sidebar cookie %s: 1 open, 0 closed, default open', (cookie, shown) => {
    expect(sidebarOf(1280, cookie)).toBe(shown)
  })

  test('mobile breakpoint 992 px: 991 is mobile, 992 and 993 are desktop', () => {
    expect([991, 991.5, 992, 993].map((width) => sidebarOf(width, null))).toEqual([
      'mobile closed',
      'mobile closed',
      'desktop open',
      'desktop open',
    ])
  })

  test('the drawer of a phone begins put away, whatever the cookie', () => {
    for (const cookie of ['0', '1', null]) expect(sidebarOf(390, cookie)).toBe('mobile closed')
  })
})
