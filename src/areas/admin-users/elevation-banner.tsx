import { Button } from '@mantine/core'
import { IconClockShield } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatInstant, listOf } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import type { SignedIn } from '../../kit/session.web.ts'
import { loadSession } from '../../kit/session.web.ts'
import { rich } from '../../ui/rich.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './admin-users.module.css'
import { giveBackElevation } from './elevation-commands.ts'

/** Says on every page that more is lent to the person than their own role, until when, with the way to give it back. */
export function ElevationBanner({ session }: { session: SignedIn }) {
  const { elevations, token } = session
  const giveBack = useCommand(giveBackElevation)
  const minutes = useMinutesLeft(elevations[0]?.endsAt ?? '', token)
  const roles = listOf(elevations.map(({ role }) => role))
  const [first] = elevations
  if (!first) return null

  async function end(): Promise<void> {
    for (const { id } of elevations) await giveBack.mutateAsync({ params: { id } }).catch(() => null)
    await loadSession(token).catch(() => null)
    toast.success(t('You have your own permissions again'))
  }

  return (
    <section className={classes['banner']} aria-label={t('Elevated access')}>
      <IconClockShield size={16} aria-hidden />
      <p>
        {rich('You hold the permissions of {roles} until {endsAt}.', { roles: <strong>{roles}</strong>, endsAt: <time dateTime={first.endsAt}>{formatInstant(first.endsAt)}</time> })}
        {minutes < 60 && <>{' '}{minutes <= 1 ? t('Less than a minute is left.') : t('{n} minutes are left.', { n: minutes })}</>}{' '}{t('What you do is audited with them.')}
      </p>
      <Button size="compact-xs" variant="default" loading={giveBack.isPending} onClick={() => void end()}>{t('Give back now')}</Button>
    </section>
  )
}

/** Minutes until then, rounded up; once they are over, the session is loaded anew, so that the menu follows. */
function useMinutesLeft(endsAt: string, token: string): number {
  const left = () => Date.parse(endsAt) - Date.now()
  const [milliseconds, setMilliseconds] = useState(left)
  useEffect(() => {
    setMilliseconds(left())
    const timer = setInterval(() => {
      setMilliseconds(left())
      if (left() > -1000) return
      clearInterval(timer)
      loadSession(token).then(() => toast.info(t('Your elevated access has ended')), () => null)
    }, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` follows from endsAt alone
  }, [endsAt, token])
  return Math.max(0, Math.ceil(milliseconds / 60_000))
}
