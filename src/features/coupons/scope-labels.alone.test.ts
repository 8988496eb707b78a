import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { addLanguage, findLanguageBy } from '../../core/i18n/language.ts'
import { scopeWords } from './scope-labels.ts'

const scope =
  '1 event, 1 alias, 2 cities, not 2 aliases, not 1 venue, web or app, not es, travel from 2026-06-01, travel until 2026-06-30'

afterAll(() => findLanguageBy(() => 'en'))

it('a scope reads as the database words it, dates as people write them', () => {
  expect(scopeWords('Everything')).toBe('Everything')
  expect(scopeWords('travel from 2026-06-01')).toBe('Travel from 1 Jun 2026')
  expect(scopeWords('es or pt-BR')).toBe('Spanish or Brazilian Portuguese')
  expect(scopeWords(scope)).toBe(
    '1 event, 1 alias, 2 cities, not 2 aliases, not 1 venue, web or app, not Spanish, travel from 1 Jun 2026, travel until 30 Jun 2026',
  )
})

it('a scope reads in Spanish, whatever is in it', () => {
  addLanguage(
    'es',
    JSON.parse(readFileSync(new URL('../../app/locales/es.json', import.meta.url), 'utf8')) as Record<string, string>,
  )
  findLanguageBy(() => 'es')
  expect(scopeWords('Everything')).toBe('Todo')
  expect(scopeWords('web or phone')).toBe('Web o teléfono')
  expect(scopeWords(scope)).toBe(
    '1 evento, 1 alias, 2 ciudades, salvo 2 alias, salvo 1 recinto, web o aplicación, salvo español, viaje desde el 1 jun 2026, viaje hasta el 30 jun 2026',
  )
})
