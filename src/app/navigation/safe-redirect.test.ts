import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loginAddress, safeRedirect } from './safe-redirect.ts'

describe('redirect after signing in leads only ever into the console', () => {
  test.each([
    '/',
    '/coupons/list',
    '/coupons/update?id=7&tab=rules',
    '/a?x=1#part',
    '/?next=//elsewhere',
    '/loginx',
    '/#/a',
  ])('accepts %j', (wanted) => {
    expect(safeRedirect(wanted)).toBe(wanted)
  })

  test.each([
    null,
    undefined,
    '',
    'coupons',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' /a',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\u0000',
    '/login',
    '/login/',
    '/login?redirect=/login',
    '/login#a',
    '/LOGIN',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a\\b',
  ])('turns %j into /', (wanted) => {
    expect(safeRedirect(wanted)).toBe('/')
  })

  test('whatever is accepted stays on this site', () => {
    const piece = fc.oneof(
      fc.constantFrom('/', '\\', '.', '%2e', '?', '#', ':', '@', '\t', 'login', 'evil.example'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const url = new URL(safeRedirect(pieces.join('')), 'https://console.example')
        expect(url.origin).toBe('https://console.example')
        expect(url.pathname.startsWith('//')).toBe(false)
        expect(url.pathname).not.toBe('/login')
      }),
      { numRuns: 2000 },
    )
  })

  test('the full path is percent-encoded, so that nothing of it is lost', () => {
    const address = loginAddress('/a?x=1&y=2#part')
    expect(address).toBe('/login?redirect=%2Fa%3Fx%3D1%26y%3D2%23part')
    expect(new URL(address, 'https://console.example').searchParams.get('redirect')).toBe('/a?x=1&y=2#part')
  })
})
