import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSession } from '../../core/browser/session.web.ts'
import { dayWords } from '../../core/i18n/calendar-labels.ts'
import { cityOfZone, formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { localOf, ownZone } from '../../core/zoned-time.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { ArrangeMenu } from './arrange-menu.tsx'
import { useArrangement } from './arrangement.web.ts'
import { ChartPanel } from './chart-panel.tsx'
import { readDashboard, readSalesHistory } from './dashboard.ts'
import { QueuesPanel, SalesPanel } from './day-panels.tsx'
import type { Day } from './day.ts'
import { dayOf } from './day.ts'
import type { HomePanel } from './home-labels.ts'
import { greeting } from './home-labels.ts'
import { KeyFigures } from './key-figures.tsx'
import type { Dashboard, SalesHistory } from './sales.ts'
import { FiguresPanel, SincePanel, isEmpty } from './work-panels.tsx'
import { LowBalances, ProviderTroubles, WorkerTroubles } from './worker-troubles.tsx'
import classes from './home.module.css'

/** The home page: today's figures and open work, each number a link to its list. What it has follows from the person's role. */
export function HomeScreen() {
  const [query, patch] = useRouteQuery()
  const session = useSession()
  const own = ownZone()
  const isOwn = query['zone'] === 'own'
  const zone = isOwn ? { zone: own } : {}
  const { data, error, refetch, isFetching } = useAnswer(readDashboard, { query: zone })
  const arrange = useArrangement(data?.arrangement)
  const history = useAnswer(readSalesHistory, { query: zone, enabled: Boolean(data?.sales) })
  if (error)
    return (
      <PageFrame>
        <Failure error={error} onRetry={() => void refetch()} what={t('Dashboard')} />
      </PageFrame>
    )
  if (!data)
    return (
      <PageFrame>
        <FormSkeleton />
      </PageFrame>
    )
  const day = dayOf(new Date(data.at), data.zone)
  const panels = panelsOf(data, day, history.data)
  const shown = arrange.arrangement.order.filter((panel) => panels[panel] !== undefined)
  const empty = new Set<HomePanel>(
    panelsOfFigures.filter((panel) => isEmpty(data.figures.filter(({ group }) => group === panel))),
  )
  const onPage = shown.filter((panel) => !arrange.arrangement.hidden.includes(panel))
  const hour = Number(localOf(data.at, own).slice(11, 13))
  return (
    <PageFrame
      subtitle={`${greeting(hour, session?.name.split(' ')[0] ?? '')} · ${dayWords(data.date)}`}
      actions={
        <>
          <span className={classes['counted']}>
            {t('Updated {at}, {zone} time', {
              at: formatInstant(data.at, data.zone).slice(-5),
              zone: cityOfZone(data.zone),
            })}
          </span>
          {(isOwn || data.zone !== own) && (
            <Button variant="default" onClick={() => patch({ zone: isOwn ? null : 'own' })}>
              {isOwn ? t('Show business time') : t('Show my time')}
            </Button>
          )}
          <Button
            variant="default"
            loading={isFetching}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => {
              void refetch()
              if (data.sales) void history.refetch()
            }}
          >
            {t('Refresh')}
          </Button>
          {shown.length > 1 && <ArrangeMenu arrange={arrange} panels={shown} />}
        </>
      }
    >
      {shown.length === 0 && <p>{t('Your role shows no figures here. Open an area from the menu.')}</p>}
      <div className={classes['allTroubles']}>
        <WorkerTroubles workers={data.workers} />
        <ProviderTroubles providers={data.providers} />
        <LowBalances balances={data.balances} />
      </div>
      {data.sales && <KeyFigures data={data} day={day} history={history.data} />}
      <div className={classes['panels']}>
        {[...onPage.filter((panel) => !empty.has(panel)), ...onPage.filter((panel) => empty.has(panel))].map(
          (panel) => panels[panel],
        )}
      </div>
    </PageFrame>
  )
}

/** Panels of numbers alone, which are one line where every number is nought. */
const panelsOfFigures = ['since', 'waiting', 'coming'] as const

/** The panels that a person has: those with something that they can see. */
function panelsOf(data: Dashboard, day: Day, history: SalesHistory | undefined): Partial<Record<HomePanel, ReactNode>> {
  const of = (group: string) => data.figures.filter((figure) => figure.group === group)
  const [waiting, coming, since] = [of('waiting'), of('coming'), of('since')]
  return {
    ...(data.sales && { chart: <ChartPanel key="chart" history={history} /> }),
    ...(since.length > 0 && {
      since: <SincePanel key="since" figures={since} news={data} />,
    }),
    ...(data.queues && { queues: <QueuesPanel key="queues" queues={data.queues} day={day} /> }),
    ...(data.sales && { sales: <SalesPanel key="sales" sales={data.sales} reporting={data.reporting} day={day} /> }),
    ...(waiting.length > 0 && {
      waiting: <FiguresPanel key="waiting" name="waiting" figures={waiting} whenNone={t('No open tasks.')} />,
    }),
    ...(coming.length > 0 && {
      coming: <FiguresPanel key="coming" name="coming" figures={coming} whenNone={t('Nothing due soon.')} />,
    }),
  }
}
