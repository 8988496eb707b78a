import { assertInCities } from '../../kit/city-limits.server.ts'
import type { Call } from '../../kit/endpoint.server.ts'
import { cities } from '../places/cities.ts'
import { performances } from './performances.ts'

/** Grants that are limited to cities reach the performances there. */
export async function assertMayMove(call: Pick<Call, 'actor' | 'db'>, records: readonly { readonly cityId: number }[]): Promise<void> {
  await assertInCities({ resource: performances, lookup: () => cities }, call, 'performances', records.map((record) => ({ ...record })))
}
