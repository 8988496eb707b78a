import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import classes from './event-supply.module.css'
import { TicketConnectionDialog } from './ticket-connection-dialog.tsx'
import { useTicketConnections } from './ticket-connections.web.ts'

/** How a provider with an adapter is connected, and how many calls it has left. Nothing for the others. */
export function TicketConnectionCard({ code, canEdit }: { code: string; canEdit: boolean }) {
  const { data } = useTicketConnections()
  const [isEditing, setEditing] = useState(false)
  const connection = data?.find((one) => one.code === code)
  if (!connection) return null
  const { source, isEnabled, isPaused, baseUrl, secrets, needs, left, perSecond, assumption } = connection
  const stored = needs.flatMap(({ key, label }) => {
    const lastFour = secrets[key]
    return lastFour === undefined ? [] : [{ key, label, lastFour }]
  })
  return (
    <section className={classes['card']} aria-label={t('Connection')}>
      <h2>{t('Connection')}</h2>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('State')}</dt>
          <dd>
            {source === 'demo' ? (
              <Chip tone="busy">{t('Simulator')}</Chip>
            ) : isEnabled ? (
              <Chip tone={isPaused ? 'bad' : 'good'}>{isPaused ? t('Breaker open') : t('On')}</Chip>
            ) : (
              <Chip>{t('Off')}</Chip>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('API URL')}</dt>
          <dd className={classes['address']}>{baseUrl}</dd>
        </div>
        {stored.map(({ key, label, lastFour }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{t('Ends in {lastFour}', { lastFour: lastFour || '…' })}</dd>
          </div>
        ))}
        <div>
          <dt>{t('Rate budget')}</dt>
          <dd>{t('{left} left of {n} calls a second', { left: formatNumber(left), n: formatNumber(perSecond) })}</dd>
        </div>
      </dl>
      {assumption !== null && <p className={classes['quiet']}>{assumption}</p>}
      {canEdit && (
        <Button variant="default" size="xs" className={classes['edit'] ?? ''} onClick={() => setEditing(true)}>
          {t('Edit connection…')}
        </Button>
      )}
      {isEditing && <TicketConnectionDialog connection={connection} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** In the list: what can be connected and is none of our providers yet. */
export function ConnectProviders() {
  const { data = [] } = useTicketConnections()
  const [code, setCode] = useState<string | null>(null)
  const chosen = data.find((one) => one.code === code)
  return (
    <>
      {data
        .filter(({ isProvider }) => !isProvider)
        .map((one) => (
          <Button key={one.code} variant="default" onClick={() => setCode(one.code)}>
            {t('Connect {provider}…', { provider: one.name })}
          </Button>
        ))}
      {chosen && <TicketConnectionDialog connection={chosen} onClose={() => setCode(null)} />}
    </>
  )
}
