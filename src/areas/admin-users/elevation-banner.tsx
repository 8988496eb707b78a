import { Button } from '@mantine/core'
import { IconClockShield } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatInstant } from '../../kit/formats.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import type { SignedIn } from '../../kit/session.web.ts'
import { loadSession } from '../../kit/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './admin-users.module.css'
import { giveBackElevation } from './elevation-commands.ts'

/** Says on every page that more is lent to the person than their own role, until when, with the way to give it back. */
export function ElevationBanner({ session }: { session: SignedIn }) {
  const { elevations, token } = session
  const giveBack = useCommand(giveBackElevation)
  const minutes = useMinutesLeft(elevations[0]?.endsAt ?? '', token)
  const roles = elevations.map(({ role }) => role).join(' and ')
  const [first] = elevations
  if (!first) return null

  async function end(): Promise<void> {
    for (const { id } of elevations) await giveBack.mutateAsync({ params: { id } }).catch(() => null)
    await loadSession(token).catch(() => null)
    toast.success('You have your own permissions again')
  }

  return (
    <section className={classes['banner']} aria-label="Elevated access">
      <IconClockShield size={16} aria-hidden />
      <p>
        You hold the permissions of <strong>{roles}</strong> until <time dateTime={first.endsAt}>{formatInstant(first.endsAt)}</time>
        {minutes < 60 && ` (${minutes <= 1 ? 'less than a minute' : `${minutes} minutes`} left)`}. What you do is audited with them.
      </p>
      <Button size="compact-xs" variant="default" loading={giveBack.isPending} onClick={() => void end()}>Give back now</Button>
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
      loadSession(token).then(() => toast.info('Your elevated access has ended'), () => null)
    }, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` follows from endsAt alone
  }, [endsAt, token])
  return Math.max(0, Math.ceil(milliseconds / 60_000))
}
