import { cityKeyOf } from '../../../core/resource/city-limits.ts'
import { maskedKeys } from '../../../core/resource/personal.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { permissionObjects } from '../../../core/access/permissions.ts'
import type { Limitable } from './limitable.ts'

/** Actions that change something somewhere. */
const acting: readonly string[] = ['write', 'delete', 'refund', 'publish']

/**
 * Which objects each limit of an action makes sense on, read from the definitions: cities where records have one,
 * personal data where some is masked. A limit that nothing heeds would only promise.
 */
export function limitableIn(resources: readonly AnyResource[]): (action: string) => Limitable {
  const objectsOf = (found: readonly AnyResource[]) =>
    [...new Set(found.flatMap(({ access }) => [access.object, access.update ?? access.object]))].sort()
  const located = objectsOf(resources.filter((resource) => cityKeyOf(resource) !== null))
  const personal = [
    ...new Set(resources.filter((resource) => maskedKeys(resource).length > 0).map(({ access }) => access.object)),
  ].sort()
  return (action) => ({
    maximum: action === 'refund' ? Object.keys(permissionObjects) : [],
    cities: acting.includes(action) ? located : [],
    personalData: action === 'ui' || action === 'read' ? personal : [],
    // Only orders have prices that staff change by hand.
    maxOverridePercent: action === 'write' ? ['purchases'] : [],
  })
}
