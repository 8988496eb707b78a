import type { Db } from '../../../db/tables.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import type { DiscoveryName } from '../../api-users/discovery-names.ts'
import { eventMakers, eventsWorld, performancesWorld } from './event-worlds.server.ts'
import { categoriesWorld, citiesWorld, performersWorld, venuesWorld } from './place-worlds.server.ts'
import { productMaker, productsWorld, reviewsWorld } from './product-worlds.server.ts'
import type { Setting, World } from './world.server.ts'
import { published, sqlOf } from './world.server.ts'

export type Worlds = { readonly [N in DiscoveryName]: World<N> }

/** A little of everything that the discovery API tells, and the same once more that it must not tell. */
export async function makeWorlds(db: Db, records: Maker): Promise<Worlds> {
  const countryId = await records.make('countries', {
    code: 'ZZ',
    alpha3: 'ZZZ',
    isBlocked: false,
    blockedBecause: null,
    blockNote: null,
    blockedAt: null,
  })
  const cityId = await records.make('cities', { ...published, countryId, timeZone: 'Europe/Madrid' })
  const venueId = await records.make('venues', {
    ...published,
    cityId,
    timeZone: 'Europe/Madrid',
    latitude: 40,
    longitude: -3,
  })
  const categoryId = await records.make('categories', published)
  const subcategoryId = await records.make('subcategories', { ...published, categoryId })
  const setting: Setting = { ...sqlOf(db), records, countryId, cityId, venueId, categoryId, subcategoryId }
  const makers = await eventMakers(setting)
  const product = productMaker(setting)
  return {
    categories: categoriesWorld(setting),
    cities: citiesWorld(setting),
    venues: venuesWorld(setting),
    performers: performersWorld(setting),
    events: eventsWorld(setting, makers),
    performances: performancesWorld(setting, makers),
    products: productsWorld(setting, product),
    reviews: reviewsWorld(setting, product),
  }
}
