import type { Actor, Grants, Limits } from './access.ts'
import { may } from './access.ts'
import { permissionWords } from './permissions.ts'
import { Refusal } from '../errors/errors.ts'
import { formatMoney, listOf } from '../i18n/formats.ts'
import { t } from '../i18n/language.ts'

/** The ways in which a grant can be used, any one of which is enough; null: no limit. */
export type GrantLimits = readonly Limits[] | null

/** One grant as a role has it. */
export interface Grant {
  readonly action: string
  readonly object: string
  readonly limits?: Limits | null
}

/** The extent of a command that is about to run. */
export interface Extent {
  /** Minor units. `worth` says what they are in other currencies, where the caller knows a rate. */
  readonly money?: {
    readonly amount: number
    readonly currency: string
    readonly worth?: Readonly<Record<string, number>>
  }
  /** Where it is done; null, or left out, is in no city. */
  readonly cityId?: number | null
}

/** How a grant is limited. Use `may` to find out whether the user has it at all. */
export function limitsOf(grants: Grants, action: string, object: string): GrantLimits {
  if (grants.isSuperUser || !grants.limits || !Object.hasOwn(grants.limits, action)) return null
  const objects = grants.limits[action]
  return (objects && Object.hasOwn(objects, object) ? objects[object] : null) ?? null
}

/** Whether everything that `narrow` allows is allowed by `wide` as well. */
export function covers(wide: Limits, narrow: Limits): boolean {
  const { maximum, cities, personalData, maxOverridePercent: percent = Infinity } = wide
  const most = narrow.maximum
  if (maximum && !(most && most.currency === maximum.currency && most.amount <= maximum.amount)) return false
  if (cities && !narrow.cities?.every((id) => cities.includes(id))) return false
  return (personalData !== false || narrow.personalData === false) && (narrow.maxOverridePercent ?? Infinity) <= percent
}

/** Whether a user has a grant to the extent of its limits, so that they can pass it on. */
export function hasGrant(grants: Grants, { action, object, limits }: Grant): boolean {
  const ways = limitsOf(grants, action, object)
  return may(grants, action, object) && (ways === null || ways.some((way) => covers(way, limits ?? {})))
}

/**
 * What several roles that limit one grant allow together. Each stays a way of its own: a role that is limited to an
 * amount and one that is limited to a city together do not make a grant without limits.
 */
export function mergeLimits(all: readonly Limits[]): GrantLimits {
  const kept: Limits[] = []
  for (const one of all) {
    const others = { ...one, cities: undefined }
    const twin = one.cities
      ? kept.findIndex((two) => two.cities && JSON.stringify({ ...two, cities: undefined }) === JSON.stringify(others))
      : -1
    const merged =
      twin === -1
        ? one
        : { ...one, cities: [...new Set([...(kept[twin]?.cities ?? []), ...(one.cities ?? [])])].sort((a, b) => a - b) }
    if (twin !== -1) kept.splice(twin, 1)
    if (kept.some((two) => covers(two, merged))) continue
    kept.splice(0, kept.length, ...kept.filter((two) => !covers(merged, two)), merged)
  }
  return kept.some((one) => Object.keys(one).length === 0) ? null : kept
}

/** What several roles can do together. */
export function grantsFrom(grants: Iterable<Grant>): Grants {
  const objects: Record<string, string[]> = {}
  const limits: Record<string, Record<string, readonly Limits[]>> = {}
  for (const [action, ofAction] of Map.groupBy(grants, (grant) => grant.action)) {
    for (const [object, same] of Map.groupBy(ofAction, (grant) => grant.object)) {
      ;(objects[action] ??= []).push(object)
      const ways = mergeLimits(same.map((grant) => grant.limits ?? {}))
      if (ways) (limits[action] ??= {})[object] = ways
    }
  }
  return { isSuperUser: false, objects, limits }
}

function commonLimits(one: Limits, other: Limits): Limits[] {
  const [a, b] = [one.maximum, other.maximum]
  const cities =
    one.cities && other.cities ? one.cities.filter((id) => other.cities?.includes(id)) : (one.cities ?? other.cities)
  // Nothing is within an amount of each of two currencies, and nothing is nowhere.
  if ((a && b && a.currency !== b.currency) || cities?.length === 0) return []
  const maximum = a && b ? (a.amount <= b.amount ? a : b) : (a ?? b)
  const percent = Math.min(one.maxOverridePercent ?? Infinity, other.maxOverridePercent ?? Infinity)
  const changed = percent < Infinity ? { maxOverridePercent: percent } : {}
  return [{ ...one, ...other, ...(maximum && { maximum }), ...(cities && { cities }), ...changed }]
}

/** What both of two grants allow, for users who act as someone else and must never gain by it. */
export function commonGrants(one: Grants, other: Grants): Grants {
  if (one.isSuperUser) return other
  if (other.isSuperUser) return one
  const held = Object.entries(one.objects).flatMap(([action, objects]) => objects.map((object) => ({ action, object })))
  return grantsFrom(
    held
      .filter(({ action, object }) => may(other, action, object))
      .flatMap(({ action, object }) =>
        (limitsOf(one, action, object) ?? [{}])
          .flatMap((a) => (limitsOf(other, action, object) ?? [{}]).flatMap((b) => commonLimits(a, b)))
          .map((limits) => ({ action, object, limits })),
      ),
  )
}

/**
 * Whether a user who gives a reason can see people's addresses and numbers: their right to look at the object decides.
 */
export function seesPersonalData(grants: Grants, object: string): boolean {
  const ways = limitsOf(grants, may(grants, 'ui', object) ? 'ui' : 'read', object)
  return ways === null || ways.some(({ personalData }) => personalData !== false)
}

/** Refuses (403) to show what `seesPersonalData` is about. */
export function assertPersonalData({ grants }: Actor, object: string): void {
  if (seesPersonalData(grants, object)) return
  throw beyond(
    may(grants, 'ui', object) ? 'ui' : 'read',
    object,
    [{ personalData: false }],
    t('so addresses and numbers stay masked for you'),
  )
}

function isWithin({ maximum, cities }: Limits, { money, cityId }: Extent): boolean {
  if (maximum) {
    const value = money?.currency === maximum.currency ? money.amount : money?.worth?.[maximum.currency]
    if (value === undefined || !(value <= maximum.amount)) return false
  }
  return !cities || (typeof cityId === 'number' && cities.includes(cityId))
}

/** Whether a user's grant can be used to this extent. */
export function isWithinLimits(grants: Grants, action: string, object: string, extent: Extent): boolean {
  const ways = limitsOf(grants, action, object)
  return ways === null || ways.some((limits) => isWithin(limits, extent))
}

/**
 * Refuses (403, in words) to use a grant beyond its limits. What the caller does not say counts as outside: money in
 * another currency than the limit's needs its `worth` in that one, and a record without a city is in none.
 */
export function assertWithinLimits(
  actor: Actor,
  action: string,
  object: string,
  extent: Extent,
  titleOf?: TitleOf,
): void {
  if (!may(actor.grants, action, object)) throw notGranted(action, object)
  const ways = limitsOf(actor.grants, action, object)
  if (ways && !ways.some((limits) => isWithin(limits, extent))) throw beyond(action, object, ways, '', titleOf)
}

/** The refusal of what is not granted at all. */
export function notGranted(action: string, object: string): Refusal {
  const permission = permissionWords(action, object)
  return new Refusal(
    403,
    t('You need the permission “{permission}” for this. Ask your access manager.', { permission }),
  )
}

/** The refusal of what is granted, but not so far. `why` goes on after the limit and a comma. */
export function beyond(action: string, object: string, ways: readonly Limits[], why = '', titleOf?: TitleOf): Refusal {
  const limits = limitWords(ways, titleOf)
  const extent = why === '' ? limits : `${limits}, ${why}`
  return new Refusal(
    403,
    t('You have the permission “{permission}” only {extent}. Ask your access manager.', {
      permission: permissionWords(action, object),
      extent,
    }),
    { error: 'BeyondLimits' },
  )
}

type TitleOf = (cityId: number) => string | undefined

/** Limits in words: `up to EUR 200.00, in Rome and Paris`. Cities whose titles are not known are counted. */
export function limitWords(ways: readonly Limits[], titleOf: TitleOf = () => undefined): string {
  return (mergeLimits(ways) ?? [])
    .map(({ maximum, cities, personalData, maxOverridePercent: percent }) =>
      [
        maximum && t('up to {value}', { value: formatMoney(maximum.amount, maximum.currency) }),
        cities && t('in {where}', { where: cityWords(cities, titleOf) }),
        personalData === false && t('without personal data'),
        percent !== undefined && t('with prices changed by at most {percent}%', { percent }),
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join(t(', or '))
}

function cityWords(ids: readonly number[], titleOf: TitleOf): string {
  const titles = ids.flatMap((id) => titleOf(id) ?? [])
  if (titles.length < ids.length) return t('{n, plural, one {one city} other {# cities}}', { n: ids.length })
  const shown = titles.length > 6 ? [...titles.slice(0, 5), t('{n} more', { n: titles.length - 5 })] : titles
  return listOf(shown)
}
