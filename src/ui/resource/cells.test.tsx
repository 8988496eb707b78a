import { expect, it } from 'vitest'
import { text, words } from '../../core/resource/fields.ts'
import { cellOf } from './cells.tsx'

it('names languages instead of showing their tags, one or many', () => {
  expect(cellOf('language', text({ format: 'locale' }), { id: 1, language: 'pt-BR' })).toBe('Brazilian Portuguese')
  const languages = words({ format: 'locale' })
  expect(cellOf('languages', languages, { id: 1, languages: ['en', 'de'] })).toBe('English, German')
  expect(cellOf('tags', words(), { id: 1, tags: ['en', 'de'] })).toBe('en, de')
})
