import { assertInCities } from '../../../core/calls/city-limits.server.ts'
import type { Call } from '../../../core/http/endpoint.server.ts'
import { cities } from '../../places/geo/cities.ts'
import { performances } from '../performance/performances.ts'

/** Grants that are limited to cities reach the performances there. */
export async function assertMayMove(
  call: Pick<Call, 'actor' | 'db'>,
  records: readonly { readonly cityId: number }[],
): Promise<void> {
  await assertInCities(
    { resource: performances, lookup: () => cities },
    call,
    'performances',
    records.map((record) => ({ ...record })),
  )
}
