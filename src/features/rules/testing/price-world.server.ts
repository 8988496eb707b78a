import { sql } from 'kysely'
import { examples } from '../../../app/testing/examples.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import type { Db } from '../../../db/tables.server.ts'

const day = 86_400_000

/** An event with a performance, and of each thing that a condition can name two: so that some are met and some are not. */
export async function makePriceWorld(db: Db) {
  const records = maker(db, resources, examples)
  const two = async (make: () => Promise<number>) => [await make(), await make()]
  const countries = await two(() =>
    records.make('countries', { isBlocked: false, blockedBecause: null, blockNote: null, blockedAt: null }),
  )
  const [cityId, otherCity] = [
    await records.make('cities', { countryId: countries[0] }),
    await records.make('cities', { countryId: countries[1] }),
  ]
  const venues = [await records.make('venues', { cityId }), await records.make('venues', { cityId: otherCity })]
  const categories = await two(() => records.make('categories'))
  const subcategories = [
    await records.make('subcategories', { categoryId: categories[0] }),
    await records.make('subcategories', { categoryId: categories[0] }),
  ]
  const providers = await two(() => records.make('providers', { commission: 1_000, isEnabled: true }))
  const performers = await two(() => records.make('performers', { kind: 'team', sport: 'football' }))
  const event = (more: object) =>
    records.make('events', {
      venueId: venues[0],
      cityId,
      performerIds: performers,
      type: 'sport',
      publication: 'published',
      schedule: 'scheduled',
      isHidden: false,
      onSaleAt: null,
      offSaleAt: null,
      providerCode: null,
      superEventId: null,
      ...more,
    })
  const eventId = await event({ providerId: providers[0], categoryId: categories[0], subcategoryId: subcategories[0] })
  const startsAt = new Date(Date.now() + 30 * day)
  const performanceId = await records.make('performances', {
    eventId,
    venueId: venues[0],
    cityId,
    status: 'onsale',
    isTimeTba: false,
    isDateTbd: false,
    timeZone: 'UTC',
    available: 9,
    capacity: 100,
    startsAt: startsAt.toISOString(),
    localDate: startsAt.toISOString().slice(0, 10),
    localTime: startsAt.toISOString().slice(11, 16),
    currency: 'EUR',
    minPrice: 5_000,
    maxPrice: 9_000,
    providerCode: null,
  })
  const events = [eventId, await event({ providerId: providers[1], categoryId: null, subcategoryId: null })]
  const named = { events, performers, venues, subcategories, categories, providers, countries }
  return { eventId, performanceId, named }
}
export type PriceWorld = Awaited<ReturnType<typeof makePriceWorld>>

const rollBack = new Error('The world is left as it was.')
/** Runs something and rolls it back. */
export async function within(db: Db, work: (trx: Db) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx)
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
}

/** Makes these the only rules. */
export async function storeRules(trx: Db, rules: readonly object[]): Promise<void> {
  await sql`delete from rules`.execute(trx)
  await sql`
    insert into rules (name, type, markup, service_fee, min_margin, hidden_provider_ids, event_ids, performer_ids, venue_ids, country_ids, subcategory_ids,
      category_ids, provider_ids, event_types, competition, days_from, days_to, currency, price_from, price_to, priority, is_enabled, valid_from, valid_until, created_at)
    select g.name, g.type, g.markup, g.service_fee, g.min_margin, g.hidden_provider_ids, g.event_ids, g.performer_ids, g.venue_ids, g.country_ids, g.subcategory_ids,
      g.category_ids, g.provider_ids, g.event_types, g.competition, g.days_from, g.days_to, g.currency, g.price_from, g.price_to, g.priority, g.is_enabled,
      g.valid_from, g.valid_until, g.created_at
    from jsonb_populate_recordset(null::rules, ${JSON.stringify(rules)}::jsonb) g`.execute(trx)
}
