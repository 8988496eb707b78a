import { useEffect, useRef } from 'react'
import type { AnyField } from '../../../core/resource/fields.ts'
import { formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { useRecord } from '../../../ui/resource/client.web.ts'
import type { InputProps } from '../../../ui/resource/input-props.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { cities } from '../geo/cities.ts'
import { kilometres } from '../geo/distance.ts'
import classes from '../geo/places.module.css'

/** A venue farther than this from its city is flagged for review, in kilometres. */
const farKm = 100

/** The city of a venue, with what a move takes along before it is saved, and whether the two lie apart. */
export function VenueCityInput({ field, ...props }: InputProps & { field: AnyField }) {
  const { value, record, draft } = props
  const { data: city } = useRecord(cities, typeof value === 'number' ? value : null)
  // A new venue keeps the time of its city, unless another zone was entered.
  const filled = useRef<string | null>(null)
  const zone = city?.timeZone
  useEffect(() => {
    if (record !== null || zone === undefined || zone === filled.current) return
    if (!draft['timeZone'] || draft['timeZone'] === filled.current) props.setField?.('timeZone', zone)
    filled.current = zone
  })
  const upcoming = Number(record?.['upcomingCount'] ?? 0)
  const isMoved = record !== null && value !== record['cityId'] && typeof value === 'number'
  const [latitude, longitude] = [draft['latitude'], draft['longitude']].map((degrees) =>
    degrees === null || degrees === '' ? Number.NaN : Number(degrees),
  )
  const km =
    city && latitude !== undefined && longitude !== undefined ? kilometres(city, { latitude, longitude }) : Number.NaN
  return (
    <>
      {inputOf(field, props)}
      <div role="status">
        {isMoved && upcoming > 0 && (
          <p className={classes['warning']}>
            {t(
              '{n, plural, one {One upcoming performance moves} other {# upcoming performances move}} to {city} with it. Tickets already sold keep the old city.',
              { n: upcoming, city: city?.name ?? '…' },
            )}
          </p>
        )}
        {km > farKm && (
          <p className={classes['warning']}>
            {t('The venue is {n} km from {city}. Check its city and coordinates.', {
              n: formatNumber(Math.round(km)),
              city: city?.name ?? '',
            })}
          </p>
        )}
      </div>
    </>
  )
}
