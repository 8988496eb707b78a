import { formatDate, formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { AliasSales } from './alias.endpoints.ts'
import { readAliasPerformance } from './alias.endpoints.ts'
import classes from './alias-panels.module.css'
import { FigureCell, FigureTable } from './figure-table.tsx'

/** Recent sales of the page's products, from the purchases. */
export function PerformancePanel({ alias }: { alias: AnyRecord }) {
  const answer = useAnswer(readAliasPerformance, { params: { id: alias.id } })
  return (
    <AnswerPanel title={t('Performance')} answer={answer} className={classes['panel']}>
      {({ products, weeks, days }) =>
        products.length === 0 ? (
          <p className={classes['note']}>{t('Nothing is sold until the page has products.')}</p>
        ) : (
          <>
            <Weeks weeks={weeks} />
            <Products days={days} products={products} />
            <p className={classes['note']}>
              {t(
                'A purchase says which product was bought and not on which page, so a product of several pages counts on each of them. Visits are not recorded here, so there is no conversion.',
              )}
            </p>
          </>
        )
      }
    </AnswerPanel>
  )
}

function Weeks({ weeks }: { weeks: readonly { readonly from: string; readonly orders: number }[] }) {
  const most = Math.max(1, ...weeks.map(({ orders }) => orders))
  const all = weeks.reduce((sum, { orders }) => sum + orders, 0)
  return (
    <>
      <p className={classes['lead']}>
        {t('{n, plural, =0 {No orders} one {# order} other {# orders}} in the last {weeks} weeks.', {
          n: all,
          weeks: weeks.length,
        })}
      </p>
      <ol className={classes['weeks']} aria-label={t('Orders by week')}>
        {weeks.map(({ from, orders }) => {
          const words = t('{n, plural, one {# order} other {# orders}} in the week from {day}', {
            n: orders,
            day: formatDate(from),
          })
          return (
            <li key={from} title={words}>
              <span className="visually-hidden">{words}</span>
              <span aria-hidden style={{ blockSize: `${Math.round((orders * 100) / most)}%` }} />
            </li>
          )
        })}
      </ol>
    </>
  )
}

function Products({ days, products }: { days: number; products: readonly AliasSales[] }) {
  const figures = [
    t('Orders in {days} days', { days }),
    t('{days} days before', { days }),
    t('Lost orders'),
    t('Tickets'),
    t('Sales'),
    t('Margin'),
  ] as const
  const [now, before, lostOrders, ticketsSold, sales, margins] = figures
  return (
    <FigureTable label={t('Sales by product')} subject={t('Product')} figures={figures}>
      {products.map(({ productId, title, isPrimary, orders, ordersBefore, lost, tickets, money }) => (
        <tr key={productId} role="row">
          <th role="rowheader" scope="row">
            {title} {isPrimary && <Chip>{t('Main page')}</Chip>}
          </th>
          <FigureCell label={now}>{formatNumber(orders)}</FigureCell>
          <FigureCell label={before}>{formatNumber(ordersBefore)}</FigureCell>
          <FigureCell label={lostOrders}>{formatNumber(lost)}</FigureCell>
          <FigureCell label={ticketsSold}>{formatNumber(tickets)}</FigureCell>
          <FigureCell label={sales}>
            {money.length === 0
              ? '–'
              : money.map(({ currency, gross }) => <div key={currency}>{formatMoney(gross, currency)}</div>)}
          </FigureCell>
          <FigureCell label={margins}>
            {money.length === 0
              ? '–'
              : money.map(({ currency, margin }) => <div key={currency}>{formatMoney(margin, currency)}</div>)}
          </FigureCell>
        </tr>
      ))}
    </FigureTable>
  )
}
