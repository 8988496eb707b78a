import { afterAll, beforeAll } from 'vitest'
import { type Product, startProduct } from '../product.ts'
import { type Maker, maker } from '../../src/core/testing/make.server.ts'
import { resources } from '../../src/app/registry.server.ts'
import { examples } from '../../src/app/testing/examples.server.ts'

export let product: Product
export let records: Maker
let last = 0

/** Starts the product for the flows of a file, and stops it after them. */
export function startProducts(): void {
  beforeAll(async () => {
    product = await startProduct({ name: 'product flows' })
    records = maker(product.server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })
}

export const db = () => product.server.database.kysely
const live = {
  status: 'live',
  suspendedBecause: null,
  overrides: [],
  currency: 'EUR',
  netFrom: 1_000,
  retailFrom: 1_500,
  markup: 5_000,
  pricingPer: 'UNIT',
  timeZone: 'UTC',
  imageIds: [],
}
export const made = async () => {
  const title = `Flow product ${++last} of ${Date.now()}`
  return { title, id: await records.make('products', { ...live, title }) }
}
export const band = (productId: number, type: string, minAge: number, maxAge: number, optionId: number | null = null) =>
  records.make('product-age-bands', {
    productId,
    optionId,
    type,
    title: `${type} ${productId}`,
    titlePlural: `${type}S ${productId}`,
    minAge,
    maxAge,
    currency: 'EUR',
    retail: 1_500,
    net: 1_000,
    isIdRequired: false,
    paxCount: 1,
    accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
    intendedGaps: [],
    minQuantity: 0,
    maxQuantity: 9,
  })
