import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatMoney } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { AddressPager } from './address-pager.tsx'
import type { HealthFigure, HealthOrders } from './invoice-health.endpoints.ts'
import { healthFigures, ordersAtOnce, readInvoiceHealthOrders } from './invoice-health.endpoints.ts'
import classes from './invoice-books.module.css'

export const figureLabels: Readonly<Record<HealthFigure, string>> = {
  difference: msg('Difference'),
  received: msg('Net received'),
  net: msg('Net invoiced'),
  notInvoiced: msg('Not invoiced yet'),
  notRectified: msg('Not rectified yet'),
  captured: msg('Captured'),
  refunded: msg('Refunded'),
  invoiced: msg('Invoiced'),
  rectified: msg('Rectified'),
}

/** The figure that the address opens; null where it opens none. */
export function useOpenFigure(): { figure: HealthFigure; currency: string; page: number } | null {
  const [{ figure = '', currency = '', page = '1' }] = useRouteQuery()
  const found = healthFigures.find((one) => one === figure)
  return found && /^[A-Z]{3}$/.test(currency) && /^[1-9]\d{0,4}$/.test(page)
    ? { figure: found, currency, page: Number(page) }
    : null
}

/** The orders that add up to a figure, the largest amounts first. */
export function FigureOrders({ figure, currency, page }: NonNullable<ReturnType<typeof useOpenFigure>>) {
  const answer = useAnswer(readInvoiceHealthOrders, { query: { figure, currency, page: String(page) } })
  const [, change] = useRouteQuery()
  const place = useRef<HTMLDivElement>(null)
  // The figure that was pressed can be far below.
  useEffect(() => place.current?.focus(), [figure, currency])
  return (
    <div ref={place} tabIndex={-1} className={classes['figure']}>
      <AnswerPanel
        title={t('{figure}, {currency}', { figure: t(figureLabels[figure]), currency })}
        answer={answer}
        commands={
          <Button variant="default" onClick={() => change({ figure: null, currency: null, page: null })}>
            {t('Close')}
          </Button>
        }
      >
        {(orders) => <Orders {...{ orders, figure, currency, page }} />}
      </AnswerPanel>
    </div>
  )
}

interface OrdersProps {
  readonly orders: HealthOrders
  readonly figure: HealthFigure
  readonly currency: string
  readonly page: number
}

function Orders({ orders: { count, sum, rows }, figure, currency, page }: OrdersProps) {
  const paths = useRecordPaths()
  if (rows.length === 0) return <p className={classes['quiet']}>{t('No orders on this page.')}</p>
  const label = t(figureLabels[figure])
  return (
    <>
      <p className={classes['quiet']}>
        {t('{n, plural, one {1 order adds} other {# orders add}} up to {amount}.', {
          n: count,
          amount: formatMoney(sum, currency),
        })}
      </p>
      <table className={classes['orders']} aria-label={t('Orders of {figure}', { figure: label })}>
        <thead>
          <tr>
            <th scope="col">{t('Order')}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, kind, reference, amount }) => (
            <tr key={id}>
              <th scope="row">
                <a href={paths('purchases', `view-${kind}`, id) ?? undefined}>{reference}</a>
              </th>
              <td>{formatMoney(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <AddressPager page={page} shown={rows.length} count={count} atOnce={ordersAtOnce} />
    </>
  )
}
