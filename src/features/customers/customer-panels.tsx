import { Button } from '@mantine/core'
import { formatInstant, formatMoney, formatPercent, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { basisPointsOf } from '../../core/money.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import type { CustomerDetails } from './customer.endpoints.ts'
import { endCustomerSessions } from './customer.endpoints.ts'
import classes from './customers.module.css'

/**
 * What we have kept of what a customer paid, a block per currency, since amounts in different currencies cannot be
 * added.
 */
export function CustomerSpent({ spent }: { spent: NonNullable<CustomerDetails['spent']> }) {
  return (
    <section className={classes['panel']} aria-label={t('Spent')}>
      <h2>{t('Spent')}</h2>
      {spent.length === 0 && <p className={classes['quiet']}>{t('Nothing so far.')}</p>}
      <ul className={classes['list']}>
        {spent.map((row) => (
          <li key={row.currency}>
            <strong>{formatMoney(row.captured - row.refunded - row.chargedBack, row.currency)}</strong>
            <span className={classes['small']}>
              {t('{purchases, plural, one {# purchase} other {# purchases}}, {captured} paid', {
                purchases: row.purchases,
                captured: formatMoney(row.captured, row.currency),
              })}
              {row.refunded > 0 &&
                t(', {amount} ({share}) given back', {
                  amount: formatMoney(row.refunded, row.currency),
                  share: formatPercent(basisPointsOf(row.refunded, row.captured), 'measured'),
                })}
              {row.chargedBack > 0 &&
                t(', {amount} charged back', { amount: formatMoney(row.chargedBack, row.currency) })}
            </span>
            {row.disputes > 0 && <Chip tone="bad">{t('{disputes} disputed', { disputes: row.disputes })}</Chip>}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface CustomerSessionsProps {
  id: number
  sessions: CustomerDetails['sessions']
  mayWrite: boolean
  onChange: () => Promise<unknown>
}

/** The customer's sessions, and the staff members who are viewing the account. */
export function CustomerSessions({ id, sessions, mayWrite, onChange }: CustomerSessionsProps) {
  const end = useCommand(endCustomerSessions)

  async function endOne(sessionId: number): Promise<void> {
    // A failure has been shown by the client already.
    const done = await end.mutateAsync({ params: { id }, input: { sessionId } }).catch(() => null)
    if (done) toast.success(t('Session ended'))
    await onChange()
  }

  async function endAll(): Promise<void> {
    const { action } = await confirmBox(t('The customer has to sign in again everywhere.'), t('End all sessions?'), {
      type: 'warning',
      confirmText: t('End all'),
    })
    if (action !== 'confirm') return
    const done = await end.mutateAsync({ params: { id }, input: {} }).catch(() => null)
    if (done) toast.success(t('{ended, plural, one {# session ended} other {# sessions ended}}', { ended: done.ended }))
    await onChange()
  }

  return (
    <section className={classes['panel']} aria-label={t('Sessions')}>
      <div className={classes['head']}>
        <h2>{t('Sessions')}</h2>
        {mayWrite && sessions.length > 1 && (
          <Button variant="subtle" size="compact-xs" disabled={end.isPending} onClick={() => void endAll()}>
            {t('End all')}
          </Button>
        )}
      </div>
      {sessions.length === 0 && <p className={classes['quiet']}>{t('Not signed in anywhere.')}</p>}
      <ul className={classes['list']}>
        {sessions.map((session) => (
          <li key={session.id} className={classes['line']}>
            <div>
              {session.device}
              {session.country && `, ${countryName(session.country)}`}
              {session.openedBy && (
                <>
                  {' '}
                  <Chip tone="warn">{t('Opened by staff')}</Chip>
                </>
              )}
              <span className={classes['small']}>
                {session.openedBy
                  ? `${session.openedBy}: ${session.reason ?? ''}`
                  : t('Since {createdAt}, last seen {lastSeenAt}', {
                      createdAt: formatInstant(session.createdAt),
                      lastSeenAt: formatInstant(session.lastSeenAt),
                    })}
              </span>
            </div>
            {mayWrite && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                aria-label={t('End the session on {device}', { device: session.device })}
                disabled={end.isPending}
                onClick={() => void endOne(session.id)}
              >
                {t('End')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function countryName(code: string): string {
  return nameOf('region', code)
}
