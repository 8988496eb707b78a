import { Refusal, invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { parseList } from '../../core/list/list-query.server.ts'
import { pageSizes, sortItem } from '../../core/list/list-query.ts'
import { dots } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { viewKeys, viewText } from '../../core/list/saved-views.ts'

const longest = 8_000
const maxColumns = 100

/**
 * A view's query in the order in which views are kept, checked by the same code that will read it when the list is
 * asked for.
 *
 * @throws Refusal 422 that names whatever the list does not know
 */
export function checkedQuery(resource: AnyResource, text: string): string {
  if (text.length > longest) throw refused(t('A view can have at most {longest} characters.', { longest }))
  const entries = [...new URLSearchParams(text)]
  const given = Object.fromEntries(entries)
  const stranger = entries.find(([key]) => !(viewKeys as readonly string[]).includes(key))
  if (stranger) throw refused(t('A view can’t store {value}.', { value: stranger[0] }))
  const [repeated] = viewKeys.filter((key) => entries.filter(([name]) => name === key).length > 1)
  if (repeated) throw refused(t('{repeated} is given more than once.', { repeated }))
  const { q, filter, sort, size, columns } = given
  if (size !== undefined && !(pageSizes as readonly number[]).includes(Number(size)))
    throw refused(t('size must be one of {pageSizes}.', { pageSizes: pageSizes.join(', ') }))
  const keys = columns?.split(',') ?? []
  const unknown = keys.find((key) => fieldOf(resource, key) === undefined)
  if (unknown !== undefined) throw refused(t('{many} have no {unknown}.', { many: resource.label[1], unknown }))
  if (keys.length > maxColumns || new Set(keys).size < keys.length)
    throw refused(t('columns must name each column once.'))
  const item = sort === undefined ? null : sortItem(sort)
  try {
    // Whether it can be asked does not depend on whose days it counts.
    parseList(
      resource,
      {
        ...(q !== undefined && { q }),
        ...(filter !== undefined && { filter }),
        ...(item && { sort: JSON.stringify([item.field, item.descending ? 'DESC' : 'ASC']) }),
      },
      'UTC',
    )
  } catch (error) {
    throw error instanceof Refusal && error.status === 422 ? refused(error.message) : error
  }
  return viewText(given)
}

function refused(message: string): Refusal {
  return invalid({ query: message })
}

/**
 * A view's query as the audit keeps it, for good: without anything that can name a person, because people can ask to be
 * forgotten.
 */
export function traceOfQuery(resource: AnyResource, text: string): string {
  const params = new URLSearchParams(text)
  if (params.has('q')) params.set('q', dots)
  const filter = params.get('filter')
  if (filter !== null) {
    const entries = Object.entries(JSON.parse(filter) as object).map(([key, condition]) => [
      key,
      fieldOf(resource, key)?.personal ? dots : (condition as unknown),
    ])
    params.set('filter', JSON.stringify(Object.fromEntries(entries)))
  }
  return decodeURIComponent(params.toString().replaceAll('+', ' '))
}
