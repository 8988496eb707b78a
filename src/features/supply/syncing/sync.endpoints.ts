import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import type { SupplierFacts } from '../importing/supplier-facts.ts'

const instant = z.nullable(z.string())

const quarantined = z.object({
  id: z.int(),
  at: z.string(),
  /** Products that were synced when it was measured. */
  products: z.int(),
  prices: z.int(),
  texts: z.int(),
  gone: z.int(),
  /** Products that it would change. */
  changed: z.int(),
})
export type QuarantinedDelta = z.output<typeof quarantined>

const heldBack = z
  .object({
    productId: z.int(),
    title: z.string(),
    newTitle: z.nullable(z.string()),
    net: z.nullable(z.int()),
    newNet: z.nullable(z.int()),
    currency: z.string(),
    isGone: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'HeldBackChange' })
export type HeldBackChange = z.output<typeof heldBack>

const sync = z
  .object({
    /** When the list of changes was last read to its end and all of it applied. */
    finishedAt: instant,
    isRunning: z.boolean(),
    problem: z.nullable(z.string()),
    problemAt: instant,
    /** In basis points of the products: a delta that changes more of them waits for a person. */
    quarantineShare: z.int(),
    products: z.int(),
    gone: z.int(),
    failed: z.int(),
    /** Products of the delta under way that are still to be fetched. */
    waiting: z.int(),
    /** Of products that are mapped or live: the oldest availability, and how many are older than a day or were never asked. */
    availabilityAt: instant,
    staleAvailability: z.int(),
    quarantined: z.array(quarantined),
  })
  .register(z.globalRegistry, { id: 'SupplierSync' })
export type SupplierSync = z.output<typeof sync>

const delta = z.optional(z.int({ error: () => t('Send the delta’s id.') }))
const change = z
  .strictObject({
    quarantineShare: z.optional(
      z
        .int({ error: () => t('Enter a percentage.') })
        .check(
          z.minimum(100, { error: () => t('Enter 1 to 100 percent.') }),
          z.maximum(10_000, { error: () => t('Enter 1 to 100 percent.') }),
        ),
    ),
    /** Applied as they were fetched; newer changes of the same product win. */
    releasedId: delta,
    /** The same changes are not asked about again. */
    rejectedId: delta,
  })
  .register(z.globalRegistry, { id: 'SupplierSyncUpdate' })

/** The calls about one supplier's sync, described once for all of them. */
export function syncEndpoints({ codes }: SupplierFacts) {
  const base = basePathOf(codes)
  const { object } = codes.access
  const shared = { tag: 'Product imports', each: codes, access: [object, 'write'] as const }
  return {
    readSync: defineEndpoint(`GET ${base}/sync`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'Read how far the sync with a supplier is, how old it is, and what waits for a decision',
      operationId: 'readSupplierSync',
      output: sync,
    }),
    readHeldBack: defineEndpoint(`GET ${base}/sync/:id`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'Read the changes that wait for a decision, the first 200',
      operationId: 'readHeldBackChanges',
      params: idParams,
      output: z.array(heldBack),
    }),
    changeSync: defineEndpoint(`PATCH ${base}/sync`, {
      ...shared,
      summary: 'Release or reject changes that were held back, and set the share of products above which they are',
      operationId: 'changeSupplierSync',
      input: change,
      output: sync,
    }),
  }
}

const productSync = z.object({
  /** Null: no supplier keeps it up to date. */
  sync: z.nullable(
    z.object({
      supplier: z.string(),
      lastSyncedAt: instant,
      goneAt: instant,
      note: z.nullable(z.string()),
      isHeldBack: z.boolean(),
      availabilityAt: instant,
      availabilityProblem: z.nullable(z.string()),
    }),
  ),
})
export type ProductSync = z.output<typeof productSync>['sync']

export const readProductSync = defineEndpoint('GET /rest/data/products/:id/supplier-sync', {
  summary: 'Read how old a product’s data and availability are, and why its supplier keeps it off sale',
  access: ['products', 'ui'],
  params: idParams,
  query: z.strictObject({
    /** Changes with the record, so that news shows at once. */
    version: z.optional(z.string()),
  }),
  output: productSync,
  tag: 'Products',
})
