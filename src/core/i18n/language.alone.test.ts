import { afterEach, describe, expect, it } from 'vitest'
import { formatDate, formatMoney, formatNumber, formatPercent, listOf, numberMarks, relativeTime } from './formats.ts'
import { addLanguage, findLanguageBy, languageOf, locale, pseudoLanguage, t } from './language.ts'
import { compile } from './message-format.ts'

addLanguage('es', {
  'Save': 'Guardar',
  '{n, plural, one {# row} other {# rows}} of {name}': '{n, plural, one {# fila} other {# filas}} de {name}',
})

describe('a text', () => {
  afterEach(() => findLanguageBy(() => 'en'))

  it('is its own English, and its placeholders are filled', () => {
    expect(t('Save')).toBe('Save')
    expect(t('{n, plural, one {# row} other {# rows}} of {name}', { n: 1, name: 'Rome' })).toBe('1 row of Rome')
    expect(t('{n, plural, one {# row} other {# rows}} of {name}', { n: 12_345, name: '{x}' })).toBe(
      '12,345 rows of {x}',
    )
  })

  it('is said in the language that is spoken, with numbers as it writes them', () => {
    findLanguageBy(() => 'es')
    expect(t('Save')).toBe('Guardar')
    expect(t('{n, plural, one {# row} other {# rows}} of {name}', { n: 12_345, name: 'Roma' })).toBe(
      '12.345 filas de Roma',
    )
  })

  it('without a translation is said in English', () => {
    findLanguageBy(() => 'es')
    expect(t('Nobody has translated {what}', { what: 'this' })).toBe('Nobody has translated this')
  })

  it('can have an apostrophe, and braces where nothing fills them', () => {
    expect(t("Don’t {n} don't", { n: 1 })).toBe("Don’t 1 don't")
    expect(t('An address needs {street}')).toBe('An address needs {street}')
  })

  it('is refused when its braces do not match', () => {
    for (const text of ['{n', 'n}', '{n, plural, one {x}', '{n, plural one {x}}', '{a b}'])
      expect(() => compile(text), text).toThrow(/brace/i)
  })
})

describe('the language of a browser', () => {
  it.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['fr-FR,fr;q=0.9,es;q=0.5,en;q=0.3', 'es'],
    ['en;q=0.2, es;q=0.7', 'es'],
    ['es;q=0,en', 'en'],
    ['de', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['*', 'en'],
    [pseudoLanguage, 'en'],
  ])('that asks for %s is %s', (accepted, expected) => {
    expect(languageOf(accepted)).toBe(expected)
  })
})

describe('formats', () => {
  afterEach(() => findLanguageBy(() => 'en'))

  it('follow the language, one after the other', () => {
    const said = () => [
      locale(),
      formatNumber(1_234_567.5, 1),
      formatMoney(1_234_550, 'EUR'),
      formatPercent(1_250),
      formatDate('2026-06-01'),
      listOf(['a', 'b', 'c']),
      relativeTime(-1, 'day'),
      Object.values(numberMarks()).join(' '),
    ]
    const english = ['en-GB', '1,234,567.5', '€12,345.50', '12.5%', '1 Jun 2026', 'a, b and c', 'yesterday', '. ,']
    expect(said()).toEqual(english)
    findLanguageBy(() => 'es')
    expect(said()).toEqual(['es-ES', '1.234.567,5', '12.345,50 €', '12,5 %', '1 jun 2026', 'a, b y c', 'ayer', ', .'])
    findLanguageBy(() => 'en')
    expect(said()).toEqual(english)
  })
})
