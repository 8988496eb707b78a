import { t } from '../../core/i18n/language.ts'
import { useBusinessZone } from './business-zone.web.ts'
import { filterSentence } from '../../core/list/condition-labels.ts'
import { useReferenceTitles } from './reference-titles.web.ts'
import { labelOf } from '../../core/resource/fields.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { sortItem } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'

interface Question {
  readonly filter: Filter
  readonly q: string
  /** `-createdAt`; left out where the order means nothing. */ readonly sort?: string
}

/** A list's query in sentences: its filters, its search text and its order. */
export function useQuestionWords(resource: AnyResource, { filter, q, sort }: Question): string {
  const zone = useBusinessZone()
  const { titleOf } = useReferenceTitles(resource, filter)
  const narrowed = filterSentence(resource, filter, { titleOf, zone, currencyOf: () => null })
    .replace(/^Showing a/, 'A')
    .replace(/^Showing (.)/, (_, first: string) => first.toUpperCase())
  const { field: key, descending } = sortItem(sort ?? '')
  const field = fieldOf(resource, key)
  return [
    narrowed,
    q !== '' && t('Found by “{q}”.', { q }),
    field &&
      (descending
        ? t('Sorted by {label}, descending.', { label: labelOf(key, field) })
        : t('Sorted by {label}.', { label: labelOf(key, field) })),
  ]
    .filter(Boolean)
    .join(' ')
}
