import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../core/i18n/language.ts'
import { lazyScreen } from './lazy-screen.tsx'
import classes from './message-history.module.css'
import { usePopOut } from './pop-out.web.ts'
import { toasts } from './toast-store.web.ts'

const MessagePanel = lazyScreen(async () => (await import('./message-panel.tsx')).MessagePanel)

const openers = new Set<() => void>()

/** Opens the messages from elsewhere than their button. */
export function openMessageHistory(): void {
  for (const open of openers) open()
}

/** The button that opens the messages shown so far, since toasts vanish sooner than some people read. */
export function MessageHistory() {
  const { target, wasOpened, ...state } = usePopOut(MessagePanel)
  const unread = useSyncExternalStore(toasts.subscribe, toasts.unread)

  const change = useRef((_isOpen: boolean) => {})
  useEffect(() => {
    change.current = (isOpen) => {
      state.onChange(isOpen)
      toasts.markRead()
    }
  })

  useEffect(() => {
    const open = () => change.current(true)
    openers.add(open)
    return () => {
      openers.delete(open)
    }
  }, [])

  return (
    <>
      <ActionIcon
        {...target}
        aria-label={unread > 0 ? t('Message history, {unread} unread', { unread }) : t('Message history')}
        title={t('Message history')}
        onClick={() => change.current(!state.isOpen)}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 && <span className={classes['unread']} aria-hidden />}
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <MessagePanel {...state} onChange={(isOpen) => change.current(isOpen)} />
        </Suspense>
      )}
    </>
  )
}
