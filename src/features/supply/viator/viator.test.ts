import { describe, expect, it } from 'vitest'
import { readPasted } from '../importing/code-list.ts'
import { viator } from './viator.ts'

const read = (text: string) => readPasted(text, viator.readCode)

describe('Viator codes in what people paste', () => {
  it.each([
    ['lines', '5010SYDNEY\n250380P1\r\n46334P42'],
    ['commas and semicolons', '5010SYDNEY, 250380P1;46334P42'],
    ['tabs and quotes', '"5010SYDNEY"\t\'250380P1\'\t“46334P42”'],
    ['lower case and spaces', '  5010sydney 250380p1 46334p42  '],
    ['rows with titles', '5010SYDNEY | Big Bus Sydney\n250380P1, Surf lessons\n46334P42\tBerlin walk'],
    ['formulas and a byte order mark', '\uFEFF="5010SYDNEY"\n=("250380P1")\n[46334P42]'],
    [
      'addresses',
      'https://www.viator.com/tours/Sydney/Big-Bus/d357-5010SYDNEY\nwww.viator.com/es-ES/tours/Bali/Surf/d98-250380P1?mcid=1\nhttps://shop.partner.viator.com/tours/Berlin/x/d488-46334P42#reviews',
    ],
  ])('are read from %s', (_shape, text) => {
    expect(read(text)).toEqual({
      codes: ['5010SYDNEY', '250380P1', '46334P42'],
      duplicates: 0,
      refused: [],
      linesOfWords: 0,
    })
  })

  it('count once, and what is none is named with its line', () => {
    expect(read('5010SYDNEY 5010sydney\n\n12345\nhttps://example.com/d1-5010SYDNEY\n😀7x')).toEqual({
      codes: ['5010SYDNEY'],
      duplicates: 1,
      refused: [
        { line: 3, text: '12345' },
        { line: 4, text: 'https://example.com/d1-5010SYDNEY' },
        { line: 5, text: '😀7x' },
      ],
      linesOfWords: 0,
    })
  })

  it('are said to be missing from lines of words, and from none that is blank', () => {
    expect(read('Tours in Sydney\n\n5010SYDNEY Big Bus\nnot a code')).toEqual({
      codes: ['5010SYDNEY'],
      duplicates: 0,
      refused: [],
      linesOfWords: 2,
    })
  })

  it('are found at once in 10,000 lines, and a line of 5 KB is cut', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => (n % 3 === 0 ? '' : `${1_000 + n}P1`))
    const { codes, refused } = read([...lines, `9${'x-'.repeat(2_500)}`].join('\r\n'))
    expect(codes).toHaveLength(6_666)
    expect(refused).toMatchObject([{ line: 10_001 }])
    expect(refused[0]?.text).toHaveLength(80)
  })
})
