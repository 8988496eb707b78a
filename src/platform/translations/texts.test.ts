import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parityProblem } from './text-parity.ts'
import { fallbackChain } from './store/translatable.ts'
import { wordDiff } from './store/word-diff.ts'

describe('what a program fills in', () => {
  it('is in the translation as often as in the source', () => {
    expect(parityProblem('{n} tickets for {{name}}', '{{name}}: {n} entradas')).toBeNull()
    expect(parityProblem('%s of %1$d', '%1$d de %s')).toBeNull()
    expect(parityProblem('{n} tickets', 'entradas')).toBe('Missing here but in the source: {n}.')
    expect(parityProblem('{n} tickets', '{n} de {n}')).toBe('It has {n} more often than the source.')
  })

  it('keeps where links lead, and lets their words be translated', () => {
    const source = 'See :::link|text=the museums|element=sc-1-22::: today'
    expect(parityProblem(source, 'Hoy: :::link|text=los museos|element=sc-1-22:::')).toBeNull()
    expect(parityProblem(source, 'Hoy: :::link|text=los museos|element=sc-1-23:::')).toBe(
      'Missing here but in the source: the link to sc-1-22. It has the link to sc-1-23 more often than the source.',
    )
    expect(parityProblem(':::link|text={n} museums|element=c-1:::', ':::link|text=museos|element=c-1:::')).toContain(
      '{n}',
    )
  })
})

describe('a missing text', () => {
  const locales = [
    { code: 'en', fallback: null },
    { code: 'es', fallback: 'en' },
    { code: 'es-MX', fallback: 'en' },
    { code: 'ca', fallback: 'es' },
    { code: 'x', fallback: 'y' },
    { code: 'y', fallback: 'x' },
  ]
  it('is looked for in the locale, its language, what that falls back to, and at last the default', () => {
    expect(fallbackChain('es', locales)).toEqual(['es', 'en'])
    expect(fallbackChain('es-MX', locales)).toEqual(['es-MX', 'es', 'en'])
    expect(fallbackChain('ca', locales)).toEqual(['ca', 'es', 'en'])
    expect(fallbackChain('zh-Hant-TW', locales)).toEqual([])
  })
  it('is not looked for in circles', () => {
    expect(fallbackChain('x', locales)).toEqual(['x', 'y'])
  })
})

describe('what has become of a text', () => {
  it('is shown word by word, and adds up to both texts', () => {
    const parts = wordDiff('Walk past the long queue', 'Walk past the queue today')
    expect(parts.filter(({ change }) => change === 'removed').map(({ text }) => text.trim())).toEqual(['long'])
    expect(parts.filter(({ change }) => change === 'added').map(({ text }) => text.trim())).toEqual(['today'])
    const without = (left: string) =>
      parts
        .filter(({ change }) => change !== left)
        .map(({ text }) => text)
        .join('')
    expect([without('added'), without('removed')]).toEqual(['Walk past the long queue', 'Walk past the queue today'])
  })
  it('is all of it where nothing is left, and nothing where nothing changed', () => {
    expect(wordDiff('one', 'two')).toEqual([
      { text: 'one', change: 'removed' },
      { text: 'two', change: 'added' },
    ])
    expect(wordDiff('same', 'same')).toEqual([{ text: 'same', change: 'same' }])
    expect(wordDiff('', 'new')).toEqual([{ text: 'new', change: 'added' }])
    expect(wordDiff('', '')).toEqual([])
  })

  it('adds up to both texts, whatever they are, with no two parts of one fate beside each other', () => {
    const text = fc
      .array(fc.constantFrom('one', 'two', 'three', ' ', '  ', '\n', 'Two.'), { maxLength: 30 })
      .map((words) => words.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after)
        const without = (left: string) => parts.flatMap(({ change, text }) => (change === left ? [] : [text])).join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
        expect(parts.some(({ change, text }, at) => text === '' || change === parts[at + 1]?.change)).toBe(false)
      }),
    )
  })

  it('of many words is shown word by word if few have changed, and otherwise one text after the other', () => {
    const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`)
    const changed = words.map((word, n) => (n % 100 === 7 ? 'changed' : word)).join(' ')
    expect(wordDiff(words.join(' '), changed).filter(({ change }) => change === 'added')).toHaveLength(50)
    const other = words.map((word) => `other ${word}s`).join(' ')
    expect(wordDiff(words.join(' '), other).map(({ change }) => change)).toEqual(['removed', 'added'])
  })
})
