import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import classes from './message-list.module.css'
import { locale, msg, t } from '../core/i18n/language.ts'
import { EmptyTicket } from './tickets.tsx'
import { toasts, type ToastType } from './toast-store.web.ts'
import { toastIcons } from './toasts.tsx'

const time = () => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' })

const typeLabels: Readonly<Record<ToastType, string>> = {
  success: msg('Success'),
  info: msg('Info'),
  warning: msg('Warning'),
  error: msg('Error'),
}

/** The messages shown since the page was opened, newest first: toasts vanish sooner than some people read. */
export function MessageList() {
  const history = useSyncExternalStore(toasts.subscribe, toasts.history)
  if (history.length === 0)
    return (
      <div className={classes['empty']}>
        <EmptyTicket />
        <strong>{t('No messages')}</strong>
        <p>{t('Confirmations and errors shown since you opened this page stay here.')}</p>
      </div>
    )
  return (
    <>
      <ul className={classes['list']} tabIndex={0} aria-label={t('Messages, newest first')}>
        {history.map(({ id, type, message, at, count }) => {
          const Icon = toastIcons[type]
          return (
            <li key={id} data-type={type}>
              <Icon size={16} role="img" aria-label={t(typeLabels[type])} />
              <span className={classes['message']}>
                {message}
                {count > 1 && ` (${t('{n} times', { n: count })})`}
              </span>
              <time dateTime={new Date(at).toISOString()}>{time().format(at)}</time>
            </li>
          )
        })}
      </ul>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        className={classes['clear'] ?? ''}
        onClick={() => toasts.clearHistory()}
      >
        {t('Clear messages')}
      </Button>
    </>
  )
}
