import { formatInstant, formatMoney, zoneName } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { PurchaseDetails } from './purchase-details.ts'
import classes from './purchase.module.css'
import { wordOf } from './purchase-labels.ts'

/** Everything that happened, newest first, on the reader's clock; the place's clock is a hover away. */
export function Timeline({
  timeline,
  currency,
  zone,
}: {
  timeline: PurchaseDetails['timeline']
  currency: string
  zone: string
}) {
  const newestFirst = [...timeline].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
  return (
    <ol className={classes['timeline']}>
      {newestFirst.map((entry) => (
        <li key={entry.id}>
          <time dateTime={entry.at} title={`${formatInstant(entry.at, zone)} ${zoneName(entry.at, zone)}`}>
            {formatInstant(entry.at)}
          </time>
          <div>
            <strong>{wordOf(entry.kind)}</strong>
            {entry.amount !== null && <> {formatMoney(entry.amount, currency)}</>}
            <span className={classes['quiet']}>
              {' '}
              {t('by {actorName}', { actorName: entry.actorName ?? wordOf(entry.actorKind).toLowerCase() })}
            </span>
            {entry.detail && <p>{entry.detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
