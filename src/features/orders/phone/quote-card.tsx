import type { ReactNode } from 'react'
import { formatMoney, formatDate, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Quote } from '../quotes.ts'
import { holdMinutes } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

interface QuoteCardProps {
  /** Undefined until enough is chosen. */
  readonly quote: Quote | undefined
  /** What is entered is being priced. */
  readonly isStale: boolean
  /** What is wrong with something that has no field. */
  readonly problems: readonly string[]
  readonly isPriceChanged: boolean
  readonly children: ReactNode
}

/** What it costs now and whether it can be had, as every order is priced, with the press that places it. */
export function QuoteCard({ quote, isStale, problems, isPriceChanged, children }: QuoteCardProps) {
  return (
    <section className={classes['quote']} aria-label={t('Quote')} aria-busy={quote !== undefined && isStale}>
      <h2>{t('Quote')}</h2>
      {quote && <Lines quote={quote} />}
      {!quote && problems.length === 0 && <p className={classes['quiet']}>{t('Choose what the customer buys.')}</p>}
      {problems.length > 0 && (
        <p role="alert" className={classes['problem']}>
          {problems.join(' ')}
        </p>
      )}
      {isPriceChanged && (
        <p role="alert" className={classes['problem']}>
          {t('The price has changed. Read the new total out before you place the order.')}
        </p>
      )}
      {children}
      <p className={classes['quiet']}>
        {t('Places are held for up to {n} minutes. The payment link ends with the hold.', { n: holdMinutes })}
      </p>
    </section>
  )
}

function Lines({ quote }: { readonly quote: Quote }) {
  const { currency, coupon } = quote
  return (
    <>
      {quote.lines.map((line, at) => (
        <div key={at} className={classes['line']}>
          <div className={classes['lineTitle']}>
            <b>{line.title}</b>
            {quote.lines.length > 1 && <span>{formatMoney(line.total, currency)}</span>}
          </div>
          <small>
            {[
              (line.kind === 'event' || quote.lines.length > 1) &&
                t('{n, plural, one {# ticket} other {# tickets}}', { n: line.quantity }),
              formatDate(line.localDate),
              line.localTime,
            ]
              .filter(Boolean)
              .join(', ')}
          </small>
          {line.problem !== null ? (
            <p role="status" className={classes['problem']}>
              {line.problem}
            </p>
          ) : (
            <p role="status" className={classes['available']}>
              {line.available === null ? t('Available') : t('Available: {n} left', { n: formatNumber(line.available) })}
            </p>
          )}
        </div>
      ))}
      <dl className={classes['sums']}>
        <div>
          <dt>{t('Price')}</dt>
          <dd>{formatMoney(quote.price, currency)}</dd>
        </div>
        {quote.fees > 0 && (
          <div>
            <dt>{t('Fees')}</dt>
            <dd>{formatMoney(quote.fees, currency)}</dd>
          </div>
        )}
        {coupon && (
          <div>
            <dt>{t('Coupon {code}', { code: coupon.code })}</dt>
            <dd>{formatMoney(-coupon.discount, currency)}</dd>
          </div>
        )}
        <div data-total="true">
          <dt>{t('Total')}</dt>
          <dd>{formatMoney(quote.total, currency)}</dd>
        </div>
      </dl>
      {coupon && coupon.problem !== null && <p className={classes['problem']}>{coupon.problem}</p>}
    </>
  )
}
