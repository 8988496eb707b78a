import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../navigation.tsx'
import { Empty } from './list-empty.tsx'
import type { ListScreenProps } from './list-screen-props.web.ts'
import type { List } from './use-list.web.ts'

interface NoRowsProps {
  list: List
  page: ListScreenProps
}

/** Why there are no rows. A view that the page opens with is not a filter that the person has set. */
export function NoRows({ list, page }: NoRowsProps) {
  const { resource, state, views, create } = list
  const [route] = useRouteQuery()
  const isNarrowed = state.q !== '' || Object.keys(state.filter).length > 0
  const asked = page.questions?.find(({ filter }) => JSON.stringify(filter) === route['filter'])
  const named = asked ? t(asked.label) : page.isNamed?.(route) ? '' : null
  const view = views.current && !views.isModified ? views.current.name : state.q === '' ? named : null
  return (
    <Empty
      onClear={view === null ? state.clearFilters : () => views.open(null)}
      start={page.start}
      {...{ resource, isNarrowed, view, create }}
    />
  )
}
