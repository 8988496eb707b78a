import { ActionIcon, Button, Popover } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import classes from './message-history.module.css'
import { toasts } from './toast-store.web.ts'
import { toastIcons } from './toasts.tsx'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

const openers = new Set<() => void>()

/** Opens the messages from elsewhere than their button. */
export function openMessageHistory(): void {
  for (const open of openers) open()
}

/** The button that opens the messages shown so far, since toasts vanish sooner than some people read. */
export function MessageHistory() {
  const [isOpen, setOpen] = useState(false)
  const history = useSyncExternalStore(toasts.subscribe, toasts.history)
  const unread = useSyncExternalStore(toasts.subscribe, toasts.unread)

  function change(next: boolean): void {
    setOpen(next)
    toasts.markRead()
  }

  useEffect(() => {
    const open = () => change(true)
    openers.add(open)
    return () => {
      openers.delete(open)
    }
  }, [])

  return (
    <Popover opened={isOpen} onChange={change} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          aria-label={unread > 0 ? `Message history, ${unread} unread` : 'Message history'}
          title="Message history"
          onClick={() => change(!isOpen)}
        >
          <IconBell size={18} aria-hidden />
          {unread > 0 && <span className={classes['unread']} aria-hidden />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Message history" className={classes['panel']}>
        <h2 className={classes['heading']}>Messages</h2>
        {history.length === 0
          ? <p className={classes['empty']} tabIndex={-1} data-autofocus>No messages since this page was opened.</p>
          : (
            <>
              <ul className={classes['list']} tabIndex={0} aria-label="Messages, newest first">
                {history.map(({ id, type, message, at, count }) => {
                  const Icon = toastIcons[type]
                  return (
                    <li key={id} data-type={type}>
                      <Icon size={16} role="img" aria-label={type} />
                      <span className={classes['message']}>{message}{count > 1 && ` (${count} times)`}</span>
                      <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
                    </li>
                  )
                })}
              </ul>
              <Button variant="subtle" size="compact-xs" onClick={() => toasts.clearHistory()}>Clear messages</Button>
            </>
          )}
      </Popover.Dropdown>
    </Popover>
  )
}
