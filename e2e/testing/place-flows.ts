import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import type { Client, TestServer } from '../../src/app/testing/start.server.ts'

/** A loaded machine takes longer than the second that a poll has by itself. */
export const patiently = { timeout: 15_000 }
export let product: Product
export let server: TestServer
export let admin: Client
export let ids: { countryId: number; cityId: number; venueId: number }

/** Starts the product for the flows of a file, and stops it after them. */
export function startPlaces(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'places flows' })
    server = product.server
    admin = await server.signIn('admin')
    const {
      rows: [made],
    } = await sql<typeof ids>`
    with country as (
      insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency)
      values ('ES', 'ESP', '724', 'Spain', 'spain', (select id from continents where code = 'EU'), '+34', 'EUR') returning id
    ), city as (
      insert into cities (name, slug, country_id, latitude, longitude, time_zone, un_locode, viator_destination)
      select 'Seville', 'seville', id, 37.3891, -5.9845, 'Europe/Madrid', 'ESSVQ', '556' from country returning id
    ), venue as (
      insert into venues (name, slug, city_id, latitude, longitude, time_zone, capacity)
      select 'Plaza', 'plaza', id, 37.3861, -5.9925, 'Europe/Madrid', 12000 from city returning id
    )
    select country.id as "countryId", city.id as "cityId", venue.id as "venueId" from country, city, venue`.execute(
      server.database.kysely,
    )
    if (!made) throw new Error('The places were not made.')
    ids = made
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text).waitFor()
