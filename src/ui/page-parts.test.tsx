import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isEscapeTaken } from './escape.web.ts'
import { LinkMarkers, type LinkMarkerPart } from './link-markers.tsx'
import type { RouteQueryPatch } from './navigation.tsx'
import { useRouteQuery } from './navigation.tsx'
import { finishProgress, startProgress } from './progress-bar.web.ts'
import { click, closeScreen, openScreen } from './testing/open-screen.tsx'
import { refuseMarkup } from './trusted-types.web.ts'

const bar = () => document.querySelector('#nprogress [role=progressbar]')

describe('progress bar', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    finishProgress()
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
  })

  test('creeps forward, and is gone 400 ms after it is done', () => {
    startProgress()
    expect(bar()?.getAttribute('aria-valuenow')).toBe('8')
    vi.advanceTimersByTime(600)
    expect(Number(bar()?.getAttribute('aria-valuenow'))).toBeGreaterThan(20)
    finishProgress()
    expect(bar()?.getAttribute('aria-valuenow')).toBe('100')
    vi.advanceTimersByTime(400)
    expect(document.getElementById('nprogress')).toBeNull()
    expect(document.documentElement.classList.contains('nprogress-busy')).toBe(false)
  })

  test('never claims to be there before it is', () => {
    startProgress()
    vi.advanceTimersByTime(600_000)
    expect(Number(bar()?.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(99)
  })

  test('starting twice shows one bar, and being done without a start does nothing', () => {
    finishProgress()
    startProgress()
    startProgress()
    expect(document.querySelectorAll('#nprogress')).toHaveLength(1)
  })
})

describe('query string', () => {
  afterEach(closeScreen)
  function Changing({ patch }: { patch: RouteQueryPatch }) {
    const [, change] = useRouteQuery()
    return <button onClick={() => change(patch)}>Change</button>
  }

  test.each<[string, RouteQueryPatch, string]>([
    ['/page?a=1&b=2', { b: null, c: 3 }, '/page?a=1&c=3'],
    ['/page?a=1', { a: '' }, '/page'],
    ['/page', { q: '12E5' }, '/page?q=12E5'],
    ['/page?a=1#part', { a: 2 }, '/page?a=2#part'],
  ])('a change of %s keeps the rest; nothing takes a parameter out: %j', async (address, patch, after) => {
    const screen = await openScreen(<Changing patch={patch} />, {}, address)
    await click(screen.button('Change'))
    expect(screen.address()).toBe(after)
  })
})

describe('Trusted Types policy', () => {
  const createPolicy = vi.fn<NonNullable<Window['trustedTypes']>['createPolicy']>()
  vi.stubGlobal('trustedTypes', { createPolicy })
  refuseMarkup(['https://scripts.example/a.js'])
  vi.unstubAllGlobals()
  const made = [...createPolicy.mock.calls]
  const [[name, rules] = []] = made
  if (!rules) throw new Error('No policy was made.')

  test('is the one that browsers ask where no other is named', () => {
    expect([name, made.length]).toEqual(['default', 1])
  })

  test.each(['<b>', 'a<img src=x onerror=1>', '</p>', '<!--', '<?xml', '<SCRIPT>'])('refuses markup: %s', (text) => {
    expect(() => rules.createHTML(text)).toThrow(TypeError)
  })

  test('lets a style sheet through, which browsers count as markup', () => {
    expect(rules.createHTML(':root{--a:1px}@media (1px < width){}')).toContain('--a')
  })

  test('refuses scripts from strings and from addresses that are not listed', () => {
    expect(() => rules.createScript('1')).toThrow(TypeError)
    expect(() => rules.createScriptURL('https://evil.example/a.js')).toThrow(TypeError)
    expect(rules.createScriptURL('https://scripts.example/a.js')).toBe('https://scripts.example/a.js')
  })
})

describe('Escape: one press closes one layer', () => {
  afterEach(() => document.body.replaceChildren())
  const show = (attributes: Readonly<Record<string, string>>) => {
    const layer = document.createElement('div')
    for (const [name, value] of Object.entries(attributes)) layer.setAttribute(name, value)
    document.body.append(layer)
  }

  test('nothing open: it goes to the toasts', () => {
    expect(isEscapeTaken()).toBe(false)
  })

  test.each(['dialog', 'menu', 'listbox'])('an open %s takes it', (role) => {
    show({ role })
    expect(isEscapeTaken()).toBe(true)
  })

  test('an alert on top does not, whatever lies below it', () => {
    show({ role: 'alertdialog', 'data-message-box': 'confirm' })
    expect(isEscapeTaken()).toBe(true)
    show({ role: 'alertdialog', 'data-message-box': 'alert' })
    expect(isEscapeTaken()).toBe(false)
  })
})

describe('link markers on the page', () => {
  function render(parts: readonly LinkMarkerPart<string>[], hrefOf?: (target: string) => string | null) {
    const host = document.createElement('div')
    const root = createRoot(host)
    flushSync(() => root.render(<LinkMarkers parts={parts} {...(hrefOf ? { hrefOf } : {})} />))
    return host
  }

  test('nothing in a text is read as markup', () => {
    const host = render(
      [
        { kind: 'text', text: '<img src=x onerror=alert(1)>' },
        { kind: 'link', text: '<b>Rome</b>', element: 'c-1', target: 'rome' },
      ],
      () => '/cities/rome',
    )
    expect(host.querySelector('img, b')).toBeNull()
    expect(host.querySelector('a')?.textContent).toBe('<b>Rome</b>')
    expect(host.querySelector('a')?.getAttribute('href')).toBe('/cities/rome')
  })

  test.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'relative'])(
    'an address such as %s never becomes a link',
    (address) => {
      const host = render([{ kind: 'link', text: 'x', element: 'c-1', target: 'x' }], () => address)
      expect(host.querySelector('a')).toBeNull()
      expect(host.textContent).toBe('x')
    },
  )

  test('an unknown element says that it is a broken link', () => {
    const host = render([{ kind: 'link', text: 'x', element: 'zz', target: null }])
    expect(host.textContent).toBe('x (broken link: zz is not a known link)')
  })
})
