import { sql } from 'kysely'
import type { Maker } from '../../../core/testing/make.server.ts'
import type { Db } from '../../../db/tables.server.ts'

/** What can be bought in tests of orders, all in EUR. */
export interface Goods {
  readonly eventId: number
  readonly performanceId: number
  /** Of 6 tickets, the cheapest of its performance. */
  readonly listingId: number
  /** Of 4 tickets of the same performance. */
  readonly otherListingId: number
  /** Of another performance. */
  readonly elsewhereListingId: number
  readonly optionId: number
  /** 40.00 and 20.00. */
  readonly adultId: number
  readonly childId: number
  /** A day with 8 places, at 09:30 or 11:00. */
  readonly date: string
}

const far = '2099-06-01'

const published = {
  publication: 'published',
  publishedAt: '2026-01-01T00:00:00.000Z',
  publishAt: null,
  unpublishAt: null,
}
const timeZone = 'Europe/Madrid'

/** An event with two performances that have listings, and a product whose option starts twice a day. */
export async function makeGoods(db: Db, records: Maker): Promise<Goods> {
  const countryId = await records.make('countries', {
    code: 'ZZ',
    alpha3: 'ZZZ',
    isBlocked: false,
    blockedBecause: null,
    blockNote: null,
    blockedAt: null,
  })
  const cityId = await records.make('cities', { ...published, countryId, timeZone })
  return { ...(await makeTickets(db, records, cityId)), ...(await makeVisits(db, records, cityId)), date: far }
}

async function makeTickets(db: Db, records: Maker, cityId: number) {
  const venueId = await records.make('venues', { ...published, cityId, timeZone })
  const providerId = await records.make('providers', { isEnabled: true, commission: 1_000 })
  const eventId = await records.make('events', {
    ...published,
    isHidden: false,
    isUnlisted: false,
    schedule: 'scheduled',
    superEventId: null,
    venueId,
    cityId,
    type: 'concert',
    providerId,
    providerCode: null,
    onSaleAt: null,
    offSaleAt: null,
  })
  const performance = async (localDate: string) =>
    await records.make('performances', {
      eventId,
      venueId,
      cityId,
      timeZone,
      localDate,
      localTime: '20:00',
      doorsTime: null,
      isTimeTba: false,
      isDateTbd: false,
      startsAt: `${localDate}T18:00:00.000Z`,
      status: 'onsale',
      capacity: 100,
      available: 10,
      currency: 'EUR',
      minPrice: 4500,
      maxPrice: 9000,
      venueConfigurationId: null,
      rescheduledFrom: null,
    })
  const listing = async (of: number, code: string, quantity: number, price: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into ticket_listings (performance_id, provider_id, code, section, row_name, quantity, currency, price)
      values (${of}, ${providerId}, ${code}, 'Stalls', 'F', ${quantity}, 'EUR', ${price}) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const performanceId = await performance(far)
  await sql`insert into rules (name, type, service_fee, is_enabled) values ('Fee', 'service_fee', 1000, true)`.execute(
    db,
  )
  return {
    eventId,
    performanceId,
    listingId: await listing(performanceId, 'A', 6, 4500),
    otherListingId: await listing(performanceId, 'B', 4, 5500),
    elsewhereListingId: await listing(await performance('2099-06-02'), 'C', 4, 5500),
  }
}

async function makeVisits(db: Db, records: Maker, cityId: number) {
  const productId = await records.make('products', {
    cityId,
    status: 'live',
    suspendedBecause: null,
    currency: 'EUR',
    netFrom: 3000,
    pricingPer: 'UNIT',
    timeZone,
  })
  const optionId = await records.make('product-options', {
    productId,
    isActive: true,
    startTimes: ['09:30', '11:00'],
    minUnits: 1,
    maxUnits: 20,
    cutoffAmount: 0,
    openingRules: [],
    openingExceptions: [],
  })
  const band = async (type: string, ages: readonly [number, number], retail: number) =>
    await records.make('product-age-bands', {
      productId,
      optionId: null,
      type,
      minAge: ages[0],
      maxAge: ages[1],
      accompaniedBy: [],
      isIdRequired: false,
      paxCount: 1,
      minQuantity: 0,
      maxQuantity: 20,
      currency: 'EUR',
      net: retail / 2,
      retail,
    })
  await sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
    values (${optionId}, ${far}::date, 'AVAILABLE', 8, 20, now())`.execute(db)
  return {
    optionId,
    adultId: await band('ADULT', [18, 120], 4000),
    childId: await band('CHILD', [3, 17], 2000),
  }
}
