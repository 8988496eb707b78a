import { formatDate, formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import type { ExplainedPerformance, RuleSummary } from './rule.endpoints.ts'
import { explainEvent } from './rule.endpoints.ts'
import cards from '../../ui/card-table.module.css'
import classes from './match-prices.module.css'

/**
 * Below a match: the effect of active rules on the prices of its event. Renders nothing without permission to see
 * events and rules.
 */
export function MatchPrices({ record: match }: RecordPartProps) {
  const may = useMay()
  if (!may('ui', 'events') || !may('ui', 'rules')) return null
  const eventId = match['eventId']
  return (
    <section className={classes['panel']} aria-label={t('Prices by rule')}>
      <h2>{t('Prices by rule')}</h2>
      {typeof eventId === 'number' ? (
        <Prices key={match.version} eventId={eventId} />
      ) : (
        <p className={classes['help']}>
          {t('No event is linked, so nothing is sold for this match. Rules of its competition apply once one is.')}
        </p>
      )}
    </section>
  )
}

function Prices({ eventId }: { eventId: number }) {
  const { data, error, refetch } = useAnswer(explainEvent, { params: { id: eventId }, staleTime: 0 })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Prices by rule')} />
  if (!data) return <FormSkeleton />
  if (data.performances.length === 0)
    return <p className={classes['help']}>{t('No upcoming performance of its event.')}</p>
  return (
    <>
      <p className={classes['help']}>
        {t('For the cheapest ticket of each upcoming performance, by the active rules.')}
      </p>
      <div className={classes['tableBox']} role="region" tabIndex={0} aria-label={t('Prices by performance')}>
        <table role="table" className={`${cards['cards']} ${classes['links']}`}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {t('Performance')}
              </th>
              <th role="columnheader" scope="col" className={classes['number']}>
                {t('Provider asks')}
              </th>
              <th role="columnheader" scope="col">
                {t('Rules')}
              </th>
              <th role="columnheader" scope="col" className={classes['number']}>
                {t('Customer pays')}
              </th>
              <th role="columnheader" scope="col" className={classes['number']}>
                {t('Margin')}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {data.performances.map((performance) => (
              <Row key={performance.id} of={performance} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({
  of: { localDate, localTime, why, currency, ask, price, markup, minMargin, serviceFee },
}: {
  of: ExplainedPerformance
}) {
  const money = (amount: number | null | undefined) =>
    typeof amount === 'number' ? formatMoney(amount, currency) : '–'
  const rules = [markup, minMargin, serviceFee].filter((rule) => rule !== null)
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {localTime === null ? formatDate(localDate) : `${formatDate(localDate)}, ${localTime}`}
        {why !== null && <small>{why}</small>}
      </th>
      <td role="cell" className={classes['number']} data-label={t('Provider asks')}>
        {money(ask)}
      </td>
      <td role="cell" data-label={t('Rules')}>
        <span>{rules.length === 0 ? t('None') : rules.map((rule) => <Said key={rule.id} rule={rule} />)}</span>
      </td>
      <td role="cell" className={classes['number']} data-corner="">
        <strong>{money(price?.total)}</strong>
      </td>
      <td role="cell" className={classes['number']} data-label={t('Margin')}>
        {money(price?.margin)}
      </td>
    </tr>
  )
}

function Said({ rule: { id, name, effect } }: { rule: RuleSummary }) {
  return (
    <span className={classes['said']}>
      {effect}{' '}
      <small>
        <RecordLink to="rules" id={id}>
          {name}
        </RecordLink>
      </small>
    </span>
  )
}
