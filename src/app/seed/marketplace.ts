import { shelve } from './basket.ts'
import { buildProducts } from './catalogue-products.ts'
import { bandRows, optionRows, productRows } from './catalogue-product-rows.ts'
import type { Product } from './catalogue-products.ts'
import { buildEvents } from './catalogue-events.ts'
import type { Performance } from './catalogue-events.ts'
import { performers } from './catalogue-shows.ts'
import type { Show } from './catalogue-shows.ts'
import { eventRows, performanceRows, performerRows } from './catalogue-event-rows.ts'
import { cityRows, configurationRows, countryRows, venueTableRows } from './catalogue-places.ts'
import { couponRows } from './coupon-rows.ts'
import { People } from './people.ts'
import { providerRows } from './providers.ts'
import { purchasePage } from './purchases.ts'
import type { Marketplace } from './purchases.ts'
import { hashText } from './random.ts'
import type { Row, TableBatch } from './rows.ts'
import { couponShape, redemptionShape, salesShapes } from './rows.ts'
import { catalogueShapes } from './catalogue-shapes.ts'
import { SaleCalendar } from './sale-calendar.ts'
import { ZoneClock } from './zone-clock.ts'

const productCount = 400
const eventCount = 300
const performanceCount = 3_000

/** How much of it, until when, for whom. */
export interface Size {
  readonly seed: string
  readonly now: number
  readonly purchases: number
  readonly customers: number
  readonly staff: readonly number[]
  /** Of them, who can give money back. */
  readonly approvers: readonly number[]
}

export interface OpenMarketplace extends Marketplace {
  readonly products: readonly (Product & { readonly code: string })[]
  readonly shows: readonly Show[]
  readonly performances: readonly Performance[]
}

/** Builds the catalogue and everything that sales are made from. `now` in milliseconds since 1970. */
export function openMarketplace({ seed: words, now, purchases, customers, staff, approvers }: Size): OpenMarketplace {
  const seed = hashText(words)
  const clock = new ZoneClock()
  const products = buildProducts(seed, productCount)
  const { shows, performances } = buildEvents(seed, now, eventCount, performanceCount, clock)
  const calendar = new SaleCalendar(now, purchases)
  return {
    seed,
    now,
    count: purchases,
    staff,
    approvers,
    products,
    shows,
    performances,
    calendar,
    people: new People(seed, customers, calendar),
    shelf: shelve(products, performances, clock),
    coupons: new Map(couponRows(now, staff[0] ?? null).map((row) => [Number(row['id']), row])),
  }
}

/** The catalogue in statements of their own, in the order of their references. */
export function catalogueBatches(market: OpenMarketplace): TableBatch[][] {
  const { now, products, shows, performances } = market
  // The places were there before the first sale.
  const opened = now - 1_100 * 86_400_000
  const rows: Record<keyof typeof catalogueShapes, Row[]> = {
    countries: countryRows(opened),
    cities: cityRows(opened),
    venues: venueTableRows(opened),
    venue_configurations: configurationRows(opened),
    providers: providerRows(opened),
    products: productRows(products, now),
    product_options: optionRows(products, now),
    product_age_bands: bandRows(products, now),
    performers: performerRows(performers, opened),
    events: eventRows(shows, performances, now),
    performances: performanceRows(performances, now),
  }
  return [
    ...Object.entries(catalogueShapes).flatMap(([table, columns]) =>
      inPages(rows[table as keyof typeof rows]).map((page) => [{ table, columns, rows: page }]),
    ),
    [{ table: 'coupons', columns: couponShape, rows: [...market.coupons.values()], keep: true }],
  ]
}

function inPages(rows: readonly Row[], size = 1_000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size))
}

/** Customers counted from 0. */
export function customerBatch(market: Marketplace, first: number, last: number): TableBatch {
  const rows = Array.from({ length: last - first }, (_, index) => market.people.row(first + index + 1, market.now))
  return { table: 'customers', columns: salesShapes.customers, rows }
}

/** Purchases counted from 0, with their lines, payments, refunds, timeline and coupons, in this order. */
export function purchaseBatches(market: Marketplace, first: number, last: number): TableBatch[] {
  const page = purchasePage(market, first, last)
  const { purchases, purchase_lines, payments, refunds, purchase_events } = salesShapes
  const shapes = {
    purchases,
    purchase_lines,
    payments,
    refunds,
    purchase_events,
    coupon_redemptions: redemptionShape,
  }
  return Object.entries(shapes).map(([table, columns]) => ({
    table,
    columns,
    rows: page[table as keyof typeof shapes],
  }))
}
