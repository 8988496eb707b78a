import { Button } from '@mantine/core'
import { IconClockShield } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatInstant, listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import type { SignedIn } from '../../../core/browser/session.web.ts'
import { loadSession } from '../../../core/browser/session.web.ts'
import { rich } from '../../../ui/rich.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import classes from './admin-users.module.css'
import { giveBackElevation } from './elevation-commands.ts'
import { roleTitle } from '../../../platform/auth/role-labels.ts'

/** Shows on every page that the user has temporary access beyond their own role, until when, and how to end it. */
export function ElevationBanner({ session }: { session: SignedIn }) {
  const { elevations, token } = session
  const giveBack = useCommand(giveBackElevation)
  const minutes = useMinutesLeft(elevations[0]?.endsAt ?? '', token)
  const roles = listOf(elevations.map(({ role }) => roleTitle(role)))
  const [first] = elevations
  if (!first) return null

  async function end(): Promise<void> {
    const ended: boolean[] = []
    for (const { id } of elevations)
      ended.push(
        await giveBack.mutateAsync({ params: { id } }).then(
          () => true,
          () => false,
        ),
      )
    await loadSession(token).catch(() => null)
    // The client has shown the reason of a failure: that access goes on.
    if (!ended.includes(false)) toast.success(t('You have your own permissions again'))
  }

  return (
    <section className={classes['banner']} aria-label={t('Elevated access')}>
      <IconClockShield size={16} aria-hidden />
      <p>
        {rich('You have {roles} permissions until {endsAt}.', {
          roles: <strong>{roles}</strong>,
          endsAt: <time dateTime={first.endsAt}>{formatInstant(first.endsAt)}</time>,
        })}
      </p>
      {/* Beside the sentence and never part of it: a line that grew by a word would move the whole page. */}
      <span className={classes['left']}>
        {minutes <= 1 ? t('Under 1 min left') : minutes < 60 ? t('{n} min left', { n: minutes }) : ''}
      </span>
      <Button size="compact-xs" variant="default" loading={giveBack.isPending} onClick={() => void end()}>
        {t('End access')}
      </Button>
    </section>
  )
}

/** Minutes left, rounded up. At the end the session is loaded again, so that the menu follows. */
function useMinutesLeft(endsAt: string, token: string): number {
  const left = () => Date.parse(endsAt) - Date.now()
  const [milliseconds, setMilliseconds] = useState(left)
  useEffect(() => {
    setMilliseconds(left())
    const timer = setInterval(() => {
      setMilliseconds(left())
      if (left() > -1000) return
      clearInterval(timer)
      void loadSession(token).then(
        () => toast.info(t('Your elevated access has ended')),
        () => null,
      )
    }, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` follows from endsAt alone
  }, [endsAt, token])
  return Math.max(0, Math.ceil(milliseconds / 60_000))
}
