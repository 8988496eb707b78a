import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedAddress } from './pasted-address.web.ts'

const origin = 'https://desk.marquee.example'

describe('a pasted address', () => {
  it.each([
    [`${origin}/coupons/update?id=7`, '/coupons/update?id=7'],
    [`  ${origin}/coupons/list?q=a%20b&page=2#top \n`, '/coupons/list?q=a%20b&page=2#top'],
    ['HTTPS://DESK.MARQUEE.EXAMPLE/dashboard', '/dashboard'],
    ['/purchases/list?q=12E5', '/purchases/list?q=12E5'],
    [`${origin}/#/coupons/update?id=7`, '/coupons/update?id=7'],
    ['/#/coupons/list', '/coupons/list'],
    ['#/coupons/list?x=1', '/coupons/list?x=1'],
    ['#//evil.example/x', '/evil.example/x'],
    [`${origin}/sections/list`, '/rewrite-rules'],
    [origin, '/'],
  ])('of the console leads to just that place: %s', (text, address) => {
    expect(pastedAddress(text, origin)).toMatchObject({ kind: 'inside', address })
  })

  it.each([
    'https://evil.example/coupons/update?id=7',
    'http://desk.marquee.example/coupons/list',
    'https://desk.marquee.example:8443/coupons/list',
    'https://desk.marquee.example.evil.example/',
    'https://desk.marquee.example@evil.example/',
    'https://ana:secret@desk.marquee.example/coupons/list',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '///evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
    `${origin}//evil.example`,
    `${origin}/\\evil.example`,
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://desk.marquee.example/1',
    'ftp://desk.marquee.example/',
    'view-source:https://desk.marquee.example/',
    `${origin}/login?redirect=/x`,
    'https://',
  ])('that leads elsewhere is not opened: %s', (text) => {
    expect(pastedAddress(text, origin)).toEqual({ kind: 'foreign' })
  })

  it.each([
    'ana@sample.test',
    'WXYZ2345',
    '#12',
    'note: call back',
    'coupon',
    '/ two words',
    'desk.marquee.example/coupons/list',
    '12/2026',
  ])('is not what is looked for: %s', (text) => {
    expect(pastedAddress(text, origin)).toEqual({ kind: 'text' })
  })

  it('never leads out of the console, whatever is pasted', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '//',
      origin,
      'https:',
      'javascript:',
      '@',
      'evil.example',
      '#/',
      '/#/',
      '\t',
      '\n',
      '\u2028',
      '%2f',
      '%5c',
      '..',
      '.',
      '?',
      '#',
      'coupons',
      ':',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const pasted = pastedAddress(text, origin)
          if (pasted.kind !== 'inside') return
          expect(new URL(pasted.address, origin).origin).toBe(origin)
          expect(pasted.address).toMatch(/^\/(?!\/)/)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
