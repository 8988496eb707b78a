import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import { t } from '../core/i18n/language.ts'
import { isEscapeTaken } from './escape.web.ts'
import { toastShortcut, useShortcut } from './shortcuts.web.ts'
import { type OpenToast, type ToastStore, type ToastType, toasts } from './toast-store.web.ts'
import classes from './toasts.module.css'

export const toastIcons: Readonly<Record<ToastType, typeof IconInfoCircle>> = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconCircleX,
}

export interface ToastsProps {
  store?: ToastStore
}

/**
 * The region that all toasts appear in. It is there from the start, because assistive technology only announces what
 * is added to a live region it already knows.
 */
export function Toasts({ store = toasts }: ToastsProps) {
  const open = useSyncExternalStore(store.subscribe, store.open)

  // The newest: it is what has just happened.
  const offering = open.findLast(({ action }) => action !== null)
  useShortcut(toastShortcut, () => offering && store.act(offering.id), offering !== undefined)

  useEffect(() => {
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing || isEscapeTaken()) return
      store.closeAll()
    }
    // In the capture phase: by the time it bubbles up, a menu or box that this press was meant for is closed already.
    window.addEventListener('keydown', closeOnEscape, { capture: true })
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true })
  }, [store])

  return (
    <section
      className={classes['region']}
      aria-label={t('Notifications')}
      style={{ paddingTop: `${open[0]?.offset ?? 0}px` }}
    >
      {open.map((item) => (
        <Toast key={item.id} toast={item} store={store} />
      ))}
    </section>
  )
}

function Toast({ toast, store }: { toast: OpenToast; store: ToastStore }) {
  const Icon = toastIcons[toast.type]
  const isUrgent = toast.type === 'error' || toast.type === 'warning'
  return (
    <div
      className={classes['toast']}
      role={isUrgent ? 'alert' : 'status'}
      aria-atomic="true"
      data-type={toast.type}
      data-count={toast.count}
      onMouseEnter={() => store.hold(toast.id, 'pointer')}
      onMouseLeave={() => store.release(toast.id, 'pointer')}
      onFocus={() => store.hold(toast.id, 'focus')}
      onBlur={() => store.release(toast.id, 'focus')}
    >
      <Icon className={classes['icon']} size={18} aria-hidden />
      <span className={classes['message']}>{toast.message}</span>
      {toast.count > 1 && (
        <span className={classes['count']}>
          <span aria-hidden>{toast.count > 99 ? '99+' : toast.count}</span>
          <span className="visually-hidden">{t(', {count} times', { count: toast.count })}</span>
        </span>
      )}
      {toast.action && (
        <button type="button" className={classes['action']} title="z" onClick={() => store.act(toast.id)}>
          {toast.action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={t('Close message')} onClick={() => store.close(toast.id)} />
    </div>
  )
}
