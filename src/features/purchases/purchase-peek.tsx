import { t } from '../../core/i18n/language.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { readPurchaseDetails } from './purchase-details.ts'
import { Card, NextStep, PurchaseFacts, States } from './purchase-parts.tsx'
import { Customer, Totals } from './purchase-rail.tsx'
import { Timeline } from './purchase-timeline.tsx'
import { purchases } from './purchases.ts'
import classes from './purchase.module.css'

/** What an agent needs to know about an order in a list: status, product, customer, total and latest events. */
export function PurchasePeek({ id }: { id: number }) {
  const { data: purchase } = useRecord(purchases, id)
  const details = useAnswer(readPurchaseDetails, { params: { id } })
  if (!purchase) return null
  return (
    <div className={classes['peek']}>
      <States purchase={purchase} />
      <NextStep purchase={purchase} />
      <Card title={t('What was bought')}>
        <p className={classes['title']}>{purchase.title}</p>
        <PurchaseFacts
          purchase={purchase}
          keys={[
            'contents',
            'travelDate',
            'localTime',
            'cityId',
            'venueId',
            'productOptionId',
            'delivery',
            'meetingPoint',
          ]}
        />
      </Card>
      <Card title={t('Customer')}>
        <Customer purchase={purchase} customer={details.data?.customer ?? null} />
      </Card>
      <Card title={t('Totals')}>
        <Totals purchase={purchase} />
      </Card>
      <Card title={t('Handling')}>
        <PurchaseFacts
          purchase={purchase}
          keys={['providerId', 'providerReference', 'supplierStatus', 'assigneeId', 'dueAt', 'tags', 'couponId']}
        />
      </Card>
      {details.data && (
        <Card title={t('Timeline')}>
          <Timeline timeline={details.data.timeline} currency={purchase.currency} zone={purchase.timeZone} />
        </Card>
      )}
    </div>
  )
}
