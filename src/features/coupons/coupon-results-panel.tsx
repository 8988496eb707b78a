import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import type { CouponValues } from './coupon-rules.ts'
import classes from './coupon-screens.module.css'

type Result = CouponValues['results'][number]

const lines: readonly (readonly [label: string, help: string, read: (result: Result) => string])[] = [
  [msg('Uses'), msg('By purchases that went through'), ({ uses }) => formatNumber(uses)],
  [msg('Discount given'), msg('All uses'), ({ discount, currency }) => formatMoney(discount, currency)],
  [
    msg('Revenue'),
    msg('Revenue from these purchases, after refunds and chargebacks'),
    ({ revenue, currency }) => formatMoney(revenue, currency),
  ],
  [
    msg('Margin'),
    msg('Left after supplier cost and payment fees'),
    ({ margin, currency }) => formatMoney(margin, currency),
  ],
  [msg('ROI'), msg('Margin for each unit given away'), ({ roi }) => (roi === null ? '–' : `${formatNumber(roi, 2)}×`)],
]

/** Of more currencies than this a column each would not fit beside the form. */
const maxColumns = 2

/** What a coupon gave away and what came of it, currency by currency, since currencies have no sum. */
export function CouponResultsPanel(record: AnyRecord) {
  const results = record['results'] as readonly Result[]
  return (
    <section className={classes['results']} tabIndex={0} aria-label={t('Results')}>
      <h2>{t('Results')}</h2>
      {results.length === 0 ? (
        <p>{t('No completed purchase has used it yet.')}</p>
      ) : results.length <= maxColumns ? (
        <ColumnPerCurrency results={results} />
      ) : (
        <RowPerCurrency results={results} />
      )}
    </section>
  )
}

interface ResultsProps {
  readonly results: readonly Result[]
}

function ColumnPerCurrency({ results }: ResultsProps) {
  return (
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
  )
}

/** Two figures in a cell, one below the other. */
const pairs = [lines.slice(1, 3), lines.slice(3)] as const

function RowPerCurrency({ results }: ResultsProps) {
  return (
    <table className={classes['table']} aria-label={t('Results by currency')}>
      <thead>
        <tr>
          <th scope="col">{t('Uses')}</th>
          {pairs.map((pair) => (
            <th key={pair[0]?.[0]} scope="col" className={classes['number']}>
              {pair.map(([label, help]) => (
                <span key={label} className={classes['stacked']} title={t(help)}>
                  {t(label)}
                </span>
              ))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr key={result.currency}>
            <th scope="row">
              {result.currency}
              <span className={classes['stacked']}>{formatNumber(result.uses)}</span>
            </th>
            {pairs.map((pair) => (
              <td key={pair[0]?.[0]} className={classes['number']}>
                {pair.map(([label, , read]) => (
                  <span key={label} className={classes['stacked']}>
                    {read(result)}
                  </span>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
