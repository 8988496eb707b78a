import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { Customer, LinkedRecords, Supplier } from './order-aside.tsx'
import { Order } from './order-lines.tsx'
import { Money } from './order-money.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { readPurchaseDetails } from './purchase-details.ts'
import { purchases } from './purchases.ts'
import classes from './order.module.css'

/** What an agent needs to know about an order in a list, as its page has it. */
export function PurchasePeek({ id }: { id: number }) {
  const { data: purchase } = useRecord(purchases, id)
  const { data: details } = useAnswer(readPurchaseDetails, { params: { id } })
  if (!purchase) return null
  return (
    <div className={classes['peek']}>
      <OrderTicket purchase={purchase} details={details} />
      {details && (
        <>
          <Order purchase={purchase} details={details} />
          <Money purchase={purchase} details={details} />
          <Customer purchase={purchase} details={details} />
          <Supplier purchase={purchase} />
          <LinkedRecords purchase={purchase} />
          <OrderTimeline purchase={purchase} details={details} />
        </>
      )}
    </div>
  )
}
