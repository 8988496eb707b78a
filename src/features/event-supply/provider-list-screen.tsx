import { useMemo } from 'react'
import { formatNumber, formatPercent, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { GridColumn } from '../../ui/data-grid/grid-column.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { WholeListExportButton } from '../../platform/transfer/whole-list-export-button.tsx'
import { ShortList } from '../../ui/resource/short-list.tsx'
import { ConnectProviders } from './ticket-connection-card.tsx'
import type { EventProvider } from './event-providers.endpoints.ts'
import { exportEventProviders } from './event-providers.endpoints.ts'
import { providerHref, useEventProviders } from './event-providers.web.ts'
import { ProviderChip } from './provider-chip.tsx'
import { providerList } from './provider-list.ts'
import { kindLabels, providerStates } from './provider-states.ts'

const share = (basisPoints: number | null) => (basisPoints === null ? '–' : formatPercent(basisPoints, 'measured'))

function stateWords({ withheld, breaker, lastCallAt, state }: EventProvider): string | null {
  if (state === 'paused')
    return t('{n, plural, =0 {No listing withheld} one {# listing withheld} other {# listings withheld}}', {
      n: withheld,
    })
  if (state === 'unmapped') return t('Listings are on sale')
  if (breaker === 'open') return t('Breaker open')
  if (breaker === 'half_open') return t('Breaker half-open')
  return lastCallAt === null ? t('Never called') : t('Last call {when}', { when: timeAgo(lastCallAt) })
}

const ownColumns = (): readonly GridColumn<EventProvider>[] => [
  {
    id: 'name',
    header: t('Provider'),
    minWidth: 260,
    pin: 'start',
    hideable: false,
    sortable: true,
    cell: ({ name }) => name,
    below: ({ kind }) => t(kindLabels[kind]),
    value: ({ name }) => name,
  },
  {
    id: 'state',
    header: t('State'),
    minWidth: 150,
    sortable: true,
    cell: ({ state }) => <ProviderChip state={state} />,
    below: stateWords,
    value: ({ state }) => providerStates.indexOf(state),
  },
]

const healthColumns = (): readonly GridColumn<EventProvider>[] => [
  {
    id: 'uptime',
    header: t('Uptime, 7 days'),
    width: 124,
    numeric: true,
    sortable: true,
    cell: ({ uptime }) => share(uptime),
    below: ({ p95 }) => (p95 === null ? null : t('p95 {n} ms', { n: formatNumber(p95) })),
    value: ({ uptime }) => uptime ?? -1,
  },
  {
    id: 'errors',
    onCard: false,
    header: t('Errors, 24 h'),
    width: 112,
    numeric: true,
    sortable: true,
    cell: ({ errorShare }) => share(errorShare),
    below: ({ calls }) => t('{n, plural, =0 {No calls} one {of # call} other {of # calls}}', { n: calls }),
    value: ({ errorShare }) => errorShare ?? -1,
  },
]

const stockColumns = (): readonly GridColumn<EventProvider>[] => [
  {
    id: 'listings',
    header: t('Listings on sale'),
    width: 130,
    numeric: true,
    sortable: true,
    cell: ({ listings }) => formatNumber(listings),
    below: ({ tickets }) => t('{n, plural, one {# ticket} other {# tickets}}', { n: tickets }),
    value: ({ listings }) => listings,
  },
  {
    id: 'events',
    onCard: false,
    header: t('Upcoming events'),
    width: 130,
    numeric: true,
    sortable: true,
    cell: ({ events }) => formatNumber(events),
    value: ({ events }) => events,
  },
  {
    id: 'commission',
    header: t('Commission'),
    width: 112,
    numeric: true,
    sortable: true,
    onCard: false,
    cell: ({ commission }) => formatPercent(commission),
    below: ({ priority }) => t('Priority {n}', { n: formatNumber(priority) }),
    value: ({ commission }) => commission,
  },
]

const valueIn = (provider: EventProvider, key: string) =>
  key === 'errors' ? provider.errorShare : provider[key as keyof EventProvider]

const exportOf = (_query: unknown, shown: readonly EventProvider[] | null) => (
  <WholeListExportButton of={exportEventProviders} rows={shown && shown.map(({ code }) => code)} />
)

const textOf = ({ name, code }: EventProvider) => `${name} ${code}`

/** Who sells us tickets, and how each of them is doing. */
export function ProviderListScreen() {
  const { mayWrite } = usePage()
  const answer = useEventProviders()
  const columns = useMemo(() => [...ownColumns(), ...healthColumns(), ...stockColumns()], [])
  return (
    <PageFrame actions={mayWrite && <ConnectProviders />}>
      <ShortList
        of={providerList()}
        answer={answer}
        columns={columns}
        rowId={({ code }) => code}
        hrefOf={providerHref}
        textOf={textOf}
        valueIn={valueIn}
        toolsOf={exportOf}
        skeletonRows={5}
      />
    </PageFrame>
  )
}
