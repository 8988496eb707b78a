import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Filter } from '../../core/list/list-query.ts'
import type { Day } from './day.ts'
import { countWords, useListAddress } from './figure-link.tsx'
import { salesFilter } from './figures.ts'
import { queueSort } from '../purchases/order-queues.ts'
import { changeOf, wholeAmount } from './home-labels.ts'
import type { Dashboard, SalesHistory } from './sales.ts'
import { Sparkline } from './sparkline.tsx'
import classes from './home.module.css'

/** Days that a sparkline shows. */
const course = 14

interface KeyProps {
  label: string
  means?: string
  value: string
  isAlarm?: boolean
  href?: string | undefined
  values?: readonly number[] | undefined
  children?: ReactNode
}

function Key({ label, means, value, isAlarm, href, values, children }: KeyProps) {
  return (
    <li className={classes['key']}>
      <a href={href} title={means}>
        <span className={classes['keyLabel']}>{label}</span>
        <strong data-alarm={isAlarm}>{value}</strong>
        <small>{children}</small>
        {values && <Sparkline values={values.slice(-course)} />}
      </a>
    </li>
  )
}

/** What a day that is not over compares with. */
function Change({ now, before }: { now: number; before: number }) {
  const change = changeOf(now, before)
  if (!change) return before > 0 ? t('As last week at this time') : t('Nothing to compare with')
  const Arrow = change.isUp ? IconArrowUp : IconArrowDown
  return (
    <>
      <span className={classes[change.isUp ? 'up' : 'down']}>
        <Arrow size={12} aria-hidden />
        <span className="visually-hidden">{change.isUp ? t('Up') : t('Down')}</span>
        {formatPercent(change.basisPoints)}
      </span>{' '}
      {t('vs last week')}
    </>
  )
}

const sumOf = (lists: readonly (readonly number[])[]) =>
  lists[0]?.map((_, place) => lists.reduce((sum, list) => sum + (list[place] ?? 0), 0))

/** Earlier days as they ended, and now. One day alone has no course. */
const courseOf = (ended: readonly number[], now: number) =>
  ended.length > 1 ? [...ended.slice(0, -1), now] : undefined

/** What is not confirmed yet has no margin, so the share is of less than was sold. */
const marginWords = ({ margin, confirmedGross, currency }: NonNullable<Dashboard['sales']>[number]) =>
  t('{margin} of {gross} confirmed', {
    margin: wholeAmount(margin, currency),
    gross: wholeAmount(confirmedGross, currency),
  })

/** The strip of key figures of those who see purchases: today's sales, and what waits. */
export function KeyFigures({ data, day, history }: { data: Dashboard; day: Day; history: SalesHistory | undefined }) {
  const addressOf = useListAddress()
  const figure = (key: string) => data.figures.find((one) => one.key === key)
  const listOf = (key: string, sort?: string) => {
    const found = figure(key)
    return found && addressOf(found.resource, found.filter as Filter, sort)
  }
  const [orders, toDo, overdue, refunded] = ['orders', 'to-do', 'overdue', 'refunds'].map(figure)
  const [travelling, nextWeek] = ['travelling', 'next-week'].map(figure)
  const sales = data.sales ?? []
  // The currency of most of the last weeks, as in the chart: the first order of a day in another must not rename the figures.
  const currency = history?.currencies[0]?.currency ?? sales[0]?.currency ?? 'EUR'
  const main = sales.find((row) => row.currency === currency)
  const series = history?.currencies.find((one) => one.currency === currency)
  const others = sales.filter((row) => row.orders > 0 && row !== main).length
  const share = main && main.confirmedGross > 0 ? Math.round((main.margin / main.confirmedGross) * 10_000) : null
  return (
    <ul className={classes['keys']}>
      <Key
        label={t('{currency} sales today', { currency })}
        value={wholeAmount(main?.gross ?? 0, currency)}
        href={addressOf('purchases', salesFilter(day, currency))}
        values={series?.gross}
      >
        {main && main.grossBefore > 0 ? (
          <Change now={main.gross} before={main.grossBefore} />
        ) : (
          others > 0 && t('and {n, plural, one {1 more currency} other {# more currencies}}', { n: others })
        )}
      </Key>
      {orders && (
        <Key
          label={t(orders.label)}
          means={t(orders.means)}
          value={countWords(orders)}
          href={listOf('orders')}
          values={history && sumOf(history.currencies.map((one) => one.orders))}
        >
          <Change now={orders.count} before={orders.before ?? 0} />
        </Key>
      )}
      <Key
        label={t('{currency} margin today', { currency })}
        value={share === null ? '–' : formatPercent(Math.round(share / 100) * 100)}
        href={addressOf('purchases', salesFilter(day, currency))}
        values={series?.margin.map((value) => Math.max(0, value))}
      >
        {main && (main.confirmedGross === main.gross ? wholeAmount(main.margin, currency) : marginWords(main))}
      </Key>
      {toDo && (
        <Key
          label={t(toDo.label)}
          means={t(toDo.means)}
          value={countWords(toDo)}
          href={listOf('to-do', queueSort)}
          values={history && courseOf(history.waiting, toDo.count)}
        >
          {overdue && overdue.count > 0 ? (
            <span className={classes['down']}>{t('{n} overdue', { n: countWords(overdue) })}</span>
          ) : (
            t('Nothing is overdue')
          )}
        </Key>
      )}
      <RefundedKey {...{ sales, history, currency }} count={refunded?.count ?? 0} href={listOf('refunds')} />
      {travelling && (
        <Key
          label={t(travelling.label)}
          means={t(travelling.means)}
          value={countWords(travelling)}
          href={listOf('travelling')}
          values={history?.travelling}
        >
          {nextWeek && t('{n} in the next 7 days', { n: countWords(nextWeek) })}
        </Key>
      )}
    </ul>
  )
}

interface RefundedKeyProps {
  sales: NonNullable<Dashboard['sales']>
  history: SalesHistory | undefined
  /** Of the sales beside it. */
  currency: string
  count: number
  href: string | undefined
}

/** What was paid back today, in the currency with the most orders of those in which there was something. */
function RefundedKey({ sales, history, currency, count, href }: RefundedKeyProps) {
  const [first, ...others] = sales.filter((row) => row.refunded > 0)
  const shown = first?.currency ?? currency
  const values = history?.currencies.find((one) => one.currency === shown)?.refunded
  const week = values?.slice(-7).reduce((sum, value) => sum + value, 0) ?? 0
  return (
    <Key
      label={t('Refunded today')}
      means={t('Refunded since midnight, for orders from any day')}
      value={first ? wholeAmount(first.refunded, first.currency) : formatNumber(0)}
      href={href}
      values={values}
    >
      {count > 0
        ? t('{n, plural, one {# refund} other {# refunds}}', { n: count })
        : values && t('{amount} in the last 7 days', { amount: wholeAmount(week, shown) })}
      {others.length > 0 &&
        ` ${t('and {n, plural, one {1 more currency} other {# more currencies}}', { n: others.length })}`}
    </Key>
  )
}
