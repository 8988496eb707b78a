import { useEffect, useState } from 'react'
import { formatDate, formatDayOf, formatInstant, formatMoney, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { TornTicket } from '../../ui/torn-ticket.tsx'
import { bookingStatusLabels } from '../purchases/states/purchase-states.ts'
import type { CustomerView } from './customer.endpoints.ts'
import { closeView, openView, readView } from './customer-view-session.web.ts'
import classes from './customer-view.module.css'

type State = { kind: 'loading' } | { kind: 'open'; view: CustomerView } | { kind: 'over'; message: string }

/** How often the page checks that it is still allowed to show the account, in milliseconds. */
const checkedEveryMs = 15_000

/** An account as its customer sees it, for a staff member who gave a reason. Nothing on the page changes anything. */
export function CustomerViewPage() {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const isOpen = state.kind === 'open'

  useEffect(() => {
    let isLeft = false
    const settle = (work: Promise<CustomerView>) =>
      work.then(
        (view) => isLeft || setState({ kind: 'open', view }),
        (failure: unknown) =>
          isLeft || setState({ kind: 'over', message: failure instanceof Error ? failure.message : String(failure) }),
      )
    void settle(openView())
    const timer = setInterval(() => void settle(readView()), checkedEveryMs)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])

  if (state.kind === 'loading')
    return (
      <main className={classes['page']} data-screen="customer-view">
        <p role="status">{t('Opening the account…')}</p>
      </main>
    )
  if (!isOpen) {
    return (
      <MessagePage title={t('The account is closed')} screen="customer-view" picture={<TornTicket />}>
        <p>{state.message}</p>
      </MessagePage>
    )
  }
  return <OpenView view={state.view} onEnd={(message) => setState({ kind: 'over', message })} />
}

function OpenView({ view, onEnd }: { view: CustomerView; onEnd: (message: string) => void }) {
  const { account, orders } = view
  async function end(): Promise<void> {
    await closeView()
    onEnd(t('You have ended the view. You can close this tab.'))
  }
  return (
    <>
      <div className={classes['banner']} role="region" aria-label={t('Viewing as a customer')}>
        <p>
          <strong>
            {t('You’re viewing {firstName} {lastName}’s account. Read-only.', {
              firstName: account.firstName,
              lastName: account.lastName,
            })}
          </strong>
        </p>
        <p>
          {view.openedBy}: {view.reason}
        </p>
        <div className={classes['end']}>
          <TimeLeft
            until={view.expiresAt}
            onOver={() => onEnd(t('This page expired after 15 minutes. Create a new link on the customer’s page.'))}
          />
          <button type="button" onClick={() => void end()}>
            {t('End')}
          </button>
        </div>
      </div>
      <main className={classes['page']} data-screen="customer-view">
        <h1>
          {account.firstName} {account.lastName}
        </h1>
        <Details account={account} />
        <section className={classes['card']} aria-label={t('Orders')}>
          <h2>{t('Your orders')}</h2>
          {orders.length === 0 ? (
            <p className={classes['quiet']}>{t('You have not ordered anything yet.')}</p>
          ) : (
            <ul className={classes['orders']}>
              {orders.map((order) => (
                <Order key={order.reference} order={order} />
              ))}
            </ul>
          )}
        </section>
      </main>
    </>
  )
}

const labels: Readonly<Record<string, string>> = bookingStatusLabels

function Details({ account }: Pick<CustomerView, 'account'>) {
  return (
    <section className={classes['card']} aria-label={t('Details')}>
      <h2>{t('Your details')}</h2>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('Email')}</dt>
          <dd>
            {account.email}
            {!account.isVerified && <span className={classes['quiet']}>{t('Not confirmed yet')}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('Phone')}</dt>
          <dd>{account.phone ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('Country')}</dt>
          <dd>{account.country ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('Language')}</dt>
          <dd>{languageName(account.locale)}</dd>
        </div>
        <div>
          <dt>{t('Newsletter')}</dt>
          <dd>{account.agreedToMarketing ? t('Yes') : t('No')}</dd>
        </div>
        <div>
          <dt>{t('Customer since')}</dt>
          <dd>{formatDayOf(account.createdAt)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Order({ order }: { order: CustomerView['orders'][number] }) {
  return (
    <li>
      <h3>{order.title}</h3>
      <span className={classes['total']}>{formatMoney(order.total, order.currency)}</span>
      <p>
        {formatDate(order.travelDate)}
        {order.localTime && `, ${order.localTime}`} · {order.contents}
      </p>
      <p className={classes['total']}>{t(labels[order.status] ?? order.status)}</p>
      <p>
        {t('Order {reference}, placed {createdAt}', {
          reference: order.reference,
          createdAt: formatInstant(order.createdAt),
        })}
      </p>
      {order.refunded > 0 && (
        <p className={classes['total']}>
          {t('{refunded} given back', { refunded: formatMoney(order.refunded, order.currency) })}
        </p>
      )}
    </li>
  )
}

function TimeLeft({ until, onOver }: { until: string; onOver: () => void }) {
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(left)
      if (left() === 0) onOver()
    }, 1_000)
    return () => clearInterval(timer)
  })
  return (
    <span role="timer" aria-label={t('Time left')}>
      {t('{time} left', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}
    </span>
  )
}

function languageName(locale: string): string {
  return nameOf('language', locale)
}
