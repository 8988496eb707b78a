import { describe, expect, it } from 'vitest'
import { categories } from '../../../features/categories/categories.ts'
import { readinessOf } from '../../publishing/readiness.ts'
import type { TranslationStatus } from './translatable.ts'
import { completenessOf, textsIn } from './translation-store.server.ts'

const language = (code: string, publishesMachineTexts = false) => ({
  code,
  name: code,
  nativeName: code,
  direction: 'ltr' as const,
  isDefault: code === 'en',
  isRequired: code !== 'en',
  publishesMachineTexts,
  fallback: code === 'en' ? null : 'en',
})
const text = (locale: string, status: TranslationStatus) => ({
  field: 'name',
  locale,
  text: 'Museos',
  status,
  source: 'Museums',
  isOutdated: false,
  translator: 'x',
  changedAt: '',
  version: 1,
})

describe.each([
  ['draft', false, false],
  ['in_review', false, false],
  ['machine', false, false],
  ['machine', true, true],
  ['approved', false, true],
] as const)('a text that is %s, where a machine’s are published: %s', (status, publishesMachineTexts, isPublic) => {
  const locales = [language('en'), language('es', publishesMachineTexts)] as const
  const inUse = locales.map((locale, id) => ({ ...locale, id, isOnSite: true }))
  const stored = [text('es', status)]

  it('is shown to readers, counts as translated and makes a page complete, or does none of it', () => {
    const record = { name: 'Museums', slug: 'museums' }
    const told = textsIn(categories, record, locales[1], locales, stored).texts.find(({ field }) => field === 'name')
    expect(told).toMatchObject({
      text: 'Museos',
      shown: isPublic ? 'Museos' : 'Museums',
      shownIn: isPublic ? 'es' : 'en',
      isFallback: !isPublic,
    })
    const counted = completenessOf(categories, record, inUse, stored)
    expect(counted).toMatchObject([
      { code: 'es', translated: isPublic ? 1 : 0, unapproved: isPublic ? 0 : 1, total: 2 },
    ])
    const findings = readinessOf(categories, record, locales, stored)
    expect(findings.find(({ key }) => key === 'name es')).toMatchObject({ isBlocking: true, isMet: isPublic })
  })
})
