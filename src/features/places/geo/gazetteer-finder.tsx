import { useDebouncedValue } from '@mantine/hooks'
import { formatNumber, nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../../ui/resource/record-paths.tsx'
import type { GazetteerPlace } from './gazetteer.ts'
import { searchGazetteer } from './gazetteer.ts'
import { cities } from './cities.ts'
import { slugOf } from './place-names.ts'
import classes from './places.module.css'

/** Letters before which nothing is looked for: fewer are in the name of every other city. */
const leastLetters = 3

interface GazetteerFinderProps {
  readonly name: string
  readonly setField: (key: string, value: unknown) => void
}

/** Cities of the world that match the typed name; choosing one fills in its details. */
export function GazetteerFinder({ name, setField }: GazetteerFinderProps) {
  const [q] = useDebouncedValue(name.trim(), 250)
  const paths = useRecordPaths()
  const { data } = useAnswer(searchGazetteer, { query: { q }, enabled: q.length >= leastLetters })
  if (!data || q.length < leastLetters || data.places.length === 0) return null

  function take(place: GazetteerPlace): void {
    const values = {
      name: place.name,
      slug: slugOf(place.name),
      latitude: place.latitude,
      longitude: place.longitude,
      timeZone: place.timeZone,
      ...(place.countryId !== null && { countryId: place.countryId }),
    }
    for (const [key, value] of Object.entries(values)) setField(key, value)
  }

  return (
    <>
      <p className={classes['quiet']}>
        {t('From the gazetteer (GeoNames, CC BY 4.0): choose one to fill in where it is.')}
      </p>
      <ul className={classes['places']} aria-label={t('Cities of that name')}>
        {data.places.slice(0, 5).map((place) => (
          <li key={place.geonameId}>
            <button type="button" onClick={() => take(place)}>
              <span>
                {place.name}, {nameOf('region', place.countryCode)}
              </span>
              <small>{t('{n} people', { n: formatNumber(place.population) })}</small>
              <small>{place.timeZone}</small>
            </button>
            {place.known && (
              <small>
                {t('Already in the list:')}{' '}
                <a href={paths(cities.name, 'update', place.known.id) ?? undefined}>{place.known.name}</a>
              </small>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
