import type { ResourceExample } from '../../../../core/testing/make.server.ts'
import { exampleOf } from '../../../../core/testing/make.server.ts'
import { pick } from '../../../../core/testing/samples.ts'
import { inRome } from './in-rome.ts'
import { referenceCountries } from '../reference-places.server.ts'
import { continents } from '../continents.ts'
import { countries } from '../countries.ts'
import { cities } from '../cities.ts'
import { cityLaunches } from '../city-launches.ts'

const letters = [...'BCDEFGHIJKLMNOPQRSTUVW']
const standard = await referenceCountries()
const unknown = (key: 'code' | 'alpha3' | 'numericCode', codes: readonly string[]) =>
  codes.filter((code) => standard.every((country) => country[key] !== code))
/** Codes that ISO 3166-1 does not know: those that it knows go together. */
const free = {
  code: unknown(
    'code',
    letters.flatMap((first) => letters.map((second) => `${first}${second}`)),
  ),
  alpha3: unknown(
    'alpha3',
    letters.flatMap((second) => letters.map((third) => `Q${second}${third}`)),
  ),
  numericCode: unknown(
    'numericCode',
    Array.from({ length: 800 }, (_, index) => String(index + 200)),
  ),
}
const ownCodes = (n: number) => ({
  code: pick(free.code, n),
  alpha3: pick(free.alpha3, n),
  numericCode: pick(free.numericCode, n),
})
/** For each maker, the sample that became the last of the countries that others refer to. */
const triedLast = new WeakMap<object, number>()

export const examples: readonly ResourceExample[] = [
  // Our own regions, because the continents already exist.
  exampleOf(continents, (n) => ({
    values: { code: `${'QXYZ'.charAt(Math.floor(n / 36) % 4)}${(n % 36).toString(36).toUpperCase()}` },
  })),
  exampleOf(countries, (n, ids) => {
    if (ids(countries).length === 0) triedLast.set(ids, n)
    return {
      values: {
        ...ownCodes(n),
        languages: n % 2 ? ['it', 'de-AT'] : [],
        timeZones: n % 2 ? ['Europe/Rome'] : [],
        addressFormat: n % 2 ? '{street}\n{postcode} {city}' : null,
        // The first ones are where the purchases of other samples are.
        ...(n % 40 === 20
          ? { isBlocked: true, blockedBecause: pick(['tax', 'risk'], n), blockedAt: '2026-06-01T10:00:00.000Z' }
          : { isBlocked: false, blockedBecause: null, blockNote: null, blockedAt: null }),
      },
    }
  }),
  // North of Rome, each too far from the one before to be its twin. Where a test moves one of the coordinates, at sea and
  // at the poles, any zone fits. All of one country, because their codes begin with its own: the last of those made to
  // refer to. In another they have none.
  exampleOf(cities, (n, ids, { countryId }) => {
    const country = ownCodes(triedLast.get(ids) ?? 0).code
    const codes = {
      unLocode: `${country}${[676, 26, 1].map((step) => String.fromCharCode(65 + (Math.floor(n / step) % 26))).join('')}`,
      subdivision: `${country}-${10 + (n % 80)}`,
    }
    return {
      values: {
        ...inRome(n),
        latitude: Number((41.9 + (n % 10) * 0.4).toFixed(1)),
        countryId: ids(countries).at(-1),
        ...(countryId === undefined ? codes : { unLocode: null, subdivision: null }),
        viatorDestination: String(1_000 + n),
        tiqetsCity: String(2_000 + n),
        parentId: null,
        description: `<p>Sample ${n} of a city</p>`,
      },
    }
  }),
  exampleOf(cityLaunches, (n, ids) => ({
    columns: {
      name: `City ${n}`,
      slug: `city-to-launch-${n}`,
      country_id: pick(ids(countries), n),
      latitude: 41.9,
      longitude: 12.5,
      time_zone: 'Europe/Rome',
      popularity: n % 100,
      publication: n % 3 === 0 ? 'published' : 'draft',
      viator_destination: n % 2 ? String(500_000 + n) : null,
    },
  })),
]
