import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconHelp, IconTerminal2 } from '@tabler/icons-react'
import { formatInstant, inWords } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import classes from './admin-users.module.css'
import { networkWords } from './network.ts'
import type { StaffSession } from './staff-sessions.ts'

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
  unknown: IconHelp,
} as const

interface SessionListProps {
  readonly sessions: readonly StaffSession[]
  /** Without it, sessions are read-only. */
  readonly onEnd?: (session: StaffSession) => void
  readonly isBusy: boolean
}

/** Sessions with their browser, location and time. */
export function SessionList({ sessions, onEnd, isBusy }: SessionListProps) {
  if (sessions.length === 0)
    return <p className={classes['quiet']}>{t('No sessions: this account has never signed in.')}</p>
  return (
    <ul className={classes['items']}>
      {sessions.map((session) => {
        const Icon = icons[session.deviceKind]
        const isOpen = session.state === 'open' || session.state === 'idle'
        return (
          <li key={session.id} className={classes['item']}>
            <Icon size={18} aria-hidden />
            <div>
              <div className={classes['head']}>
                <strong title={session.userAgent}>{session.device}</strong>
                {session.isCurrent ? (
                  <Chip tone="good">{t('This session')}</Chip>
                ) : (
                  <Chip tone={isOpen ? 'busy' : 'neutral'}>{inWords(session.state)}</Chip>
                )}
              </div>
              <p>
                {session.lastSeenFrom}, {t(networkWords[session.network])}
                {session.openedFrom !== session.lastSeenFrom &&
                  t('; signed in from {openedFrom}', { openedFrom: session.openedFrom })}
              </p>
              <p>
                {t('First seen')} <Moment at={session.firstSeenAt} />
                {t(', last seen')} <Moment at={session.lastSeenAt} />
                {session.endedAt && (
                  <>
                    {t(', ended')} <Moment at={session.endedAt} />
                  </>
                )}
              </p>
            </div>
            {onEnd && isOpen && !session.isCurrent && (
              <div className={classes['side']}>
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={isBusy}
                  aria-label={t('End the session of {device}, {lastSeenFrom}', {
                    device: session.device,
                    lastSeenFrom: session.lastSeenFrom,
                  })}
                  onClick={() => onEnd(session)}
                >
                  {t('End')}
                </Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatInstant(at)}</time>
}
