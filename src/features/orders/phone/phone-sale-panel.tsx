import { formatInstant, formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import { readPurchaseDetails } from '../../purchases/purchase-details.ts'
import { CopyPaymentLink } from './payment-link.tsx'
import { readPhoneSale } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

/**
 * Who sold an order by phone, what they changed of its price, and its payment link; of other orders the link to pay for a change,
 * where one waits for it.
 */
export function PhoneSalePanel({ record }: RecordPartProps) {
  const { channel, currency, kind } = record as { readonly [key: string]: unknown }
  // The page has asked this already.
  const details = useAnswer(readPurchaseDetails, { params: { id: record.id }, enabled: kind === 'product' })
  const change = details.data?.unpaidChange ?? null
  if (channel !== 'phone' && change === null) return null
  return <PhoneSale id={record.id} version={record.version} currency={String(currency)} change={change} />
}

interface PhoneSaleProps {
  readonly id: number
  readonly version: number
  readonly currency: string
  readonly change: PurchaseDetails['unpaidChange']
}

function PhoneSale({ id, version, currency, change }: PhoneSaleProps) {
  const answer = useAnswer(readPhoneSale, { params: { id }, query: { version } })
  const { data } = answer
  if (data && data.seller === null && data.paymentLink === null && data.problem === null) return null
  return (
    <AnswerPanel
      title={(data?.seller ?? null) === null && change !== null ? t('Payment link') : t('Sold by phone')}
      answer={answer}
    >
      {({ seller, overrides, paymentLink, problem }) => (
        <div className={classes['sale']}>
          {seller !== null && <p>{t('By {name}', { name: seller })}</p>}
          {overrides.map(({ title, listPrice, price, reason }) => (
            <p key={title}>
              <b>
                {t('{price} instead of {list}', {
                  price: formatMoney(price, currency),
                  list: formatMoney(listPrice, currency),
                })}
              </b>{' '}
              {title}
              <q>{reason}</q>
            </p>
          ))}
          {change !== null && (
            <p>
              {t('{charge} for the change, by {moment}.', {
                charge: formatMoney(change.charge, currency),
                moment: formatInstant(change.until),
              })}
            </p>
          )}
          {paymentLink !== null && <CopyPaymentLink link={paymentLink} />}
          {problem !== null && <p>{problem}</p>}
        </div>
      )}
    </AnswerPanel>
  )
}
