import { useBusinessZone } from '../../kit/screens/business-zone.web.ts'
import { filterSentence } from '../../kit/condition-words.ts'
import { useReferenceTitles } from '../../kit/screens/reference-titles.web.ts'
import { labelOf } from '../../kit/fields.ts'
import type { Filter } from '../../kit/list-query.ts'
import { sortItem } from '../../kit/list-query.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { fieldOf } from '../../kit/resource.ts'

interface Question { readonly filter: Filter; readonly q: string; /** `-createdAt` */ readonly sort: string }

/** What an export holds, in sentences: what the list is narrowed to, what was searched for, and the order. */
export function useQuestionWords(resource: AnyResource, { filter, q, sort }: Question): string {
  const zone = useBusinessZone()
  const { titleOf } = useReferenceTitles(resource, filter)
  const narrowed = filterSentence(resource, filter, { titleOf, zone, currencyOf: () => null }).replace(/^Showing a/, 'A').replace(/^Showing (.)/, (_, first: string) => first.toUpperCase())
  const { field: key, descending } = sortItem(sort)
  const field = fieldOf(resource, key)
  return [
    narrowed, q !== '' && `Found by “${q}”.`, field && `Sorted by ${labelOf(key, field)}${descending ? ', descending' : ''}.`,
  ].filter(Boolean).join(' ')
}

/** `1.4 MB`. */
export function sizeWords(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? Math.max(0.1, size).toFixed(1) : Math.round(size)} ${unit}`
}
