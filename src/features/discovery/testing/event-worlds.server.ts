import { sql } from 'kysely'
import type { Setting, World } from './world.server.ts'
import { currencyAndPrices, far, nextNumber, published, same, secret, slug } from './world.server.ts'

/** Makes events that are for sale, and performances of them. */
export async function eventMakers({ records, cityId, venueId, categoryId, subcategoryId }: Setting) {
  const shown = {
    ...published,
    isHidden: false,
    isUnlisted: false,
    schedule: 'scheduled',
    superEventId: null,
    venueId,
    cityId,
    categoryId,
    subcategoryId,
    type: 'concert',
    internalName: secret,
    providerId: await records.make('providers', { isEnabled: true, commission: 1_000 }),
    providerCode: null,
    onSaleAt: null,
    offSaleAt: null,
  }
  const event = async (name: string, more = {}) =>
    await records.make('events', {
      ...shown,
      name,
      slug: slug(name),
      internalName: `${secret} ${nextNumber()}`,
      ...more,
    })
  const performance = async (eventId: number) =>
    await records.make('performances', {
      eventId,
      venueId,
      cityId,
      timeZone: 'Europe/Madrid',
      localDate: far,
      localTime: '20:00',
      doorsTime: null,
      isTimeTba: false,
      isDateTbd: false,
      startsAt: `${far}T18:00:00.000Z`,
      status: 'onsale',
      capacity: 100,
      available: 7,
      currency: 'EUR',
      minPrice: 4500,
      maxPrice: 9000,
      venueConfigurationId: null,
      rescheduledFrom: null,
      providerCode: `${secret}-${nextNumber()}`,
    })
  return { event, performance }
}
type EventMakers = Awaited<ReturnType<typeof eventMakers>>

export const eventsWorld = (
  { records, value, by, set, unpublish, cityId, venueId, subcategoryId }: Setting,
  { event, performance }: EventMakers,
): World<'events'> => ({
  async make(name) {
    const performer = await records.make('performers', { ...published, kind: 'artist', sport: null })
    const id = await event(name, { performerIds: [performer] })
    await performance(id)
    return String(id)
  },
  hide: unpublish('events'),
  change: set('events', 'min_age', 16),
  filters: {
    city: same(String(cityId), '999999'),
    venue: same(String(venueId), '999999'),
    performer: async (id) => ({
      finds: (await value('events', 'performer_ids', id)).replaceAll(/[{}]/g, ''),
      misses: '999999',
    }),
    category: same(`s-${subcategoryId}`, 'ca-999999'),
    type: same('concert', 'sport'),
    from: same(far, '2099-06-02'),
    to: same(far, '2099-05-31'),
    slug: by('events', 'slug', 'no-such-slug'),
    q: by('events', 'name', 'zzzz'),
  },
})

export const performancesWorld = (
  { run, by, set, cityId, venueId }: Setting,
  { event, performance }: EventMakers,
): World<'performances'> => ({
  make: async (name) => String(await performance(await event(name))),
  hide: async (id) =>
    await run(
      sql`update events set is_hidden = true where id = (select event_id from performances where id = ${Number(id)})`,
    ),
  change: set('performances', 'available', 3),
  filters: {
    event: by('performances', 'event_id', '999999'),
    venue: same(String(venueId), '999999'),
    city: same(String(cityId), '999999'),
    from: same(far, '2099-06-02'),
    to: same(far, '2099-05-31'),
    status: same('EventScheduled,EventCancelled', 'EventPostponed'),
    ...currencyAndPrices,
  },
})
