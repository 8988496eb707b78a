import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import type { Overrides } from '../product.endpoints.ts'
import type { SupplierField } from '../supplier-fields.ts'
import { appendAudit } from '../../../core/audit/audit.server.ts'
import { takeSupplierValues } from '../drifts.server.ts'
import { system } from '../../../core/access/access.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
export let subcategoryId: number

/** Starts the product for the tests of a file, and stops it after them. */
export function serveProducts(name = 'products'): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name })
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
    subcategoryId = await records.make('subcategories')
  })
  afterAll(() => server.stop())
}

export const db = () => server.database.kysely
const plain = {
  status: 'live',
  suspendedBecause: null,
  overrides: [],
  currency: 'EUR',
  netFrom: 1_000,
  retailFrom: 1_500,
  markup: 5_000,
  pricingPer: 'UNIT',
  timeZone: 'Europe/Rome',
  syncStatus: 'synced',
}
export const product = (values: object = {}) =>
  records.make('products', { ...plain, subcategoryIds: [subcategoryId], ...values })
export const option = (productId: number, values: object = {}) =>
  records.make('product-options', {
    productId,
    isActive: true,
    minUnits: 1,
    maxUnits: 9,
    startTimes: ['10:00'],
    cutoffAmount: 0,
    ...values,
  })
export const band = (
  productId: number,
  type: string,
  [minAge, maxAge]: readonly [number, number],
  values: object = {},
) =>
  records.make('product-age-bands', {
    productId,
    type,
    minAge,
    maxAge,
    currency: 'EUR',
    net: 1_000,
    retail: 1_500,
    isIdRequired: false,
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 9,
    accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
    intendedGaps: [],
    ...values,
  })
export const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
export const change = (id: number, values: object, of = 'products') => admin.patch(`/rest/data/${of}/${id}`, values)
export const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message
export const overridesOf = async (id: number) =>
  (await admin.get(`/rest/data/products/${id}/overrides`)).body as Overrides
export const says = (id: number, said: Partial<Record<SupplierField, unknown>>) =>
  db()
    .transaction()
    .execute(async (trx) => {
      await appendAudit(trx, await takeSupplierValues(trx, id, said), { actor: system('imports') })
    })
export const history = async (id: number) =>
  ((await admin.get(`/rest/data/products/${id}/history`)).body as { versions: { action: string }[] }).versions.map(
    ({ action }) => action,
  )
