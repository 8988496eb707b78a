import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import type { SavedView, ViewCount } from '../../core/list/saved-views.ts'
import { savedViewsPath } from '../../core/list/saved-views.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { usePage } from '../../ui/page-context.tsx'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { ViewTab } from './view-tab.tsx'
import classes from './views-control.module.css'

/** As many as fit next to each other; the menu has all of them. */
const maxTabs = 5
/** How long a count is good enough, in milliseconds. */
const countsKept = 60_000
/** Lists say so many and a plus where there are more. */
const cap = 1_000

/** The list as a whole and its views, each with how many rows it has. */
export function ViewTabs(props: ViewsProps) {
  const { resource, views, total, isCapped } = props
  const counts = useCounts(props)
  const { current, isPlain } = views
  const all = t('All {many}', { many: inSentence(t(resource.label[1])) })
  const plainCount =
    isPlain && total !== null ? { count: Math.min(total, cap), isMore: isCapped || total > cap } : undefined
  return (
    <div role="tablist" aria-label={t('Views')} className={classes['tabs']}>
      <ViewTab name={all} count={plainCount} isOn={isPlain} onPick={() => views.open(null)} />
      {firstOf(views.all, current).map((view) => (
        <ViewTab
          key={view.id}
          name={view.name}
          count={counts?.find(({ id }) => id === view.id)}
          isOn={view.id === current?.id}
          onPick={() => views.open(view)}
        />
      ))}
    </div>
  )
}

/** The person's own first, then the shared ones, and always the one on screen. */
function firstOf(views: readonly SavedView[], current: SavedView | null): readonly SavedView[] {
  const ordered = views.toSorted(
    (a, b) =>
      Number(b.isMyDefault) - Number(a.isMyDefault) ||
      Number(a.isShared) - Number(b.isShared) ||
      a.name.localeCompare(b.name),
  )
  const shown = ordered.slice(0, maxTabs)
  return current === null || shown.includes(current) ? shown : [...shown.slice(0, -1), current]
}

/** Requested only once the rows are there, so that rows never wait for a count. */
function useCounts({ resource, views, where, total }: ViewsProps): readonly ViewCount[] | undefined {
  const { screen: list } = usePage()
  const params = {
    resource: resource.name,
    list,
    ...(Object.keys(where).length > 0 && { filter: JSON.stringify(where) }),
  }
  const { data } = useQuery({
    // Beside the list's own rows, so that what changes them counts the views again.
    queryKey: [resource.name, 'list', 'view-counts', params, views.all.map(({ id, version }) => [id, version])],
    queryFn: async ({ signal }) =>
      (await http.request('GET', `${savedViewsPath}/counts`, { params, signal, quiet: 'everything' }))
        .data as readonly ViewCount[],
    enabled: total !== null && views.all.length > 0,
    staleTime: countsKept,
  })
  return data
}
