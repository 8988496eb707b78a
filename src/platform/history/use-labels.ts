import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { formatNumber, listOf } from '../../core/i18n/formats.ts'
import type { Use, UsedBy } from './record.endpoints.ts'

/** `12 purchases`, `more than 1,000 events`. Fields of one resource are added up: a record that refers twice counts twice. */
export function countWords(
  uses: readonly Pick<Use, 'resource' | 'count' | 'isCapped'>[],
  resources: readonly AnyResource[],
): string[] {
  return [...Map.groupBy(uses, ({ resource }) => resource)].map(([name, own]) => {
    const [one, many] = resources.find((resource) => resource.name === name)?.label ?? [name, name]
    const count = own.reduce((sum, use) => sum + use.count, 0)
    const isMore = own.some(({ isCapped }) => isCapped)
    const n = formatNumber(count)
    const what = inSentence(t(count === 1 && !isMore ? one : many))
    return isMore ? t('more than {n} {what}', { n, what }) : `${n} ${what}`
  })
}

interface Told {
  readonly uses: readonly Pick<Use, 'resource' | 'count' | 'isCapped'>[]
  readonly hasOthers: boolean
  /** Records whose texts lead to it. */ readonly linking: number
  readonly hasMoreLinks?: boolean
}

/** `12 purchases`, `the texts of 3 pages`: everything that refers to something, to be listed. */
export function referringWords(
  { uses, hasOthers, linking, hasMoreLinks = false }: Told,
  resources: readonly AnyResource[],
): string[] {
  const texts = hasMoreLinks
    ? t('the texts of more than {n} pages', { n: formatNumber(linking) })
    : t('{n, plural, one {the text of # page} other {the texts of # pages}}', { n: linking })
  return [
    ...countWords(uses, resources),
    ...(linking === 0 ? [] : [texts]),
    ...(hasOthers ? [t('records that you can’t see')] : []),
  ]
}

/** `Used by 12 purchases and 3 events.`; nothing where nothing is known to refer to it. */
export function usedByWords(
  { uses, hasOthers, links = [] }: Pick<UsedBy, 'uses' | 'hasOthers'> & Partial<Pick<UsedBy, 'links'>>,
  resources: readonly AnyResource[],
): string {
  const parts = referringWords({ uses, hasOthers, linking: links.length }, resources)
  return parts.length === 0 ? '' : t('Used by {uses}.', { uses: listOf(parts) })
}
