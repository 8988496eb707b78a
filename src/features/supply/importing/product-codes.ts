import { boolean, instant, integer, ref, select, text, words } from '../../../core/resource/fields.ts'
import { defineResource } from '../../../core/resource/resource.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { PermissionObject } from '../../../core/access/permissions.ts'
import type { cities } from '../../places/geo/cities.ts'
import type { subcategories } from '../../categories/subcategories.ts'
import type { products } from '../../products/products.ts'

export const codeStatuses = [
  'queued',
  'fetching',
  'needs_mapping',
  'imported',
  'failed',
  'duplicate',
  'rejected',
] as const
export type CodeStatus = (typeof codeStatuses)[number]

/** The four lists of codes: each supplier's has an object of its own. */
export type CodesName = PermissionObject &
  ('product-codes' | 'product-codes-tiqets' | 'product-codes-globick' | 'product-codes-tourcms')

const list = {
  columns: [
    'code',
    'title',
    'status',
    'reason',
    'cityId',
    'subcategoryId',
    'destination',
    'productId',
    'duplicateOfId',
    'attempts',
    'fetchedAt',
    'createdAt',
  ],
  shown: [
    { key: 'code', below: ['title'], copies: true },
    'status',
    'reason',
    { key: 'cityId', below: ['destination'] },
    'productId',
    'createdAt',
  ],
  filters: ['status', 'cityId', 'subcategoryId', 'destination', 'supplierTags', 'attempts', 'createdAt', 'fetchedAt'],
  search: ['code', 'title'],
  sort: '-createdAt',
  needs: ['code', 'status', 'supplierTags', 'cityId', 'subcategoryId'],
} as const

/** The codes of one supplier's products that staff have pasted, and what became of each. */
export function productCodesOf<const N extends CodesName>(name: N, supplier: string) {
  return defineResource(name, {
    label: [`Code from ${supplier}`, `Codes from ${supplier}`],
    access: name,
    operations: ['list', 'read'],
    title: 'code',
    fields: {
      code: text({ required: true, readOnly: true, unique: true, max: 64 }),
      title: text({ readOnly: true, max: 255 }),
      status: select(codeStatuses, {
        required: true,
        readOnly: 'moving',
        initial: 'queued',
        labels: {
          queued: 'Queued',
          fetching: 'Fetching',
          needs_mapping: 'Needs mapping',
          imported: 'Imported',
          failed: 'Failed',
          duplicate: 'Duplicate',
          rejected: 'Rejected',
        },
        tones: {
          queued: 'neutral',
          fetching: 'busy',
          needs_mapping: 'warn',
          imported: 'good',
          failed: 'bad',
          duplicate: 'warn',
          rejected: 'neutral',
        },
      }),
      reason: text({ readOnly: 'moving', max: 500 }),
      cityId: ref(nameOf<typeof cities>('cities'), { readOnly: 'moving', label: 'City' }),
      subcategoryId: ref(nameOf<typeof subcategories>('subcategories'), { readOnly: 'moving', label: 'Subcategory' }),
      productId: ref(nameOf<typeof products>('products'), { readOnly: 'moving', label: 'Product' }),
      duplicateOfId: ref(nameOf<typeof products>('products'), { readOnly: 'moving', label: 'Duplicate of' }),
      destination: text({ readOnly: 'moving', max: 160, label: 'Supplier’s destination' }),
      supplierTags: words({ readOnly: 'moving', max: 60, label: 'Supplier’s tags' }),
      isNoIndex: boolean({
        readOnly: 'moving',
        label: 'Not for search engines',
        help: 'The supplier does not let search engines index some of its texts',
      }),
      attempts: integer({ required: true, readOnly: 'moving', min: 0, initial: 0 }),
      fetchedAt: instant({ readOnly: 'moving', label: 'Fetched' }),
    },
    list,
    summary: `Codes of ${supplier} products that staff import, with what became of each.`,
  })
}
export type ProductCodes = ReturnType<typeof productCodesOf>
