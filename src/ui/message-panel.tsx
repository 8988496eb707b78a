import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import classes from './message-history.module.css'
import { locale, t } from '../core/i18n/language.ts'
import { PopOut } from './pop-out.tsx'
import type { PopOutState } from './pop-out.web.ts'
import { toasts } from './toast-store.web.ts'
import { toastIcons } from './toasts.tsx'

const time = () => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The messages shown so far, newest first. */
export function MessagePanel(state: PopOutState) {
  const history = useSyncExternalStore(toasts.subscribe, toasts.history)
  return (
    <PopOut {...state} label={t('Message history')} className={classes['panel']} position="bottom-end" width={340}>
      <h2 className={classes['heading']}>{t('Messages')}</h2>
      {history.length === 0 ? (
        <p className={classes['empty']} tabIndex={-1} data-autofocus>
          {t('No messages since this page was opened.')}
        </p>
      ) : (
        <>
          <ul className={classes['list']} tabIndex={0} aria-label={t('Messages, newest first')}>
            {history.map(({ id, type, message, at, count }) => {
              const Icon = toastIcons[type]
              return (
                <li key={id} data-type={type}>
                  <Icon size={16} role="img" aria-label={type} />
                  <span className={classes['message']}>
                    {message}
                    {count > 1 && ` (${t('{n} times', { n: count })})`}
                  </span>
                  <time dateTime={new Date(at).toISOString()}>{time().format(at)}</time>
                </li>
              )
            })}
          </ul>
          <Button variant="subtle" size="compact-xs" onClick={() => toasts.clearHistory()}>
            {t('Clear messages')}
          </Button>
        </>
      )}
    </PopOut>
  )
}
