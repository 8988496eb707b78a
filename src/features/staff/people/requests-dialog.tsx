import { t } from '../../../core/i18n/language.ts'
import { useRows } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './admin-users.module.css'
import { ElevationList } from './elevations-panel.tsx'
import { elevations } from './elevations.ts'

/** Open requests for another role's permissions, with their reasons, to answer on the spot. */
export function RequestsDialog({ onClose }: { onClose: () => void }) {
  const list = useRows(elevations, { filter: { state: 'open' }, range: [0, 49] })
  return (
    <Dialog title={t('Requests for elevated access')} onClose={onClose} size={640}>
      {list.error ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} what={t('Requests')} />
      ) : !list.data ? (
        <PanelSkeleton />
      ) : list.data.rows.length === 0 ? (
        <p className={classes['quiet']}>{t('All requests are answered.')}</p>
      ) : (
        <ElevationList elevations={list.data.rows} mayAnswer withPerson />
      )}
    </Dialog>
  )
}
