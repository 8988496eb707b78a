import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatMoney, formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import { CopyPaymentLink } from './payment-link.tsx'
import type { PhoneOrder } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

interface PlacedOrderProps {
  readonly order: PhoneOrder
  readonly onNew: () => void
}

/** What became of the call: the reference to read out, and how it is paid. */
export function PlacedOrder({ order, onNew }: PlacedOrderProps) {
  const path = useRecordPaths()('purchases', `view-${order.kind}`, order.id)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone: what a screen reader reads next is what became of it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes['placed']} aria-label={t('Order placed')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('Order {reference} placed', { reference: order.reference })}
      </h2>
      <p>
        {order.title} · {formatMoney(order.total, order.currency)}
      </p>
      {order.paymentLink === null ? (
        <p>{t('Nothing to pay. The order is being confirmed.')}</p>
      ) : (
        <p>
          {order.isMailed
            ? t('The payment link is on its way to the customer. It works until {time}, when the hold ends.', {
                time: formatInstant(order.heldUntil ?? ''),
              })
            : t(
                'No mail server is set up, so the customer gets no message. Copy the payment link and send it to them. It works until {time}, when the hold ends.',
                {
                  time: formatInstant(order.heldUntil ?? ''),
                },
              )}
        </p>
      )}
      <div className={classes['buttons']}>
        {order.paymentLink !== null && <CopyPaymentLink link={order.paymentLink} />}
        {path !== null && (
          <Button variant="default" component="a" href={path}>
            {t('Open order')}
          </Button>
        )}
        <Button onClick={onNew}>{t('New order')}</Button>
      </div>
    </section>
  )
}
