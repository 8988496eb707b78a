import { formatMoney, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import type { Tried } from '../../ui/resource/trial.tsx'
import { TrialLead, TrialProblem, useTrial } from '../../ui/resource/trial.tsx'
import table from '../../ui/resource/trial.module.css'
import type { Replay, ReplaySums } from './rule.endpoints.ts'
import { replayRule } from './rule.endpoints.ts'
import classes from './rules.module.css'

export function LastMonth(tried: Tried) {
  const { data, error } = useTrial(replayRule, tried)
  if (error) return <TrialProblem failure={error} />
  return data ? <ReplayResult replay={data} /> : <FormSkeleton />
}

function ReplayResult({ replay: { days, examined, isCapped, applies, prevails, isKnown, sums } }: { replay: Replay }) {
  const telling = sums.filter(({ changed, prevented }) => changed + prevented > 0)
  return (
    <>
      <TrialLead>
        {isCapped
          ? t(
              'Of the newest {n} paid event purchases that it could apply to, it applies to {applies} and takes precedence for {prevails}.',
              { n: formatNumber(examined), applies: formatNumber(applies), prevails: formatNumber(prevails) },
            )
          : t(
              'Of {n, plural, one {# paid purchase} other {# paid purchases}} in the last {days} days that it could apply to, it applies to {applies} and takes precedence for {prevails}.',
              { n: examined, days, applies: formatNumber(applies), prevails: formatNumber(prevails) },
            )}
      </TrialLead>
      {isKnown && telling.length > 0 && (
        <div
          className={table['scroll']}
          role="region"
          tabIndex={0}
          aria-label={t('Purchases of last month before and after')}
        >
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{t('Currency')}</th>
                <th scope="col" className={table['number']}>
                  {t('Changed')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('Margin then')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('With the rule')}
                </th>
                <th scope="col" className={table['number']}>
                  {t('Not possible')}
                </th>
                <th scope="col">{t('Worth it if')}</th>
              </tr>
            </thead>
            <tbody>
              {telling.map((sum) => (
                <SumRow key={sum.currency} sum={sum} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isKnown && telling.length === 0 && <p>{t('It would have changed no price and prevented no purchase.')}</p>}
      <section className={classes['honest']} aria-label={t('Limits of this replay')}>
        <h3>{t('Limits of this replay')}</h3>
        <ul>
          {isKnown ? (
            <li>
              {t(
                'Reprices each purchase with today’s rules, with and without this one. The difference is what changes. Coupons and tax stay the same.',
              )}
            </li>
          ) : (
            <li>
              {t(
                'This type of rule changes no price, so past purchases can’t show what it would have earned. Only the number of purchases is known.',
              )}
            </li>
          )}
          <li>{t('The provider’s price is calculated from what it was owed. It is not kept with the purchase.')}</li>
          <li>
            {t(
              'It can’t know who would have bought at another price. The last column shows how many sales you can lose before the gain is gone.',
            )}
          </li>
        </ul>
      </section>
    </>
  )
}

function SumRow({ sum }: { sum: ReplaySums }) {
  const { currency, purchases, changed, marginBefore, marginAfter, prevented, preventedMargin, breakEven } = sum
  const change = marginAfter - marginBefore
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td className={table['number']}>
        {t('{n} of {total}', { n: formatNumber(changed), total: formatNumber(purchases) })}
      </td>
      <td className={table['number']}>{formatMoney(marginBefore, currency)}</td>
      <td className={table['number']}>
        {formatMoney(marginAfter, currency)}
        {change !== 0 && (
          <small data-change={change > 0 ? 'up' : 'down'}>
            {change > 0 ? `+${formatMoney(change, currency)}` : formatMoney(change, currency)}
          </small>
        )}
      </td>
      <td className={table['number']}>
        {prevented === 0 ? (
          '–'
        ) : (
          <>
            {formatNumber(prevented)}
            <small>{t('{margin} of margin', { margin: formatMoney(preventedMargin, currency) })}</small>
          </>
        )}
      </td>
      <td>
        {breakEven === null
          ? '–'
          : t('fewer than {share} of them stay away', { share: formatPercent(breakEven, 'measured') })}
      </td>
    </tr>
  )
}
