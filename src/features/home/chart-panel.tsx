import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { dayWords } from '../../core/i18n/calendar-labels.ts'
import { formatDay, formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { instantOf } from '../../core/zoned-time.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { shownDays } from './dashboard.ts'
import { dayOf } from './day.ts'
import { useListAddress } from './figure-link.tsx'
import { salesFilter } from './figures.ts'
import { changeOf, wholeAmount } from './home-labels.ts'
import { Panel } from './panel.tsx'
import type { SalesHistory } from './sales.ts'
import classes from './home.module.css'

// The library of charts comes once a chart is drawn.
const Chart = lazyScreen(async () => (await import('./sales-chart.tsx')).SalesChart)

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

/** Sales by day in one currency, as bars or as a table. Currencies are not added up, so one is shown at a time. */
export function ChartPanel({ history }: { history: SalesHistory | undefined }) {
  const [query, patch] = useRouteQuery()
  const [isTable, setTable] = useState(false)
  const addressOf = useListAddress()
  const navigateTo = useNavigateTo()
  const series = history?.currencies.find(({ currency }) => currency === query['currency']) ?? history?.currencies[0]
  const title = t('Sales, 30 days')
  if (!history || !series)
    return (
      <Panel name="chart" title={title}>
        {history ? (
          <p className={classes['none']}>{t('No sales in the last 60 days.')}</p>
        ) : (
          <div className={classes['chart']} />
        )}
      </Panel>
    )
  const { currency, gross, orders } = series
  const days = history.dates.slice(-shownDays)
  const dayCalled = (date: string) => dayOf(new Date(instantOf(`${date}T12:00`, history.zone).instant), history.zone)
  const addressOfDays = (first: string, last: string) =>
    addressOf('purchases', salesFilter({ from: dayCalled(first).from, to: dayCalled(last).to }, currency))
  const addressOfDay = (date: string) => addressOfDays(date, date)
  return (
    <Panel
      name="chart"
      title={title}
      note={<Total series={series} opens={addressOfDays(days[0] ?? '', days.at(-1) ?? '')} />}
      tools={
        <>
          <NativeSelect
            size="xs"
            aria-label={t('Currency')}
            value={currency}
            data={history.currencies.map((one) => one.currency)}
            onChange={({ currentTarget }) => patch({ currency: currentTarget.value }, { replace: true })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={isTable ? t('Show as a chart') : t('Show as a table')}
            title={isTable ? t('Show as a chart') : t('Show as a table')}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          </ActionIcon>
        </>
      }
    >
      {isTable ? (
        <SalesTable series={series} dates={history.dates} addressOfDay={addressOfDay} />
      ) : (
        <>
          <p className={classes['legend']} aria-hidden="true">
            <span data-series="now">
              {t('{from} to {to}', { from: formatDay(days[0] ?? ''), to: formatDay(days.at(-1) ?? '') })}
            </span>
            <span data-series="before">{t('30 days before')}</span>
          </p>
          <Suspense fallback={<div className={classes['chart']} />}>
            <Chart
              dates={history.dates}
              gross={gross}
              orders={orders}
              currency={currency}
              onOpen={(date) => {
                const address = addressOfDay(date)
                if (address) navigateTo(address)
              }}
            />
          </Suspense>
        </>
      )}
    </Panel>
  )
}

type Series = SalesHistory['currencies'][number]

/** What was sold in the days shown, and how that compares with as many days before. */
function Total({ series: { gross, currency }, opens }: { series: Series; opens: string | undefined }) {
  const total = sum(gross.slice(-shownDays))
  const change = changeOf(total, sum(gross.slice(0, shownDays)))
  const percent = change && formatPercent(change.basisPoints)
  return (
    <>
      {opens === undefined ? wholeAmount(total, currency) : <a href={opens}>{wholeAmount(total, currency)}</a>}
      {change && percent && (
        <span className={classes[change.isUp ? 'up' : 'down']}>
          {' · '}
          {change.isUp
            ? t('{percent} more than in the 30 days before', { percent })
            : t('{percent} less than in the 30 days before', { percent })}
        </span>
      )}
    </>
  )
}

interface SalesTableProps {
  series: Series
  dates: readonly string[]
  addressOfDay: (date: string) => string | undefined
}

/** The same numbers for those who hear instead of see, and for those who want them exactly. */
function SalesTable({ series: { gross, orders, currency }, dates, addressOfDay }: SalesTableProps) {
  return (
    <div className={classes['scroll']} role="group" tabIndex={0} aria-label={t('Sales, 30 days')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col">{t('Orders')}</th>
            <th scope="col">{t('Gross')}</th>
            <th scope="col">{t('30 days before')}</th>
          </tr>
        </thead>
        <tbody>
          {dates.slice(-shownDays).map((date, place) => (
            <tr key={date}>
              <th scope="row">
                <a href={addressOfDay(date)}>{dayWords(date)}</a>
              </th>
              <td>{formatNumber(orders[place + shownDays] ?? 0)}</td>
              <td>{formatMoney(gross[place + shownDays] ?? 0, currency)}</td>
              <td>{formatMoney(gross[place] ?? 0, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
