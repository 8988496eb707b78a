import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Language } from '../../core/i18n/language.ts'
import { addLanguage, findLanguageBy } from '../../core/i18n/language.ts'
import { storedColumns } from './stored-columns.server.ts'
import type { Said } from './stored-text.ts'
import { sayStored, storedText } from './stored-text.ts'

let spoken: Language = 'en'
beforeEach(() => {
  findLanguageBy(() => spoken)
  addLanguage('es', {
    'Row {row}': 'Fila {row}',
    'Due {day}, {amount}: {place}': 'Para el {day}, {amount}: {place}',
    '{n, plural, one {# seat} other {# seats}}': '{n, plural, one {# asiento} other {# asientos}}',
  })
})
afterEach(() => {
  spoken = 'en'
})
function inBoth(said: Said): readonly string[] {
  // As it comes back from the database.
  const kept = JSON.parse(JSON.stringify(said)) as Said
  return (['en', 'es'] as const).map((language) => {
    spoken = language
    return sayStored(kept).replaceAll(/\s/g, ' ')
  })
}

describe('a stored text', () => {
  it('is said in the language of its reader, its days, money, numbers and other texts too', () => {
    const place = { all: [storedText('Row {row}', { row: 'B' }), 'Palco'], between: ' · ' }
    const said = storedText('Due {day}, {amount}: {place}', {
      day: { date: '2026-11-27' },
      amount: { money: 123_450, currency: 'EUR' },
      place,
    })
    const [english, spanish] = inBoth(said)
    expect(english).toBe('Due 27 Nov 2026, €1,234.50: Row B · Palco')
    expect(spanish).toMatch(/^Para el 27 nov 2026, 1\.?234,50 €: Fila B · Palco$/)
    expect(inBoth(storedText('{n, plural, one {# seat} other {# seats}}', { n: 2 }))).toEqual(['2 seats', '2 asientos'])
  })

  it('writes a share as its reader does', () => {
    expect(inBoth(storedText('Row {row}', { row: { share: 1_250 } }))).toEqual(['Row 12.5%', 'Fila 12,5 %'])
  })

  it('leaves the words of a person as they are', () => {
    expect(inBoth('Fila {row}')).toEqual(['Fila {row}', 'Fila {row}'])
    expect(inBoth(storedText('Row {row}', { row: '{x} & Co' }))).toEqual(['Row {x} & Co', 'Fila {x} & Co'])
  })

  it('has its English sentence in a column beside it, cut where it is long', () => {
    spoken = 'es'
    expect(storedColumns(storedText('Row {row}', { row: 'x'.repeat(600) })).detail).toHaveLength(500)
    expect(storedColumns('note')).toEqual({ detail: 'note', said: null })
    expect(storedColumns('')).toEqual({ detail: null, said: null })
  })
})
