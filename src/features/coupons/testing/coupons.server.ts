import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { CouponUse, UseLine } from '../coupon-use.ts'

/** The least that a purchase needs around it, for tests: one city with a product, an event and a customer in it. */
export interface Catalogue {
  readonly cityId: number
  readonly venueId: number
  readonly productId: number
  readonly eventId: number
  readonly customerId: number
  readonly providerId: number
}

/** Fills an empty catalogue; the ids are whatever the database gave. */
export async function makeCatalogue(db: Db): Promise<Catalogue> {
  const {
    rows: [made],
  } = await sql<Catalogue>`
    with country as (
      insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency)
      values ('IT', 'ITA', '380', 'Italy', 'italy', (select min(id) from continents), '+39', 'EUR') returning id
    ), city as (
      insert into cities (name, slug, country_id, latitude, longitude, time_zone)
      select 'Rome', 'rome', id, 41.9, 12.5, 'Europe/Rome' from country returning id
    ), venue as (
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity)
      select 'Auditorium', 'auditorium', id, 41.9, 12.5, 'Europe/Rome', 2800 from city returning id
    ), provider as (
      insert into providers (code, name, kind, currency, commission) values ('acme', 'Acme Tours', 'tours', 'EUR', 1500) returning id
    ), product as (
      insert into products (title, internal_name, provider_id, supplier_code, city_id, locale, time_zone, availability_type,
        redemption_method, pricing_per, currency, net_from, retail_from, markup, cancellation_policy, latitude, longitude)
      select 'Colosseum', 'Colosseum', provider.id, 'C1', city.id, 'en', 'Europe/Rome', 'START_TIME', 'DIGITAL', 'UNIT', 'EUR',
        3000, 4000, 3000, 'STANDARD', 41.9, 12.5 from provider, city returning id
    ), option as (
      insert into product_options (product_id, code, title) select id, 'STD', 'Standard' from product returning id
    ), event as (
      insert into events (name, slug, type, venue_id, city_id, provider_id, locale)
      select 'Tosca', 'tosca', 'theatre', venue.id, city.id, provider.id, 'it' from venue, city, provider returning id
    ), customer as (
      insert into customers (email, first_name, last_name, locale) values ('ana@example.com', 'Ana', 'García', 'es') returning id
    )
    select city.id as "cityId", venue.id as "venueId", product.id as "productId", event.id as "eventId", customer.id as "customerId", provider.id as "providerId"
    from city, venue, provider, product, event, customer, option`.execute(db)
  if (!made) throw new Error('The catalogue was not made.')
  return made
}

/** Purchases of the product for 100.00 EUR each, waiting for their payment. Answers with their ids. */
export async function makePurchases(db: Db, count: number, email = 'ana@example.com'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into purchases (reference, kind, channel, title, contents, quantity, customer_name, customer_email,
      customer_country, customer_locale, booking_status, payment_status, fulfilment_status, refund_state, currency,
      items_total, fees_total, tax_total, discount_total, grand_total, captured, refunded, refund_pending, charged_back,
      cost_currency, net_cost, supplier_cost, fx_rate, fx_rate_at, payment_fees, provider_id, travel_date, time_zone,
      starts_at, ends_at, city_id, product_id, product_option_id, risk_score)
    select translate(upper(left(md5(random()::text), 10)), '01', 'GH'), 'product', 'web', 'Colosseum', '2 adults', 2, 'Ana García', ${email},
      'ES', 'es', 'pending_payment', 'unpaid', 'not_due', 'none', 'EUR',
      10000, 0, 0, 0, 10000, 0, 0, 0, 0, 'EUR', 6000, 6000, 1, now(), 0, p.provider_id, '2026-07-01', 'Europe/Rome',
      '2026-07-01T08:00:00Z', '2026-07-01T10:00:00Z', p.city_id, p.id, o.id, 0
    from generate_series(1, ${count}::int), products p join product_options o on o.product_id = p.id
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a purchase of `makePurchases` uses a coupon for. */
export function useOf(catalogue: Catalogue, changes: Partial<CouponUse> = {}, line: Partial<UseLine> = {}): CouponUse {
  return {
    currency: 'EUR',
    channel: 'web',
    locale: 'es',
    customerId: catalogue.customerId,
    email: 'ana@example.com',
    lines: [
      {
        eventId: null,
        performerIds: [],
        venueId: null,
        cityId: catalogue.cityId,
        productId: catalogue.productId,
        aliasIds: [],
        categoryIds: [],
        subcategoryIds: [],
        providerId: catalogue.providerId,
        travelOn: '2026-07-01',
        quantity: 2,
        amount: 10_000,
        ...line,
      },
    ],
    ...changes,
  }
}

/** Pays such a purchase after 10.00 EUR of discount; 5.00 of the 90.00 then went back, and the bank kept 3.00. */
export async function payPurchase(db: Db, id: number): Promise<void> {
  await sql`
    update purchases set discount_total = 1000, grand_total = 9000, captured = 9000, payment_fees = 300,
      payment_status = 'captured', booking_status = 'pending_supplier' where id = ${id}`.execute(db)
  await sql`
    update purchases set refunded = 500, payment_status = 'partially_refunded', refund_state = 'partial',
      booking_status = 'confirmed' where id = ${id}`.execute(db)
  await sql`
    with payment as (
      insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
      values (${id}, 'stripe', 'card', 'captured', 'EUR', 9000, 9000, 300, ${`pi_${id}`}, now()) returning id
    )
    insert into refunds (purchase_id, payment_id, state, currency, amount, kind, reason, initiator, paid_by, destination,
      idempotency_key, succeeded_at)
    select ${id}, id, 'succeeded', 'EUR', 500, 'goodwill', 'quality', 'staff', 'platform', 'original_method', 'one', now() from payment`.execute(
    db,
  )
}
