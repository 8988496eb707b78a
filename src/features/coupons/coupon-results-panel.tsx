import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { CouponValues } from './coupon-rules.ts'
import classes from './coupon-screens.module.css'

type Result = CouponValues['results'][number]

const lines: readonly (readonly [label: string, help: string, read: (result: Result) => string])[] = [
  [msg('Uses'), msg('By purchases that went through'), ({ uses }) => formatNumber(uses)],
  [msg('Discount given'), msg('Of all of them'), ({ discount, currency }) => formatMoney(discount, currency)],
  [
    msg('Revenue'),
    msg('What these purchases brought in, after refunds and chargebacks'),
    ({ revenue, currency }) => formatMoney(revenue, currency),
  ],
  [
    msg('Margin'),
    msg('What was left after suppliers and payment fees'),
    ({ margin, currency }) => formatMoney(margin, currency),
  ],
  [msg('ROI'), msg('Margin for each unit given away'), ({ roi }) => (roi === null ? '–' : `${formatNumber(roi, 2)}×`)],
]

/** What a coupon gave away and what came of it, a column per currency, since currencies have no sum. */
export function CouponResultsPanel(record: AnyRecord) {
  const results = record['results'] as readonly Result[]
  return (
    <section className={classes['results']} tabIndex={0} aria-label={t('Results')}>
      <h2>{t('Results')}</h2>
      {results.length === 0 ? (
        <p>{t('No purchase that went through has used it.')}</p>
      ) : (
        <table className={classes['table']} aria-label={t('Results by currency')}>
          <thead>
            <tr>
              <td />
              {results.map(({ currency }) => (
                <th key={currency} scope="col" className={classes['number']}>
                  {currency}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([label, help, read]) => (
              <tr key={label}>
                <th scope="row" title={t(help)}>
                  {t(label)}
                </th>
                {results.map((result) => (
                  <td key={result.currency} className={classes['number']}>
                    {read(result)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
