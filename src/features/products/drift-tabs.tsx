import { msg, t } from '../../core/i18n/language.ts'
import { ViewTab } from '../../platform/views/view-tab.tsx'
import { ViewsControl } from '../../platform/views/views-control.tsx'
import classes from '../../platform/views/views-control.module.css'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { openDrifts } from './drift-address.ts'
import { countDrifts } from './drift.endpoints.ts'

interface Address extends Readonly<Record<'filter' | 'sort', string>> {
  readonly view: 'open' | 'prices' | 'decided'
}

/** The parts of the inbox, as the address of the list writes them. */
const parts: readonly { readonly label: string; readonly address: Address }[] = [
  { label: msg('Open'), address: openDrifts },
  { label: msg('Prices'), address: { view: 'prices', filter: '{"state":"open","field":"netFrom"}', sort: 'title' } },
  { label: msg('Decided'), address: { view: 'decided', filter: '{"state":{"not":"open"}}', sort: '-updatedAt' } },
]

/** Whether the address is that of a part of the inbox. */
export function isDriftPart(route: Readonly<Record<string, string>>): boolean {
  return parts.some(({ address }) => address.view === route['view'] && address.filter === route['filter'])
}

export function DriftViews(props: ViewsProps) {
  const [route] = useRouteQuery()
  return <ViewsControl {...props} Tabs={DriftTabs} isNamed={isDriftPart(route)} />
}

function DriftTabs({ views, total, isCapped }: ViewsProps) {
  const [route] = useRouteQuery()
  const { screen } = usePage()
  const navigateTo = useNavigateTo()
  const { data: counts } = useAnswer(countDrifts)
  const count = total === null ? undefined : { count: total, isMore: isCapped }
  const { current, isPlain } = views
  return (
    <div role="tablist" aria-label={t('Views')} className={classes['tabs']}>
      {parts.map(({ label, address }) => {
        const isOn = route['view'] === address.view && route['filter'] === address.filter
        return (
          <ViewTab
            key={address.view}
            name={t(label)}
            count={isOn ? count : counts?.[address.view]}
            isOn={isOn}
            onPick={() => navigateTo(`/${screen}?${new URLSearchParams({ ...address }).toString()}`)}
          />
        )
      })}
      <ViewTab name={t('All')} count={isPlain ? count : undefined} isOn={isPlain} onPick={() => views.open(null)} />
      {current && <ViewTab name={current.name} count={count} isOn onPick={() => views.open(current)} />}
    </div>
  )
}
