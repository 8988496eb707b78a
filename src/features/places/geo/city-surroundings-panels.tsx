import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import { Waiting } from '../../../ui/resource/states.tsx'
import type { CitySurroundings } from './city-surroundings.ts'
import { readCitySurroundings } from './city-surroundings.ts'
import { CityLocator } from './city-locator.tsx'
import classes from './places.module.css'

/** A city farther than this from every other city of its country is flagged for review. */
const farKm = 1_500

const distance = (km: number) => t('{n} km away', { n: formatNumber(km < 10 ? km : Math.round(km)) })

/** Beside a city: its surroundings, and anything about them that looks wrong. */
export function CitySurroundingsPanels({ city: { id, version } }: { city: AnyRecord }) {
  // Saving can have moved the city.
  const { data } = useAnswer(readCitySurroundings, { params: { id }, query: { version } })
  if (!data) return <Waiting />
  return (
    <>
      <Warnings of={data} />
      <section className={classes['panel']} aria-label={t('On a map')}>
        <h2>{t('On a map')}</h2>
        <CityLocator of={data} />
        {data.nearby.length > 0 && (
          <>
            <h3 id="nearby-cities">{t('Nearby cities')}</h3>
            <ul aria-labelledby="nearby-cities">
              {data.nearby.map((one) => (
                <li key={one.id}>
                  <RecordLink to="cities" id={one.id}>
                    {one.name}
                  </RecordLink>{' '}
                  <small>{distance(one.km)}</small>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

/** Contradictions and possible duplicates. Renders nothing if there are none. */
function Warnings({ of: { country, twins, nearestKm, isZoneOfCountry } }: { of: CitySurroundings }) {
  const isFar = nearestKm !== null && nearestKm > farKm
  return (
    <>
      {(isFar || !isZoneOfCountry) && (
        <section className={classes['panel']} aria-label={t('To check again')}>
          <h2>{t('To check again')}</h2>
          {isFar && (
            <p>
              {t('The nearest other city in {country} is {n} km away. Check the coordinates and country.', {
                country: country.name,
                n: formatNumber(Math.round(nearestKm)),
              })}
            </p>
          )}
          {!isZoneOfCountry && (
            <p>
              {t('{country} doesn’t use this time zone. Its time zones: {zones}.', {
                country: country.name,
                zones: country.timeZones.slice(0, 4).join(', '),
              })}
            </p>
          )}
        </section>
      )}
      {twins.length > 0 && (
        <section className={classes['panel']} aria-label={t('Possible duplicates')}>
          <h2>{t('Possible duplicates')}</h2>
          <ul>
            {twins.map((one) => (
              <li key={one.id}>
                <RecordLink to="cities" id={one.id}>
                  {one.name}
                </RecordLink>{' '}
                <small>
                  {one.slug}, {distance(one.km)}
                </small>
              </li>
            ))}
          </ul>
          <p>{t('Open one to compare, then merge them from its page.')}</p>
        </section>
      )}
    </>
  )
}
