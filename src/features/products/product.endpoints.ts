import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { outcomes } from '../../core/outcome.ts'
import { idParams } from '../../core/http/path-params.ts'
import { idsOf } from './chosen-ids.ts'
import { suspensionReasons } from './product-statuses.ts'
import { supplierFields } from './supplier-fields.ts'

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
    because: z.enum(suspensionReasons, { error: () => t('Send a reason: supplier_off, quality or manual.') }),
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
