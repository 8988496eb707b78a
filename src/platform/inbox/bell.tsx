import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../core/i18n/language.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import { toasts } from '../../ui/toast-store.web.ts'
import classes from './bell.module.css'
import type { BellTab } from './inbox.web.ts'
import { onOpenBell, useUnread } from './inbox.web.ts'

const InboxPanel = lazyScreen(async () => (await import('./inbox-panel.tsx')).InboxPanel)

/** As many as the server counts. */
const maxCounted = 99

/** The bell: the news that one has not read, and, in its second tab, the messages of this page. */
export function Bell() {
  const { target, wasOpened, ...state } = usePopOut(InboxPanel, 'dialog', 'onApproach')
  const [tab, setTab] = useState<BellTab>('inbox')
  const unread = useUnread()
  const passing = useSyncExternalStore(toasts.subscribe, toasts.unread)
  const open = useRef((_tab: BellTab) => {})
  useEffect(() => {
    open.current = (next) => {
      setTab(next)
      state.onChange(true)
    }
  })
  useEffect(() => onOpenBell((next) => open.current(next)), [])

  const count = unread > maxCounted ? `${maxCounted}+` : String(unread)
  return (
    <>
      <ActionIcon
        {...target}
        className={classes['bell'] ?? ''}
        aria-label={unread > 0 ? t('Inbox, {count} unread', { count }) : t('Inbox')}
        title={t('Inbox')}
        onClick={() => (state.isOpen ? state.onChange(false) : open.current('inbox'))}
      >
        <IconBell size={18} aria-hidden />
        {unread > 0 ? (
          <span className={classes['count']} aria-hidden>
            {count}
          </span>
        ) : (
          passing > 0 && <span className={classes['passing']} aria-hidden />
        )}
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <InboxPanel {...state} tab={tab} onTab={setTab} />
        </Suspense>
      )}
    </>
  )
}
