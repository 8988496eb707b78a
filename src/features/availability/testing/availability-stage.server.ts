import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Maker } from '../../../core/testing/make.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import type { Goods } from '../../orders/testing/goods.server.ts'
import { makeGoods } from '../../orders/testing/goods.server.ts'
import { commonFault } from '../../supply/importing/supplier-answers.server.ts'
import type { SupplierCatalogue } from '../../supply/importing/supplier-catalogue.server.ts'
import type { SupplierServer } from '../../supply/importing/supplier-server.server.ts'
import type { AvailabilityCheck, AvailabilitySource } from '../availability.endpoints.ts'

export let server: TestServer
export let admin: Client
export let goods: Goods
/** The product of `goods`, sold by Viator. */
export let chosenId: number
export let records: Maker
let cityId: number
const providers = new Map<string, number>()

export const checks = '/rest/data/availability-checks'
export const db = () => server.database.kysely
export const visit = () => ({ productId: chosenId, date: goods.date })

/** Starts the product with goods to check for the tests of a file, and stops it after them. */
export function serveAvailability(name: string): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name })
    admin = await server.signIn('admin')
    providers.clear()
    records = maker(db(), resources, examples)
    goods = await makeGoods(db(), records)
    const { rows } = await sql<{ id: number; cityId: number }>`
      select p.id, p.city_id as "cityId" from product_options o join products p on p.id = o.product_id where o.id = ${goods.optionId}`.execute(
      db(),
    )
    chosenId = rows[0]?.id ?? 0
    cityId = rows[0]?.cityId ?? 0
    await sell(chosenId, 'viator', '5010SYDNEY')
  })
  afterAll(() => server?.stop())
  afterEach(() => vi.restoreAllMocks())
}

/** Has a product sold by a provider, under a code of its own. */
export async function sell(id: number, provider: string, code: string): Promise<void> {
  const providerId =
    providers.get(provider) ?? (await records.make('providers', { code: provider, kind: 'tours', isEnabled: true }))
  providers.set(provider, providerId)
  await sql`update products set provider_id = ${providerId}, supplier_code = ${code} where id = ${id}`.execute(db())
}

/** Another product of the same alias. */
export async function alternative(provider: string, code: string): Promise<void> {
  const id = await records.make('products', { cityId, status: 'live', suspendedBecause: null, currency: 'EUR' })
  await sell(id, provider, code)
  const { rows } = await sql<{
    id: number
  }>`select alias_id as id from alias_members where product_id = ${chosenId}`.execute(db())
  const aliasId = rows[0]?.id ?? (await records.make('aliases'))
  await sql`
    insert into alias_members (alias_id, product_id, rank)
    select ${aliasId}, p, (select count(*) from alias_members where alias_id = ${aliasId}) + 40 + row_number() over () from unnest(array[${chosenId}, ${id}]::bigint[]) p
    on conflict (alias_id, product_id) do nothing`.execute(db())
}

/** Has a supplier answer like this, for the rest of the test. */
export function answers(supplier: SupplierServer, getAvailability: SupplierCatalogue['getAvailability']) {
  const unasked = () => Promise.reject(new Error('Not asked'))
  return vi.spyOn(supplier, 'openCatalogue').mockImplementation(() => ({
    listChanged: unasked,
    search: () => Promise.reject(new Error('Not asked for here.')),
    getProduct: unasked,
    getAvailability,
    repeat: () => Promise.reject(new Error('No test asks this.')),
    classifyError: commonFault,
  }))
}
export const never = () => new Promise<never>(() => {})

export async function ask(wanted: object): Promise<AvailabilityCheck> {
  const { status, body } = await admin.post(checks, wanted)
  expect(status, JSON.stringify(body)).toBe(202)
  return body as AvailabilityCheck
}
export const read = async (id: number) => (await admin.get(`${checks}/${id}`)).body as AvailabilityCheck

/** As long as retries of a call take, and more. */
const patience = { timeout: 14_000 }
export const until = async (id: number, isDone: (check: AvailabilityCheck) => boolean) =>
  await vi.waitFor(async () => {
    const check = await read(id)
    expect(isDone(check)).toBe(true)
    return check
  }, patience)
/** The check once every source has answered or failed. */
export const settled = async (wanted: object) => await until((await ask(wanted)).id, ({ isUnderWay }) => !isUnderWay)
export const sourceOf = ({ sources }: AvailabilityCheck, provider: string) =>
  sources.find((one) => one.provider.code === provider) as AvailabilitySource
