import { afterAll, beforeAll, inject } from 'vitest'
import { type Client, type TestServer, startTestServer } from '../../../app/testing/start.server.ts'
import { type Maker, maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'

export let server: TestServer
export let admin: Client
export let records: Maker
let subcategoryId: number

/** Starts the product for the tests of a file, and stops it after them. */
export function serveOptions(): void {
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'units of options' })
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
export const option = (productId: number, title: string, values: object = {}) =>
  records.make('product-options', {
    productId,
    title,
    isActive: true,
    minUnits: 1,
    maxUnits: 9,
    startTimes: ['10:00'],
    cutoffAmount: 0,
    ...values,
  })
export const band = (
  productId: number,
  optionId: number | null,
  type: string,
  [minAge, maxAge]: readonly [number, number],
  values: object = {},
) =>
  records.make('product-age-bands', {
    productId,
    optionId,
    type,
    title: type.toLowerCase(),
    titlePlural: `${type.toLowerCase()}s`,
    minAge,
    maxAge,
    currency: 'EUR',
    net: 1_000,
    retail: 1_500,
    isIdRequired: false,
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 9,
    accompaniedBy: [],
    intendedGaps: [],
    ...values,
  })
export const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
export const change = (id: number, values: object, of = 'product-age-bands') =>
  admin.patch(`/rest/data/${of}/${id}`, values)
export const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: object }).fields
export const activate = (id: number, isActive: boolean) => change(id, { isActive }, 'product-options')

/** A tour with a shared price for adults, an option for everyone and one for adults only. */
export async function tour(values: object = {}) {
  const id = await product(values)
  const [standard, vip] = [await option(id, 'Standard'), await option(id, 'VIP')]
  return {
    id,
    standard,
    vip,
    adult: await band(id, standard, 'ADULT', [18, 120], { retail: 3_000, net: 2_000 }),
    child: await band(id, standard, 'CHILD', [0, 17], { accompaniedBy: ['ADULT'] }),
    grown: await band(id, vip, 'ADULT', [18, 120], {
      title: 'guest',
      titlePlural: 'guests',
      retail: 9_000,
      net: 6_000,
      intendedGaps: ['below'],
    }),
  }
}
