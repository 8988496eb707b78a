import { invalid } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'
import type { ParsedList } from './list-query.server.ts'
import { parseList } from './list-query.server.ts'
import type { Scalar } from './list-query.ts'
import type { AnyResource } from '../resource/resource.ts'
import { allFields, fieldOf } from '../resource/resource.ts'

/** The question of a list as it stays, however long work on its answer takes. */
export interface FrozenQuery {
  readonly filter: string | null
  readonly q: string | null
  readonly sort: string
  readonly columns: readonly string[]
}

interface Asked {
  readonly filter?: string | undefined
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly columns?: readonly string[] | undefined
}

type Value = Scalar | readonly Scalar[]

/** Two ends of a stretch on the same side: the one that leaves less. Values of one field, written alike. */
function narrower(operator: string, one: Value, other: Value): Value {
  return (operator.startsWith('g') ? one > other : one < other) ? one : other
}

function filterOf(tests: ParsedList['tests']): string | null {
  const conditions = new Map<string, Record<string, Value>>()
  for (const { key, operator, value } of tests) {
    const condition = conditions.get(key) ?? {}
    const earlier = condition[operator]
    condition[operator] = earlier === undefined ? value : narrower(operator, earlier, value)
    conditions.set(key, condition)
  }
  return conditions.size === 0 ? null : JSON.stringify(Object.fromEntries(conditions))
}

/**
 * A list's query, checked by the code that reads list calls. A period such as `today` becomes its days at this moment,
 * so that work that goes on past midnight stays about the same day.
 *
 * @throws Refusal 422 that names what the list does not know
 */
export function frozenQuery(resource: AnyResource, { filter, q, sort, columns }: Asked, timeZone: string): FrozenQuery {
  const list = parseList(
    resource,
    { ...(filter !== undefined && { filter }), ...(q !== undefined && { q }), ...(sort !== undefined && { sort }) },
    timeZone,
  )
  const frozen = filterOf(list.tests)
  if ((frozen?.length ?? 0) > 8_000) throw invalid({ filter: t('This filter is too long to be kept.') })
  const unknown = columns?.find((key) => fieldOf(resource, key) === undefined)
  if (unknown !== undefined)
    throw invalid({ columns: t('{many} have no {key}.', { many: t(resource.label[1]), key: unknown }) })
  if (columns && new Set(columns).size < columns.length) throw invalid({ columns: t('List each column once.') })
  return {
    filter: frozen,
    q: list.q,
    sort: `${list.sort.descending ? '-' : ''}${list.sort.key}`,
    columns: columns ?? allFields(resource).map(([key]) => key),
  }
}
