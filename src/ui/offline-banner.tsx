import { IconCloudOff } from '@tabler/icons-react'
import { t } from '../core/i18n/language.ts'
import { useIsConnected } from './connection.web.ts'
import classes from './offline-banner.module.css'

/**
 * Says that the server cannot be reached, for as long as that is so. Its place is always there, because assistive
 * technology announces only what is added to a live region it knows; it lies over the page, so that nothing moves.
 */
export function OfflineBanner() {
  const isConnected = useIsConnected()
  return (
    <div role="status" aria-label={t('Connection')} className={classes['place']}>
      {!isConnected && (
        <p className={classes['banner']}>
          <IconCloudOff size={16} aria-hidden />
          <span>{t('You’re offline. Your changes are kept and you can save them once you’re back online.')}</span>
        </p>
      )}
    </div>
  )
}
