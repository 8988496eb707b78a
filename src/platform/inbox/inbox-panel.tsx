import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconSettings } from '@tabler/icons-react'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { MessageList } from '../../ui/message-list.tsx'
import { PopOut } from '../../ui/pop-out.tsx'
import type { PopOutState } from '../../ui/pop-out.web.ts'
import { useRovingFocus } from '../../ui/roving-focus.web.ts'
import { toasts } from '../../ui/toast-store.web.ts'
import classes from './bell.module.css'
import { InboxList } from './inbox-list.tsx'
import { useInbox } from './use-inbox.web.ts'
import type { BellTab } from './inbox.web.ts'

const InboxChoices = lazyScreen(async () => (await import('./inbox-choices.tsx')).InboxChoices)

interface InboxPanelProps extends PopOutState {
  tab: BellTab
  onTab: (tab: BellTab) => void
}

/** What opens under the bell. */
export function InboxPanel({ tab, onTab, ...state }: InboxPanelProps) {
  const [isChoosing, setChoosing] = useState(false)
  const inbox = useInbox(state.isOpen)
  const passing = useSyncExternalStore(toasts.subscribe, toasts.unread)
  const tabs = useRovingFocus<HTMLDivElement>()
  const { isOpen } = state
  useEffect(() => {
    if (isOpen && tab === 'messages') toasts.markRead()
  }, [isOpen, tab, passing])
  const close = () => state.onChange(false)
  return (
    <PopOut {...state} label={t('Inbox')} className={classes['panel']} position="bottom-end" width={400} p={0}>
      {isChoosing ? (
        <>
          <div className={classes['head']}>
            <ActionIcon aria-label={t('Back to inbox')} data-autofocus onClick={() => setChoosing(false)}>
              <IconArrowLeft size={16} aria-hidden />
            </ActionIcon>
            <h2 className={classes['heading']}>{t('Notifications')}</h2>
          </div>
          <Suspense>
            <InboxChoices />
          </Suspense>
        </>
      ) : (
        <>
          <div className={classes['head']}>
            <div role="tablist" aria-label={t('Inbox')} className={classes['tabs']} {...tabs}>
              <PanelTab name={t('Inbox')} count={inbox.unread} isOn={tab === 'inbox'} onPick={() => onTab('inbox')} />
              <PanelTab
                name={t('Messages')}
                count={passing}
                isOn={tab === 'messages'}
                onPick={() => onTab('messages')}
              />
            </div>
            {tab === 'inbox' && inbox.unread > 0 && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<IconChecks size={14} aria-hidden />}
                onClick={inbox.markAllRead}
              >
                {t('Mark all read')}
              </Button>
            )}
            <ActionIcon
              aria-label={t('Choose notifications')}
              title={t('Choose notifications')}
              onClick={() => setChoosing(true)}
            >
              <IconSettings size={16} aria-hidden />
            </ActionIcon>
          </div>
          <div className={classes['body']}>
            {tab === 'inbox' ? <InboxList inbox={inbox} onClose={close} /> : <MessageList />}
          </div>
        </>
      )}
    </PopOut>
  )
}

function PanelTab({ name, count, isOn, onPick }: { name: string; count: number; isOn: boolean; onPick: () => void }) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOn}
      className={classes['tab']}
      onClick={onPick}
      {...(isOn && { 'data-autofocus': true })}
    >
      {name}
      {count > 0 && <b>{formatNumber(count)}</b>}
    </button>
  )
}
