import { Button } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { confirmBox } from '../../../ui/message-box-store.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import classes from './admin-users.module.css'
import { adminUsers } from './admin-users.ts'
import { SessionList } from './session-list.tsx'
import { endStaffSessions, listStaffSessions } from './staff-sessions.ts'

const refresh = [adminUsers] as const

/** Where a staff member is signed in, with the actions to sign them out. */
export function SessionsPanel({ person }: { person: AnyRecord }) {
  const mayManage = useMay()('manage-staff', 'users')
  const params = { id: person.id }
  const sessions = useAnswer(listStaffSessions, { params })
  const end = useCommand(endStaffSessions, { refresh })
  const open = (sessions.data ?? []).filter(
    ({ state, isCurrent }) => (state === 'open' || state === 'idle') && !isCurrent,
  )

  async function endThem(ids?: number[]): Promise<void> {
    const answer = await end.mutateAsync({ params, input: ids ? { ids } : {} }).catch(() => null)
    await sessions.refetch()
    if (answer)
      toast.success(t('{ended, plural, one {# session ended} other {# sessions ended}}', { ended: answer.ended }))
  }

  async function endAll(): Promise<void> {
    const { action } = await confirmBox(
      t('Their unsaved work is lost. They can sign in again; suspend the account to keep them out.'),
      t('End all sessions of {value}?', { value: String(person['name']) }),
      { type: 'warning', confirmText: t('End all') },
    )
    if (action === 'confirm') await endThem()
  }

  return (
    <section className={classes['panel']} aria-label={t('Sessions')}>
      <div className={classes['panelHead']}>
        <h2>{t('Sessions')}</h2>
        {mayManage && open.length > 1 && (
          <Button variant="default" disabled={end.isPending} onClick={() => void endAll()}>
            {t('End all')}
          </Button>
        )}
      </div>
      {sessions.error ? (
        <Failure error={sessions.error} onRetry={() => void sessions.refetch()} what={t('Sessions')} />
      ) : !sessions.data ? (
        <PanelSkeleton />
      ) : (
        <SessionList
          sessions={sessions.data}
          isBusy={end.isPending}
          {...(mayManage && { onEnd: ({ id }) => void endThem([id]) })}
        />
      )}
    </section>
  )
}
