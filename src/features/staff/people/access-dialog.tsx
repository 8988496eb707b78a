import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import { loadSession, useSession } from '../../../core/browser/session.web.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import classes from './admin-users.module.css'
import type { OwnElevations } from './elevation-commands.ts'
import { giveBackElevation, listOwnElevations, requestElevation } from './elevation-commands.ts'
import { ElevationForm } from './elevation-form.tsx'
import { elevations } from './elevations.ts'
import { Moment, SessionList } from './session-list.tsx'
import { inHours } from './staff-messages.ts'
import { endOwnSessions, listOwnSessions } from './staff-sessions.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** The user's own access: temporary access that was granted or requested, and their sessions. */
export function AccessDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Your access')} onClose={onClose} size={620}>
      <OwnElevated />
      <OwnSessions />
    </Dialog>
  )
}

type Own = OwnElevations['elevations'][number]

function OwnElevated() {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const own = useAnswer(listOwnElevations)
  const ask = useCommand(requestElevation, { quiet: [409, 422] })
  const giveBack = useCommand(giveBackElevation)

  async function end({ id, state }: Own): Promise<void> {
    const done = await giveBack.mutateAsync({ params: { id } }).catch(() => null)
    await own.refetch()
    if (!done) return
    toast.success(state === 'open' ? t('Request withdrawn') : t('You have your own permissions again'))
    if (state === 'active' && session) await loadSession(session.token).catch(() => null)
  }

  return (
    <section className={classes['group']} aria-label={t('Elevated access')}>
      <h3>{t('Elevated access')}</h3>
      {own.error ? (
        <Failure error={own.error} onRetry={() => void own.refetch()} what={t('Your access')} />
      ) : !own.data ? (
        <PanelSkeleton />
      ) : (
        <>
          <ul className={classes['items']}>
            {own.data.elevations.slice(0, 5).map((row) => (
              <OwnElevation key={row.id} elevation={row} isBusy={giveBack.isPending} onEnd={() => void end(row)} />
            ))}
          </ul>
          {own.data.roles.length === 0 && <p className={classes['quiet']}>{t('You already have full access.')}</p>}
          {own.data.roles.length > 0 &&
            (isAsking ? (
              <ElevationForm
                roles={own.data.roles}
                verb={t('Ask')}
                onCancel={() => setAsking(false)}
                onSubmit={async (values) => {
                  await ask.mutateAsync({ input: values })
                  await own.refetch()
                  setAsking(false)
                  toast.success(t('The admins have been asked'))
                }}
              />
            ) : (
              <Button variant="default" onClick={() => setAsking(true)}>
                {t('Ask for another role’s permissions')}
              </Button>
            ))}
        </>
      )}
    </section>
  )
}

interface OwnElevationProps {
  readonly elevation: Own
  readonly isBusy: boolean
  /** Withdraws the request, or gives the permissions back. */
  readonly onEnd: () => void
}

function OwnElevation({ elevation, isBusy, onEnd }: OwnElevationProps) {
  const { role, minutes, state, requestedAt, endsAt, answer, decidedBy } = elevation
  return (
    <li className={classes['item']}>
      <span aria-hidden />
      <div>
        <div className={classes['head']}>
          <strong>{t('{role} for {inHours}', { role: roleTitle(role), inHours: inHours(minutes) })}</strong>
          <Chip tone={elevations.fields.state.tones[state as 'open']}>
            {state === 'open' ? t('Waiting for an answer') : state}
          </Chip>
        </div>
        <p>
          {t('Asked')} <Moment at={requestedAt} />
          {endsAt && (
            <>
              ; {state === 'active' ? 'ends' : t('agreed until')} <Moment at={endsAt} />
            </>
          )}
        </p>
        {answer && (
          <p>
            {decidedBy}: <q>{answer}</q>
          </p>
        )}
      </div>
      {(state === 'open' || state === 'active') && (
        <div className={classes['side']}>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={onEnd}>
            {state === 'open' ? t('Withdraw') : t('End access')}
          </Button>
        </div>
      )}
    </li>
  )
}

function OwnSessions() {
  const sessions = useAnswer(listOwnSessions)
  const end = useCommand(endOwnSessions)
  const open = (sessions.data ?? []).filter(({ state }) => state === 'open' || state === 'idle')
  const others = open.filter(({ isCurrent }) => !isCurrent)

  async function endThem(ids?: number[]): Promise<void> {
    const answer = await end.mutateAsync({ input: ids ? { ids } : {} }).catch(() => null)
    await sessions.refetch()
    if (answer)
      toast.success(t('{ended, plural, one {# session ended} other {# sessions ended}}', { ended: answer.ended }))
  }

  return (
    <section className={classes['group']} aria-label={t('Your sessions')}>
      <div className={classes['panelHead']}>
        <h3>{t('Where you are signed in')}</h3>
        {others.length > 0 && (
          <Button size="compact-sm" variant="default" disabled={end.isPending} onClick={() => void endThem()}>
            {t('Sign out other sessions')}
          </Button>
        )}
      </div>
      {sessions.error ? (
        <Failure error={sessions.error} onRetry={() => void sessions.refetch()} what={t('Your sessions')} />
      ) : !sessions.data ? (
        <PanelSkeleton />
      ) : (
        <SessionList sessions={open} isBusy={end.isPending} onEnd={({ id }) => void endThem([id])} />
      )}
    </section>
  )
}
