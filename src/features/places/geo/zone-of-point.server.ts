import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'

/** Degrees around a point within which another zone is taken too: the map's borders are that rough. */
const tolerance = 0.15
/** Beyond this latitude all zones meet. */
const polar = 89.5

/**
 * The zones of the IANA database that a point lies in or next to; null where no country's clock is heard, at sea and at the
 * poles, so that any zone is as right as another. The map is read when it is first asked for.
 */
async function zonesAt(latitude: number, longitude: number): Promise<readonly string[] | null> {
  if (Math.abs(latitude) > polar) return null
  const { default: zoneAt } = await import('tz-lookup')
  const here = zoneAt(latitude, longitude)
  if (here.startsWith('Etc/')) return null
  const around = [-tolerance, 0, tolerance].flatMap((north) =>
    [-tolerance, 0, tolerance].map((east) => zoneAt(latitude + north, Math.max(-180, Math.min(180, longitude + east)))),
  )
  return [...new Set([here, ...around])].filter((zone) => !zone.startsWith('Etc/'))
}

/** One name for a zone that has several: Asia/Kolkata and Asia/Calcutta. */
function canonical(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
}

interface Located {
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
}

/** Refuses (422) a place whose time zone does not match its coordinates. */
export async function assertZoneContains(place: Located, before: Partial<Located> | null): Promise<void> {
  const { latitude, longitude, timeZone } = place
  if (before && before.latitude === latitude && before.longitude === longitude && before.timeZone === timeZone) return
  const zones = await zonesAt(latitude, longitude)
  if (zones === null || zones.some((zone) => canonical(zone) === canonical(timeZone))) return
  throw invalid({
    timeZone: t('These coordinates are in {right}, not in {given}.', { right: zones[0] ?? '', given: timeZone }),
  })
}
