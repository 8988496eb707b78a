import { formatDate, formatMoney, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { RuleLink } from './rule-link.tsx'
import type { ExplainedPerformance, Explanation, RuleSummary } from './rule.endpoints.ts'
import table from '../../ui/resource/trial.module.css'

/** Every step from what the provider asks to what the customer pays, performance by performance. */
export function PriceDialog({
  explanation: { performances, total, provider },
  onClose,
}: {
  explanation: Explanation
  onClose: () => void
}) {
  return (
    <Dialog title={t('Prices step by step')} onClose={onClose} size={980}>
      <p className={table['lead']}>
        {t('For one ticket, the cheapest of each performance. {provider} leaves us {share} of what it asks.', {
          provider: provider.name,
          share: formatPercent(provider.commission),
        })}{' '}
        {provider.floor !== null &&
          t('We can’t sell for less than {share} of it.', { share: formatPercent(provider.floor) })}{' '}
        {total > performances.length && t('The next {n} of {total} performances.', { n: performances.length, total })}
      </p>
      <div className={table['scroll']} role="region" tabIndex={0} aria-label={t('Prices by performance')}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{t('Performance')}</th>
              <th scope="col" className={table['number']}>
                {t('Provider asks')}
              </th>
              <th scope="col">{t('Markup')}</th>
              <th scope="col">{t('Minimum margin')}</th>
              <th scope="col" className={table['number']}>
                {t('Price')}
              </th>
              <th scope="col">{t('Service fee')}</th>
              <th scope="col" className={table['number']}>
                {t('Customer pays')}
              </th>
              <th scope="col" className={table['number']}>
                {t('Margin')}
              </th>
            </tr>
          </thead>
          <tbody>
            {performances.map((performance) => (
              <Steps key={performance.id} performance={performance} />
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}

function Steps({
  performance: { localDate, localTime, why, currency, ask, price, isRaised, isAtFloor, markup, minMargin, serviceFee },
}: {
  performance: ExplainedPerformance
}) {
  const money = (amount: number | null | undefined) =>
    typeof amount === 'number' ? formatMoney(amount, currency) : '–'
  return (
    <tr>
      <th scope="row">
        {localTime === null ? formatDate(localDate) : `${formatDate(localDate)}, ${localTime}`}
        {why !== null && <small>{why}</small>}
      </th>
      <td className={table['number']}>{money(ask)}</td>
      <td>
        <Said rule={markup} />
      </td>
      <td>
        <Said rule={minMargin} />
        {isRaised && !isAtFloor && <small>{t('raised to it')}</small>}
      </td>
      <td className={table['number']}>
        {money(price?.price)}
        {isAtFloor && <small>{t('raised to the floor price')}</small>}
      </td>
      <td>
        <Said rule={serviceFee} />
        {price && price.fee > 0 && <small>{money(price.fee)}</small>}
      </td>
      <td className={table['number']}>
        <strong>{money(price?.total)}</strong>
      </td>
      <td className={table['number']}>{money(price?.margin)}</td>
    </tr>
  )
}

function Said({ rule }: { rule: RuleSummary | null }) {
  return rule ? (
    <>
      {rule.effect}
      <small>
        <RuleLink rule={rule} />
      </small>
    </>
  ) : (
    '–'
  )
}
