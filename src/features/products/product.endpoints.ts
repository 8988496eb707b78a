import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { outcomes } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'
import { driftStates } from './product-drifts.ts'
import { suspensionReasons } from './product-statuses.ts'
import { supplierFields } from './supplier-fields.ts'

const idsOf = (some: () => string, most: () => string) =>
  z
    .array(z.int({ error: () => t('Every id is a whole number.') }), { error: some })
    .check(z.minLength(1, { error: some }), z.maxLength(500, { error: most }))
const ids = idsOf(
  () => t('Choose at least one product.'),
  () => t('Choose at most 500 products at a time.'),
)
const note = z.optional(
  z.nullable(
    z
      .string({ error: () => t('The reason must be text.') })
      .check(z.trim(), z.maxLength(500, { error: () => t('The reason can have at most 500 characters.') })),
  ),
)

export type StepResults = z.output<typeof outcomes>

const step = { access: ['products', 'write'], output: outcomes, tag: 'Products' } as const

export const mapProducts = defineEndpoint('POST /rest/data/products/map', {
  ...step,
  summary: 'Say of imported products that they are mapped: each needs a subcategory',
  input: z.strictObject({ ids, note }),
})

export const launchProducts = defineEndpoint('POST /rest/data/products/go-live', {
  ...step,
  access: ['products', 'publish'],
  summary: 'Sell mapped or suspended products that have an active option, a unit for every age and a price',
  input: z.strictObject({ ids, note }),
})

export const suspendProducts = defineEndpoint('POST /rest/data/products/suspend', {
  ...step,
  summary: 'Stop selling live products, saying why; aliases stop showing them at once',
  input: z.strictObject({
    ids,
    note,
    because: z.enum(suspensionReasons, { error: () => t('Say why: supplier_off, quality or manual.') }),
  }),
})

export const retireProducts = defineEndpoint('POST /rest/data/products/retire', {
  ...step,
  summary: 'Take products out of sale for good; purchases keep pointing at them',
  input: z.strictObject({ ids, note }),
})

export const resyncProducts = defineEndpoint('POST /rest/data/products/resync', {
  ...step,
  summary: 'Ask the suppliers again about products: their imports take those first that are waiting',
  input: z.strictObject({ ids, note }),
})

export const supplierField = z.enum(supplierFields).register(z.globalRegistry, {
  id: 'SupplierField',
  description: 'A field of a product that its supplier fills.',
})

const overrides = z.object({
  fields: z.array(
    z.object({
      field: supplierField,
      /** The supplier's value now, and at the last decision. */
      value: z.unknown(),
      valueThen: z.unknown(),
    }),
  ),
  drifts: z.array(
    z.object({
      id: z.int(),
      field: supplierField,
      ours: z.unknown(),
      theirs: z.unknown(),
      seenAt: z.string(),
    }),
  ),
})
export type Overrides = z.output<typeof overrides>

export const readOverrides = defineEndpoint('GET /rest/data/products/:id/overrides', {
  summary: 'Read what the supplier says in the fields that are overridden, and which of their changes are waiting',
  access: ['products', 'ui'],
  params: idParams,
  query: z.strictObject({ version: z.optional(z.string()) }),
  output: overrides,
  tag: 'Products',
})

const driftIds = idsOf(
  () => t('Choose at least one change.'),
  () => t('Choose at most 500 changes at a time.'),
)
const decided = z
  .object({
    results: z.array(
      z.object({
        id: z.int(),
        ok: z.boolean(),
        state: z.optional(z.enum(driftStates)),
        message: z.optional(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'SupplierChangeOutcomes' })
export type DriftResults = z.output<typeof decided>
const decision = {
  access: ['products', 'write'],
  output: decided,
  input: z.strictObject({ ids: driftIds }),
  tag: 'Supplier changes',
} as const

export const acceptDrifts = defineEndpoint('POST /rest/data/product-drifts/accept', {
  ...decision,
  summary: 'Take what suppliers have changed into their products; an override of the field ends with it',
})

export const reopenDrifts = defineEndpoint('POST /rest/data/product-drifts/reopen', {
  ...decision,
  summary: 'Undo decisions of the last 15 minutes: the changes wait again, and the products have what they had before',
})

const driftCount = z.object({ count: z.int(), isMore: z.boolean() })
export const countDrifts = defineEndpoint('GET /rest/data/product-drifts/counts', {
  summary: 'Count the changes of suppliers by part of the inbox, up to 1,000 each',
  access: ['products', 'ui'],
  output: z.object({ open: driftCount, prices: driftCount, decided: driftCount }),
  tag: 'Supplier changes',
})

export const keepDrifts = defineEndpoint('POST /rest/data/product-drifts/keep', {
  ...decision,
  summary: 'Keep what we have in spite of suppliers’ changes: the fields are overridden from then on',
})
