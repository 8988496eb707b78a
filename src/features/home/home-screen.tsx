import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { formatDate, formatInstant, formatMoney, formatNumber, ownZone } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useSession } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import type { PurchaseSales, WorkerTroubles } from './sales.ts'
import { readDashboard } from './dashboard.ts'
import type { Day } from './figures.ts'
import { dayOf, salesFilter } from './figures.ts'
import classes from './home.module.css'

/** The home page: today's figures and open work, each number a link to its list. */
export function HomeScreen() {
  const [query, patch] = useRouteQuery()
  const session = useSession()
  const own = ownZone()
  const isOwn = query['zone'] === 'own'
  const { data, error, refetch, isFetching } = useAnswer(readDashboard, { query: isOwn ? { zone: own } : {} })
  const paths = useRecordPaths()
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
  const groups = Map.groupBy(data.figures, ({ group }) => group)
  return (
    <PageFrame
      subtitle={t('{day} in {zone}', { day: formatDate(data.date), zone: data.zone })}
      actions={
        <>
          {(isOwn || data.zone !== own) && (
            <Button variant="default" onClick={() => patch({ zone: isOwn ? null : 'own' })}>
              {isOwn ? t('Business time zone') : t('My time zone')}
            </Button>
          )}
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {t('Refresh')}
          </Button>
        </>
      }
    >
      <p className={classes['greeting']}>
        {t('Hello {name}. Counted {at}.', {
          name: session?.name.split(' ')[0] ?? '',
          at: formatInstant(data.at, data.zone),
        })}
      </p>
      <Troubles workers={data.workers} />
      {data.figures.length === 0 && <p>{t('Your role shows no figures here. Open an area from the menu.')}</p>}
      {[...groups].map(([group, figures]) => (
        <section key={group} className={classes['group']} aria-label={t(group)}>
          <h2>{t(group)}</h2>
          <ul className={classes['figures']}>
            {figures.map((figure) => {
              const list = paths(figure.resource, 'list')
              const filter = filterParam(figure.filter as Filter)
              return (
                <li key={figure.key}>
                  <a
                    className={classes['figure']}
                    data-alarm={figure.isAlarm && figure.count > 0}
                    title={t(figure.means)}
                    href={list && filter ? `${list}?${new URLSearchParams({ filter }).toString()}` : undefined}
                  >
                    <strong>
                      {formatNumber(figure.count)}
                      {figure.isCapped ? '+' : ''}
                    </strong>
                    <span>{t(figure.label)}</span>
                    <IconArrowRight size={14} aria-hidden className={classes['arrow'] ?? ''} />
                  </a>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
      {data.sales && (
        <Sales sales={data.sales} day={dayOf(new Date(data.at), data.zone)} list={paths('purchases', 'list')} />
      )}
    </PageFrame>
  )
}

/** Workers that need someone, each with the page where that is done. */
function Troubles({ workers }: { workers: WorkerTroubles }) {
  if (workers === null || workers.length === 0) return null
  return (
    <ul className={classes['troubles']} aria-label={t('Workers that need attention')}>
      {workers.map(({ name, label, state }) => (
        <li key={name}>
          <a href={`/workers/update?${new URLSearchParams({ id: name }).toString()}`}>
            {state === 'failing'
              ? t('{worker} is failing', { worker: label })
              : t('{worker} is late', { worker: label })}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Amounts of different currencies are never added up, so each has its row. */
function Sales({ sales, day, list }: { sales: PurchaseSales; day: Day; list: string | null }) {
  const addressOf = (currency: string) =>
    list
      ? `${list}?${new URLSearchParams({ filter: filterParam(salesFilter(day, currency)) ?? '' }).toString()}`
      : undefined
  return (
    <section className={classes['group']} aria-label={t('Today’s sales')}>
      <h2>{t('Today’s sales')}</h2>
      {sales.length === 0 ? (
        <p>{t('No sales yet today.')}</p>
      ) : (
        <div className={classes['tableFrame']} role="group" tabIndex={0} aria-label={t('Today’s sales')}>
          <table className={classes['sales']}>
            <thead>
              <tr>
                <th scope="col">{t('Currency')}</th>
                <th scope="col">{t('Orders')}</th>
                <th scope="col">{t('Gross')}</th>
                <th scope="col">{t('Refunded')}</th>
                <th scope="col">{t('Margin')}</th>
              </tr>
            </thead>
            <tbody>
              {sales.map((row) => (
                <tr key={row.currency}>
                  <th scope="row">
                    <a href={addressOf(row.currency)}>{row.currency}</a>
                  </th>
                  <td>{formatNumber(row.orders)}</td>
                  <td>{formatMoney(row.gross, row.currency)}</td>
                  <td>{formatMoney(row.refunded, row.currency)}</td>
                  <td>{formatMoney(row.margin, row.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={classes['note']}>
        {t('Purchases placed today, without those that were never paid, expired or were rejected.')}
      </p>
    </section>
  )
}
