import { formatNumber } from '../../core/i18n/formats.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { DashboardFigure } from './sales.ts'

/** The address of a list that opens with a filter; undefined where this person has no such list. */
export function useListAddress(): (resource: string, filter: Filter, sort?: string) => string | undefined {
  const paths = useRecordPaths()
  return (resource, filter, sort) => {
    const list = paths(resource, 'list')
    const param = filterParam(filter)
    if (!list || !param) return undefined
    return `${list}?${new URLSearchParams({ filter: param, ...(sort && { sort }) }).toString()}`
  }
}

/** `1,240`, or `10,000+` where counting stopped. */
export function countWords({ count, isCapped }: Pick<DashboardFigure, 'count' | 'isCapped'>): string {
  return `${formatNumber(count)}${isCapped ? '+' : ''}`
}
