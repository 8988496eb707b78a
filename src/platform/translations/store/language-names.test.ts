import { beforeAll, describe, expect, it } from 'vitest'
import { addLanguages } from '../../../app/locales/languages.server.ts'
import { speaking } from '../../../core/http/language.server.ts'
import { readinessOf } from '../../publishing/readiness.ts'
import { categories } from '../../../features/categories/categories.ts'
import { languageName } from './language-names.ts'

describe('what a language is called', () => {
  beforeAll(() => addLanguages({ isProduction: true }))

  it('is said in the language of its reader, and as staff called it where no standard has a name for it', () => {
    expect([languageName('es', 'Spanish'), languageName('qaa-ES', 'Launched')]).toEqual(['Spanish', 'Launched'])
    speaking('es', () =>
      expect([languageName('es', 'Spanish'), languageName('hi', 'Hindi'), languageName('qaa', 'Launched')]).toEqual([
        'español',
        'hindi',
        'Launched',
      ]),
    )
  })

  it('is so in what a page needs before it is published', () => {
    const locales = [{ code: 'es', name: 'Spanish', isDefault: false, isRequired: true, publishesMachineTexts: false }]
    speaking('es', () => {
      expect(
        readinessOf(categories, { name: 'Museums' }, locales, [])
          .map(({ label }) => label)
          .filter((label) => label.includes('Spanish')),
      ).toEqual([])
      expect(
        readinessOf(categories, { name: 'Museums' }, locales, []).some(({ label }) => label.includes('español')),
      ).toBe(true)
    })
  })
})
