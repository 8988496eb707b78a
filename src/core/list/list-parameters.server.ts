import { invalid, Refusal } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'
import type { SortItem } from './list-query.ts'
import { deepestRange, largestPage } from './list-query.ts'

const longestFilter = 8_000

/** A parameter that is JSON. */
export function parseJson(name: string, text: string): unknown {
  if (text.length > longestFilter)
    throw new Refusal(422, t('{name} is longer than {longestFilter} characters.', { name, longestFilter }), {
      fields: { [name]: t('Too long.') },
    })
  try {
    return JSON.parse(text)
  } catch {
    throw invalid({ [name]: t('{name} is not JSON.', { name }) })
  }
}

/** A parsed filter, with each condition still to be read. */
export function parseFilter(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {}
  const value = parseJson('filter', text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ filter: t('filter must be an object.') })
  return { ...value }
}

export function parseSortItem(text: string): SortItem {
  const value = parseJson('sort', text)
  if (Array.isArray(value) && value.length === 2) {
    const [field, order] = value as unknown[]
    if (typeof field === 'string' && (order === 'ASC' || order === 'DESC'))
      return { field, descending: order === 'DESC' }
  }
  throw invalid({ sort: t('sort must be ["field","ASC"] or ["field","DESC"].') })
}

/** The first and the last row. */
export function parseRange(text: string): readonly [first: number, last: number] {
  const value = parseJson('range', text)
  if (!Array.isArray(value) || value.length !== 2) throw invalid({ range: t('range must be [first, last].') })
  const [first, last] = value as [unknown, unknown]
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    throw invalid({ range: t('range must be two whole numbers.') })
  const [from, to] = [Number(first), Number(last)]
  if (from < 0 || to < from) throw invalid({ range: t('range must begin at 0 or later and not end before it begins.') })
  if (to - from >= largestPage)
    throw invalid({ range: t('range can cover at most {largestPage} rows.', { largestPage }) })
  if (to > deepestRange)
    throw invalid({ range: t('range ends at row {deepestRange}. Use cursor for later rows.', { deepestRange }) })
  return [from, to]
}
