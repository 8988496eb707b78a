import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINK_CODES, parseLinkElement, parseLinkMarkers, SPECIAL_HUBS } from './link-marker.ts'

const MARKED_TEXT_LIMIT = 65_536

describe('link-marker text format ":::link|text=...|element=...:::"', () => {
  test('a marker between texts becomes a link between texts', () => {
    expect(parseLinkMarkers('See :::link|text=Las Vegas|element=c-12::: soon')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'Las Vegas', element: 'c-12', target: { code: 'c', suffixes: [12] } },
      { kind: 'text', text: ' soon' },
    ])
  })

  test.each([...LINK_CODES, ...SPECIAL_HUBS.map((hub) => `special-${hub}`)])(
    'element code %s is known, with none, one and two numeric suffixes',
    (code) => {
      expect(parseLinkElement(code)).toEqual({ code, suffixes: [] })
      expect(parseLinkElement(`${code}-7`)).toEqual({ code, suffixes: [7] })
      expect(parseLinkElement(`${code}-7-12`)).toEqual({ code, suffixes: [7, 12] })
    },
  )

  test.each(['', 'x', 'c-', 'c-a', 'c-1-2-3', 'c 1', 'C', 'special', 'special-', 'special-nope', 'nba', 'c-1\n', '-1'])(
    'element %j leads nowhere',
    (element) => {
      expect(parseLinkElement(element)).toBeNull()
    },
  )

  test('an unknown element is still a link part, so that it can be reported and not silently shown', () => {
    expect(parseLinkMarkers(':::link|text=Old|element=zz-1:::')).toEqual([
      { kind: 'link', text: 'Old', element: 'zz-1', target: null },
    ])
  })

  test.each([
    'no marker',
    ':::',
    ':::link|text=a',
    ':::link|text=a|element=c-1::',
    ':::link|element=c-1:::',
    ':::link|text=a:::',
    ':::LINK|text=a|element=c:::',
    '',
  ])('what is no whole marker stays text: %j', (text) => {
    expect(parseLinkMarkers(text)).toEqual(text === '' ? [] : [{ kind: 'text', text }])
  })

  test('an opening that is never closed does not swallow the marker after it', () => {
    expect(parseLinkMarkers(':::link|text=open :::link|text=Rome|element=c-3:::')).toEqual([
      { kind: 'text', text: ':::link|text=open ' },
      { kind: 'link', text: 'Rome', element: 'c-3', target: { code: 'c', suffixes: [3] } },
    ])
  })

  test('the text of a marker can have bars and markup, which stay as they are', () => {
    expect(parseLinkMarkers(':::link|text=<b>a|b</b>|element=ev-1:::')[0]).toMatchObject({
      text: '<b>a|b</b>',
      element: 'ev-1',
    })
  })

  test('nothing gets lost: the parts written out again are the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(':::', ':::link|text=', '|element=', 'c-1', 'link', '|'),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const written = parseLinkMarkers(text).map((part) =>
          part.kind === 'text' ? part.text : `:::link|text=${part.text}|element=${part.element}:::`,
        )
        expect(written.join('')).toBe(text)
      }),
    )
  })

  test('a known element can be written and read back', () => {
    const target = { code: 'special-mlb', suffixes: [4, 2] } as const
    expect(parseLinkElement([target.code, ...target.suffixes].join('-'))).toEqual(target)
  })

  test('time grows with the text and not with its square: 40,000 unclosed markers within half a second', () => {
    const started = performance.now()
    parseLinkMarkers(':::link|text='.repeat(40_000))
    parseLinkMarkers(':::link|text=a:::'.repeat(40_000))
    parseLinkMarkers('|element='.repeat(40_000))
    expect(performance.now() - started).toBeLessThan(500)
  })

  test('markers beyond 64 KB stay text', () => {
    const parts = parseLinkMarkers(`${'x'.repeat(MARKED_TEXT_LIMIT)}:::link|text=a|element=c-1:::`)
    expect(parts).toHaveLength(1)
  })
})
