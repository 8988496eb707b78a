import { formatMoney } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { CopyPaymentLink } from './payment-link.tsx'
import { readPhoneSale } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

/** Who sold an order by phone, what they changed of its price, and its payment link. Of other orders there is none. */
export function PhoneSalePanel({ record }: RecordPartProps) {
  const { channel, currency } = record as { readonly channel?: unknown; readonly currency?: unknown }
  return channel === 'phone' ? <PhoneSale id={record.id} version={record.version} currency={String(currency)} /> : null
}

interface PhoneSaleProps {
  readonly id: number
  readonly version: number
  readonly currency: string
}

function PhoneSale({ id, version, currency }: PhoneSaleProps) {
  const answer = useAnswer(readPhoneSale, { params: { id }, query: { version } })
  const { data } = answer
  if (data && data.seller === null && data.paymentLink === null) return null
  return (
    <AnswerPanel title={t('Sold by phone')} answer={answer}>
      {({ seller, overrides, paymentLink }) => (
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
          {paymentLink !== null && <CopyPaymentLink link={paymentLink} />}
        </div>
      )}
    </AnswerPanel>
  )
}
