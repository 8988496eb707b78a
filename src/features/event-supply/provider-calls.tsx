import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { EventProviderDetails } from './event-providers.endpoints.ts'
import classes from './event-supply.module.css'

export function ProviderCalls({ calls }: { calls: EventProviderDetails['lastCalls'] }) {
  return (
    <section className={classes['card']} aria-label={t('Last calls')}>
      <h2>{t('Last calls')}</h2>
      {calls.length === 0 ? (
        <p className={classes['quiet']}>{t('No calls in the last 30 days.')}</p>
      ) : (
        <div className={classes['scroll']} role="group" aria-label={t('Last calls')} tabIndex={0}>
          <table className={classes['calls']}>
            <thead>
              <tr>
                <th scope="col">{t('Time')}</th>
                <th scope="col">{t('Call')}</th>
                <th scope="col">{t('Answer')}</th>
                <th scope="col" className={classes['number']}>
                  {t('Duration')}
                </th>
              </tr>
            </thead>
            <tbody>
              {calls.map(({ id, at, method, url, status, problem, milliseconds }) => (
                <tr key={id}>
                  <td>{formatInstant(at)}</td>
                  <td className={classes['address']}>
                    {method} {url}
                  </td>
                  <td className={status === null || status >= 400 ? classes['bad'] : ''}>{status ?? problem}</td>
                  <td className={classes['number']}>{t('{n} ms', { n: formatNumber(milliseconds) })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
