import type { Grants } from '../access/access.ts'
import { may } from '../access/access.ts'
import { isWithinLimits, limitsOf, limitWords } from '../access/limits.ts'
import type { AnyResource } from './resource.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The key that says where a record is: `cityId` where that points at a city, and of a city its own id. Null: records
 * of this kind are in no city, so a grant that is limited to cities reaches none of them.
 */
export function cityKeyOf({ name, fields }: AnyResource): string | null {
  if (name === 'cities') return 'id'
  const field = fields['cityId']
  return field && 'to' in field && field.to === 'cities' ? 'cityId' : null
}

/** The object on which changing records of this kind needs `write`. */
const objectOf = ({ access }: AnyResource) => access.update ?? access.object

/** Whether a user can change this record, and not only others of its kind: a grant can be limited to cities. */
export function mayChange(grants: Grants, resource: AnyResource, record: Values): boolean {
  const key = cityKeyOf(resource)
  const cityId = key === null ? null : record[key]
  return (
    may(grants, 'write', objectOf(resource)) &&
    isWithinLimits(grants, 'write', objectOf(resource), { cityId: typeof cityId === 'number' ? cityId : null })
  )
}

/** How far a user's right to change such records reaches: `in Rome`. Cities whose titles are not known are counted. */
export function reachWords(
  grants: Grants,
  resource: AnyResource,
  titleOf: (cityId: number) => string | undefined,
): string {
  return limitWords(limitsOf(grants, 'write', objectOf(resource)) ?? [], titleOf)
}
