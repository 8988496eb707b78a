import { formatInstant, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { Waiting } from '../../../ui/resource/states.tsx'
import classes from './places.module.css'
import type { ZoneChange } from './zone-changes.ts'
import { listCityZoneChanges, listVenueZoneChanges } from './zone-changes.ts'

/** The effect of zone changes on performances. Renders nothing if the zone has never changed. */
export function ZoneChangesPanel({ of: place, id, version }: { of: 'city' | 'venue'; id: number; version: number }) {
  // Saving can have requested another change.
  const { data } = useAnswer(place === 'city' ? listCityZoneChanges : listVenueZoneChanges, {
    params: { id },
    query: { version },
  })
  if (!data) return <Waiting />
  if (data.changes.length === 0) return null
  return (
    <section className={classes['panel']} aria-label={t('Changes of zone')}>
      <h2>{t('Changes of zone')}</h2>
      {data.changes.map((change) => (
        <Report key={change.id} change={change} />
      ))}
    </section>
  )
}

function Report({ change }: { change: ZoneChange }) {
  const { from, to, by, at, finishedAt, changed, venues, products, purchases, skipped, doubled } = change
  return (
    <div>
      <p data-state>{t('{from} to {to}', { from, to })}</p>
      <p>{t('{moment} by {name}', { moment: formatInstant(at), name: by })}</p>
      <p role="status">
        {finishedAt === null
          ? t('Counting: {n, plural, one {# performance} other {# performances}} so far.', { n: changed })
          : t('{n, plural, one {# performance has} other {# performances have}} a new date and time.', { n: changed })}
        {(venues > 0 || products > 0) && (
          <>
            {' '}
            {t(
              '{venues, plural, one {# venue} other {# venues}} and {products, plural, one {# product} other {# products}} follow the city.',
              { venues, products },
            )}
          </>
        )}
        {purchases > 0 && (
          <>
            {' '}
            {t(
              '{n, plural, one {# upcoming purchase} other {# upcoming purchases}} used the old one. Notify the customers.',
              {
                n: purchases,
              },
            )}
          </>
        )}
      </p>
      {skipped.length > 0 && (
        <>
          <h3>{t('Not moved because the clocks skip that time ({n})', { n: formatNumber(skipped.length) })}</h3>
          <ul>
            {skipped.map(({ performanceId, event, local }) => (
              <li key={performanceId}>
                {event}, {local.replace('T', ' ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {doubled.length > 0 && (
        <p>
          {t(
            '{n, plural, one {# performance is} other {# performances are}} at a time that occurs twice that day. The first one was used.',
            { n: doubled.length },
          )}
        </p>
      )}
    </div>
  )
}
