import { formatInstant, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import { dueOf } from '../purchases/due-labels.ts'
import { queueSort } from '../purchases/order-queues.ts'
import type { NextStep } from '../purchases/states/purchase-states.ts'
import { nextStepLabels } from '../purchases/states/purchase-states.ts'
import type { Day } from './day.ts'
import { useListAddress } from './figure-link.tsx'
import { refundsFilter, salesFilter } from './figures.ts'
import { amountText, NetAmount } from './net-amount.tsx'
import { Panel } from './panel.tsx'
import type { Dashboard } from './sales.ts'
import classes from './home.module.css'

/** What waits for staff, the first due first, with how much of it is late. */
export function QueuesPanel({ queues, day }: { queues: NonNullable<Dashboard['queues']>; day: Day }) {
  const addressOf = useListAddress()
  const countOf = ({ overdue, today, later }: (typeof queues)[number]) => overdue + today + later
  const most = Math.max(1, ...queues.map(countOf))
  return (
    <Panel
      name="queues"
      title={t('Queues by due')}
      tools={
        <p className={classes['legend']} aria-hidden="true">
          <span data-series="overdue">{t('Overdue')}</span>
          <span data-series="today">{t('Today')}</span>
          <span data-series="later">{t('Later')}</span>
        </p>
      }
    >
      {queues.length === 0 && <p className={classes['none']}>{t('All caught up. No orders need action.')}</p>}
      <ul className={classes['rows']}>
        {queues.map((queue) => {
          const due = queue.dueAt === null ? null : dueOf(queue.dueAt, Date.parse(day.now), day.zone)
          const parts = { overdue: queue.overdue, today: queue.today, later: queue.later }
          return (
            <li key={queue.nextStep}>
              <a href={addressOf('purchases', queue.filter as Filter, queueSort)}>
                <span className={classes['rowName']}>{t(nextStepLabels[queue.nextStep as NextStep])}</span>
                <strong>{formatNumber(countOf(queue))}</strong>
                <span
                  className={classes['stack']}
                  role="img"
                  aria-label={t('{overdue} overdue, {today} due today, {later} later', parts)}
                >
                  {Object.entries(parts).map(
                    ([part, count]) =>
                      count > 0 && (
                        <i key={part} data-series={part} style={{ inlineSize: `${(count / most) * 100}%` }} />
                      ),
                  )}
                </span>
                <span
                  className={classes['due']}
                  data-urgency={due?.urgency}
                  title={queue.dueAt === null ? undefined : formatInstant(queue.dueAt, day.zone)}
                >
                  {due?.words}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

interface SalesPanelProps {
  readonly sales: NonNullable<Dashboard['sales']>
  readonly reporting: Dashboard['reporting']
  readonly day: Day
}

/** Each currency has its row; the total below them says with which rates it was made, and what it leaves out. */
export function SalesPanel({ sales, reporting, day }: SalesPanelProps) {
  const addressOf = useListAddress()
  const title = t('Sales today by currency')
  return (
    <Panel name="sales" title={title} note={t('Without unpaid, expired and rejected orders')}>
      {sales.length === 0 ? (
        <p className={classes['none']}>{t('No sales yet today.')}</p>
      ) : (
        <div className={classes['scroll']} role="group" tabIndex={0} aria-label={title}>
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">{t('Currency')}</th>
                <th scope="col">{t('Orders')}</th>
                <th scope="col">{t('Gross')}</th>
                <th scope="col">{t('Refunded')}</th>
                <th scope="col">{t('Net')}</th>
                <th scope="col">{t('Margin')}</th>
                <th scope="col">{t('Share')}</th>
              </tr>
            </thead>
            {/* First, so that it is in sight however many currencies there are. */}
            {reporting && sales.length > 1 && <AllSales {...{ sales, reporting, day }} />}
            <tbody>
              {sales.map(({ currency, orders, ...sums }) => (
                <tr key={currency}>
                  <th scope="row">
                    <a href={addressOf('purchases', salesFilter(day, currency))}>{currency}</a>
                  </th>
                  <td>{formatNumber(orders)}</td>
                  <MoneyCells
                    {...{ ...sums, currency }}
                    sold={addressOf('purchases', salesFilter(day, currency))}
                    sentBack={addressOf('refunds', refundsFilter(day, currency))}
                  />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {reporting && sales.length > 1 && <RatesNote reporting={reporting} zone={day.zone} />}
    </Panel>
  )
}

/** The total of the currencies that have a rate. It opens what was sold and paid back in these. */
function AllSales({ sales, reporting, day }: SalesPanelProps & { reporting: NonNullable<Dashboard['reporting']> }) {
  const addressOf = useListAddress()
  const counted = sales.filter(({ currency }) => !reporting.without.includes(currency))
  const currencies = counted.map(({ currency }) => currency)
  return (
    <tbody className={classes['all']}>
      <tr>
        <th scope="row">{t('All in {currency}', { currency: reporting.currency })}</th>
        <td>{formatNumber(counted.reduce((sum, { orders }) => sum + orders, 0))}</td>
        <MoneyCells
          {...reporting}
          sold={addressOf('purchases', salesFilter(day, currencies))}
          sentBack={addressOf('refunds', refundsFilter(day, currencies))}
        />
      </tr>
    </tbody>
  )
}

interface Sums {
  readonly gross: number
  readonly refunded: number
  readonly margin: number
  readonly confirmedGross: number
  readonly currency: string
  /** The lists of what adds up to them. */
  readonly sold?: string | undefined
  readonly sentBack?: string | undefined
}

/** Today's refunds can be of earlier orders, so net can be less than nothing. */
function MoneyCells({ gross, refunded, margin, confirmedGross, currency, sold, sentBack }: Sums) {
  const linked = (amount: number, href: string | undefined) =>
    href === undefined ? amountText(amount, currency) : <a href={href}>{amountText(amount, currency)}</a>
  return (
    <>
      <td>{linked(gross, sold)}</td>
      <td>
        {refunded > 0 ? linked(refunded, sentBack) : '–'}
        {refunded > 0 && gross > 0 && <small>{t('{share} of gross', { share: shareText(refunded, gross) })}</small>}
      </td>
      <td>
        {sold === undefined || sentBack === undefined ? (
          amountText(gross - refunded, currency)
        ) : (
          <NetAmount {...{ gross, refunded, currency, sold, sentBack }} />
        )}
      </td>
      <td>{linked(margin, sold)}</td>
      <td>
        {shareText(margin, confirmedGross)}
        {confirmedGross > 0 && confirmedGross < gross && (
          <small>{t('of {gross} confirmed', { gross: amountText(confirmedGross, currency) })}</small>
        )}
      </td>
    </>
  )
}

const shareText = (part: number, gross: number) =>
  gross > 0 ? formatPercent(Math.round((part / gross) * 100) * 100) : '–'

/** Which rates a total was made with, and which currencies have none. */
function RatesNote({ reporting, zone }: { reporting: NonNullable<Dashboard['reporting']>; zone: string }) {
  const { asOf, sources, without } = reporting
  const sentences = [
    asOf !== null &&
      t('Converted at rates of {when} or later ({sources}).', {
        when: formatInstant(asOf, zone),
        sources: sources.join(', '),
      }),
    without.length > 0 && t('Without {currencies}: no valid exchange rate.', { currencies: without.join(', ') }),
  ]
  return <p className={classes['rates']}>{sentences.filter(Boolean).join(' ')}</p>
}
