import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import type { SavedView, ViewCount } from '../../core/list/saved-views.ts'
import { savedViewsPath } from '../../core/list/saved-views.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { ListQuestion, ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { ViewTab } from './view-tab.tsx'
import classes from './views-control.module.css'

/** As many as fit next to each other; the menu has all of them. */
const maxTabs = 5
const none: readonly never[] = []
/** How long a count is good enough, in milliseconds. */
const countsKept = 60_000
/** Lists say so many and a plus where there are more. */
const cap = 1_000

/** The list as a whole and its views, each with how many rows it has. */
export function ViewTabs(props: ViewsProps) {
  const { resource, views, total, isCapped, questions = none, opensNarrowed = false } = props
  const counts = useCounts(props)
  const [route, patch] = useRouteQuery()
  const { current, isPlain } = views
  const all = t('All {many}', { many: inSentence(t(resource.label[1])) })
  const plainCount =
    isPlain && total !== null ? { count: Math.min(total, cap), isMore: isCapped || total > cap } : undefined
  const whole = <ViewTab name={all} count={plainCount} isOn={isPlain} onPick={() => views.open(null)} />
  return (
    <div role="tablist" aria-label={t('Views')} className={classes['tabs']}>
      {!opensNarrowed && whole}
      {questions.map((question, index) => {
        const count = counts?.find((one) => one.question === index)
        return (
          <ViewTab
            key={question.label}
            name={t(question.label)}
            count={count}
            isOn={current === null && isAsked(question, route)}
            isAlarm={question.isAlarm === true && (count?.count ?? 0) > 0}
            onPick={() => patch({ page: null, view: null, filter: JSON.stringify(question.filter) })}
          />
        )
      })}
      {opensNarrowed && whole}
      {firstOf(views.all, current, maxTabs - questions.length).map((view) => (
        <ViewTab
          key={view.id}
          name={view.name}
          count={counts?.find(({ id }) => id === view.id)}
          isOn={view.id === current?.id}
          isWatched={view.watch !== null}
          onPick={() => views.open(view)}
        />
      ))}
    </div>
  )
}

/** Whether the list shows what a question finds. */
export function isAsked({ filter }: ListQuestion, route: Readonly<Record<string, string>>): boolean {
  return route['filter'] === JSON.stringify(filter)
}

/** The person's own first, then the shared ones, and always the one on screen. */
function firstOf(views: readonly SavedView[], current: SavedView | null, most: number): readonly SavedView[] {
  const ordered = views.toSorted(
    (a, b) =>
      Number(b.isMyDefault) - Number(a.isMyDefault) ||
      Number(a.isShared) - Number(b.isShared) ||
      a.name.localeCompare(b.name),
  )
  const shown = ordered.slice(0, Math.max(1, most))
  return current === null || shown.includes(current) ? shown : [...shown.slice(0, -1), current]
}

/** Requested only once the rows are there, so that rows never wait for a count. */
function useCounts({ resource, views, where, total, questions = none }: ViewsProps): readonly ViewCount[] | undefined {
  const { screen: list } = usePage()
  const params = {
    resource: resource.name,
    list,
    ...(Object.keys(where).length > 0 && { filter: JSON.stringify(where) }),
    ...(questions.length > 0 && { questions: JSON.stringify(questions.map(({ filter }) => filter)) }),
  }
  const { data } = useQuery({
    // Beside the list's own rows, so that what changes them counts the views again.
    queryKey: [resource.name, 'list', 'view-counts', params, views.all.map(({ id, version }) => [id, version])],
    queryFn: async ({ signal }) =>
      (await http.request('GET', `${savedViewsPath}/counts`, { params, signal, quiet: 'everything' }))
        .data as readonly ViewCount[],
    enabled: total !== null && views.all.length + questions.length > 0,
    staleTime: countsKept,
  })
  return data
}
