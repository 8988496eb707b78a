import { expect, test } from 'vitest'
import { keptFormats } from './kept-formats.ts'

test('makes a format once for each language and each thing it is of, and keeps no endless number', () => {
  const made: string[] = []
  const formats = keptFormats((locale, of) => {
    made.push(`${locale} ${of}`)
    return { locale, of }
  })
  expect(formats('es', 'EUR')).toBe(formats('es', 'EUR'))
  expect(formats('es')).toEqual({ locale: 'es', of: '' })
  expect(formats('es', 'USD')).not.toBe(formats('es', 'EUR'))
  expect(made).toEqual(['es EUR', 'es ', 'es USD'])

  for (let n = 0; n < 2_000; n++) formats(`x-${n}`)
  const before = made.length
  formats('es', 'EUR')
  expect(made).toHaveLength(before)
  formats('x-1999')
  expect(made).toHaveLength(before + 1)
})
