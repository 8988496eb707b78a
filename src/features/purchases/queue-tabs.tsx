import { useQuery } from '@tanstack/react-query'
import { http } from '../../core/browser/http-client.web.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { ViewTab } from '../../platform/views/view-tab.tsx'
import classes from '../../platform/views/views-control.module.css'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import type { ViewsProps } from '../../ui/resource/screen-parts.web.ts'
import { inboxAddress } from './inbox-address.ts'
import type { QueueCounts } from './order-queues.endpoints.ts'
import type { QueueKey } from './order-queues.ts'
import { queueCap, queueFilter, queueKeys, queueLabels, queueSort, queuesPath } from './order-queues.ts'

/** How a part of the inbox is written in the address of the list. */
function queueAddress(key: QueueKey, me: number): Readonly<Record<string, string>> {
  return key === 'to-do' ? inboxAddress : { view: key, filter: JSON.stringify(queueFilter(key, me)), sort: queueSort }
}

/** Whether the address is that of a part of the inbox, of any person. */
export function isQueue(route: Readonly<Record<string, string>>): boolean {
  const key = queueKeys.find((one) => one === route['view'])
  if (key === undefined) return false
  const anyone = (text: string | undefined) => text?.replace(/\[\d+\]/, '[]')
  return anyone(route['filter']) === anyone(queueAddress(key, 0)['filter'])
}

/** The parts of the action inbox and the list as a whole, each with how many orders it has. */
export function QueueTabs({ views, total, isCapped }: ViewsProps) {
  const [route] = useRouteQuery()
  const { screen } = usePage()
  const navigateTo = useNavigateTo()
  const { data } = useQuery({
    queryKey: [queuesPath, {}],
    queryFn: async ({ signal }) =>
      (await http.request('GET', queuesPath, { signal, quiet: [500, 503] })).data as QueueCounts,
    // Asked for once the rows are there, so that they wait for no count.
    enabled: total !== null,
    staleTime: 30_000,
  })
  const { current, isPlain } = views
  return (
    <>
      <div role="tablist" aria-label={t('Views')} className={classes['tabs']}>
        {queueKeys.map((key) => {
          const address = queueAddress(key, data?.me ?? 0)
          const isOn = route['view'] === key && route['filter'] === address['filter']
          const count = data?.queues.find((queue) => queue.key === key)
          // Nothing is put off for most of the day: then the tab would only be in the way.
          if (key === 'snoozed' && !isOn && (count === undefined || count.count === 0)) return null
          return (
            <ViewTab
              key={key}
              name={t(queueLabels[key])}
              count={count}
              isOn={isOn}
              isAlarm={key === 'overdue' && (count?.count ?? 0) > 0}
              onPick={() => {
                if (data || key !== 'mine') navigateTo(`/${screen}?${new URLSearchParams(address).toString()}`)
              }}
            />
          )
        })}
        <ViewTab
          name={t('All')}
          count={
            isPlain && total !== null
              ? { count: Math.min(total, queueCap), isMore: isCapped || total > queueCap }
              : undefined
          }
          isOn={isPlain}
          onPick={() => views.open(null)}
        />
        {current && <ViewTab name={current.name} count={undefined} isOn onPick={() => views.open(current)} />}
      </div>
      <span className="visually-hidden" role="status">
        {data && t('{n} to do', { n: formatNumber(data.queues[0]?.count ?? 0) })}
      </span>
    </>
  )
}
