import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'

type Both = readonly [ascending: string, descending: string]

/** Columns whose order has words of its own. */
const ofColumn: Readonly<Record<string, Both>> = {
  urgency: [msg('Least urgent first'), msg('Most urgent first')],
  createdAt: [msg('Oldest first'), msg('Newest first')],
}

const moments: Both = [msg('{column}, earliest first'), msg('{column}, latest first')]
const numbers: Both = [msg('{column}, lowest first'), msg('{column}, highest first')]
const ofKind: Readonly<Record<string, Both>> = {
  date: moments,
  instant: moments,
  integer: numbers,
  decimal: numbers,
  money: numbers,
  percent: numbers,
  text: [msg('{column}, A to Z'), msg('{column}, Z to A')],
  boolean: [msg('{column} last'), msg('{column} first')],
}

/** The order of a list, as people say it; `column` is the head of the column that it is sorted by. */
export function sortLabel(
  resource: AnyResource,
  { column: key, direction }: { readonly column: string; readonly direction: string },
  column: string | undefined,
): string | undefined {
  if (column === undefined) return undefined
  const isDown = direction === 'desc'
  const words = ofColumn[key] ?? ofKind[fieldOf(resource, key)?.kind ?? '']
  if (words) return t(words[isDown ? 1 : 0], { column })
  return isDown ? t('Sorted by {column}, descending', { column }) : t('Sorted by {column}', { column })
}
