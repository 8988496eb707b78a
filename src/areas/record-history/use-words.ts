import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'
import { formatNumber, listOf } from '../../kit/formats.ts'
import type { Use, UsedBy } from './record-calls.ts'

/** `12 purchases`, `more than 1,000 events`. Fields of one resource are added up: a record that refers twice counts twice. */
export function countWords(uses: readonly Use[], resources: readonly AnyResource[]): string[] {
  return [...Map.groupBy(uses, ({ resource }) => resource)].map(([name, own]) => {
    const [one, many] = resources.find((resource) => resource.name === name)?.label ?? [name, name]
    const count = own.reduce((sum, use) => sum + use.count, 0)
    const isMore = own.some(({ isCapped }) => isCapped)
    const n = formatNumber(count)
    const what = inSentence(t(count === 1 && !isMore ? one : many))
    return isMore ? t('more than {n} {what}', { n, what }) : `${n} ${what}`
  })
}

/** `Used by 12 purchases and 3 events.`; nothing where nothing is known to refer to it. */
export function usedByWords({ uses, hasOthers, links = [] }: Pick<UsedBy, 'uses' | 'hasOthers'> & Partial<Pick<UsedBy, 'links'>>, resources: readonly AnyResource[]): string {
  const linked = links.length === 0 ? [] : [t('{n, plural, one {the text of # page} other {the texts of # pages}}', { n: links.length })]
  const parts = [...countWords(uses, resources), ...linked, ...(hasOthers ? [t('records that you may not see')] : [])]
  return parts.length === 0 ? '' : t('Used by {uses}.', { uses: listOf(parts) })
}
