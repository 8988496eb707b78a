import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { problemWords } from '../../platform/outbound/call-labels.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { Incident } from './event-providers.endpoints.ts'
import classes from './event-supply.module.css'

/** Pauses by staff and outages by the call log, the newest first. */
export function ProviderIncidents({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <section className={classes['card']} aria-label={t('Incidents')}>
      <h2>{t('Incidents')}</h2>
      {incidents.length === 0 ? (
        <p className={classes['quiet']}>{t('No pauses and no outages yet.')}</p>
      ) : (
        <ol className={classes['timeline']}>
          {incidents.map((incident) => (
            <li key={`${incident.kind} ${incident.from}`}>
              <p>
                <Chip tone={incident.kind === 'pause' ? 'warn' : 'bad'}>
                  {incident.kind === 'pause' ? t('Paused') : t('Outage')}
                </Chip>{' '}
                <span className={classes['when']}>
                  {formatInstant(incident.from)} – {incident.until === null ? t('now') : formatInstant(incident.until)}
                </span>
              </p>
              {incident.kind === 'pause' ? <PauseWords incident={incident} /> : <OutageWords incident={incident} />}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function PauseWords({ incident }: { incident: Incident }) {
  const { reason, by, endedBy, listings, tickets, performances } = incident
  return (
    <>
      <p>{reason}</p>
      <p className={classes['quiet']}>
        {[
          by === null ? t('Paused by its rule') : t('Paused by {who}', { who: by }),
          t('{n, plural, one {# listing} other {# listings}}', { n: listings ?? 0 }),
          t('{n, plural, one {# ticket} other {# tickets}}', { n: tickets ?? 0 }),
          t('{n, plural, one {# performance with nothing left} other {# performances with nothing left}}', {
            n: performances ?? 0,
          }),
          endedBy === null ? null : t('Resumed by {who}', { who: endedBy }),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
    </>
  )
}

function OutageWords({ incident: { calls, problem } }: { incident: Incident }) {
  return (
    <p>
      {t('{n, plural, one {# failed call} other {# failed calls in a row}}', { n: calls ?? 0 })} ·{' '}
      {problem !== null && <span className={classes['quiet']}>{problemWords(problem)}</span>}
    </p>
  )
}
