import { ownZone } from '../../../core/zoned-time.ts'
import { formatMoney, formatInstant, formatPercent, zoneName } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Purchase } from '../../purchases/purchases.ts'
import { policySteps } from './policy-steps.ts'
import classes from './commands.module.css'

/** How much of the price comes back until when, with now marked, on the clock of the place and on the agent's. */
export function PolicyClock({ purchase, now = Date.now() }: { purchase: Purchase; now?: number }) {
  const steps = policySteps(purchase)
  const { currency, captured, refunded, timeZone } = purchase
  if (steps.length === 1)
    return (
      <section className={classes['card']} aria-label={t('Refund policy')}>
        <h2>{t('Refund policy')}</h2>
        <p className={classes['quiet']}>{t('Non-refundable')}</p>
      </section>
    )
  const current = steps.findIndex(({ until }) => until === null || now < until)
  return (
    <section className={classes['card']} aria-label={t('Refund policy')}>
      <h2>{t('Refund policy')}</h2>
      <ol className={classes['clock']}>
        {steps.map(({ until, refund }, index) => (
          <li key={until ?? 'after'} aria-current={index === current ? 'time' : undefined}>
            <span className={classes['share']} style={{ blockSize: `${Math.max(4, refund / 200)}px` }} />
            <div>
              <strong>{t('{share} back', { share: formatPercent(refund) })}</strong>
              {index === current && <span className={classes['now']}>{t('Now')}</span>}
              {index === current && captured > 0 && (
                <p>
                  {t('{amount} left to give back', {
                    amount: formatMoney(Math.max(0, Math.round((captured * refund) / 10_000) - refunded), currency),
                  })}
                </p>
              )}
              {until === null ? <p>{t('After that')}</p> : <Until at={until} zone={timeZone} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Until({ at, zone }: { at: number; zone: string }) {
  const iso = new Date(at).toISOString()
  const own = ownZone()
  return (
    <>
      <p>{t('Until {moment} {zone}', { moment: formatInstant(iso, zone), zone: zoneName(iso, zone) })}</p>
      {own !== zone && (
        <p className={classes['quiet']}>
          {t('{moment} for you ({zone})', { moment: formatInstant(iso, own), zone: zoneName(iso, own) })}
        </p>
      )}
    </>
  )
}
