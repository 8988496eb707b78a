import { useState } from 'react'
import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { hasFailed, outcomeWords, pathOf } from '../../../platform/outbound/call-labels.ts'
import type { CallLine } from '../../../platform/outbound/logged-call.ts'
import table from '../../../platform/outbound/call-table.module.css'
import classes from './provider-calls.module.css'
import { ProviderCallDialog } from './provider-call-dialog.tsx'

interface Props {
  readonly code: string
  readonly calls: readonly CallLine[]
  readonly canSend: boolean
  /** A call was sent again: there is one more. */
  readonly onSent: () => void
}

export function ProviderCalls({ code, calls, canSend, onSent }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <section className={classes['card']} aria-label={t('Last calls')}>
      <h2>{t('Last calls')}</h2>
      {calls.length === 0 ? (
        <p className={classes['quiet']}>{t('No calls in the last 30 days.')}</p>
      ) : (
        <div className={table['scroll']} role="group" aria-label={t('Last calls')} tabIndex={0}>
          <table className={table['calls']}>
            <thead>
              <tr>
                <th scope="col">{t('Time')}</th>
                <th scope="col">{t('Call')}</th>
                <th scope="col">{t('Answer')}</th>
                <th scope="col" className={table['number']}>
                  {t('Duration')}
                </th>
              </tr>
            </thead>
            <tbody>
              {calls.map(({ id, at, method, url, status, problem, milliseconds }) => (
                <tr key={id}>
                  <td>{formatInstant(at)}</td>
                  <td className={table['address']}>
                    <button type="button" className={table['open']} title={url} onClick={() => setOpened(id)}>
                      {method} {pathOf(url)}
                    </button>
                  </td>
                  <td className={hasFailed({ status, problem }) ? table['bad'] : ''}>
                    {outcomeWords({ status, problem })}
                  </td>
                  <td className={table['number']}>{t('{n} ms', { n: formatNumber(milliseconds) })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {opened !== null && (
        <ProviderCallDialog code={code} id={opened} canSend={canSend} onSent={onSent} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}
