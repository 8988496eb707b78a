import { boolean, instant, percent, ref, select, text } from '../../kit/fields.ts'
import { defineResource } from '../../kit/resource.ts'
import { supplierFieldLabels, supplierFields } from './supplier-fields.ts'

export const driftStates = ['open', 'accepted', 'kept', 'withdrawn'] as const

/** A field of a product that its supplier has changed: what we have, what they say, and what was decided. Kept for good. */
export const productDrifts = defineResource('product-drifts', {
  label: ['Supplier change', 'Supplier changes'],
  access: 'products',
  operations: ['list', 'read'],
  title: 'title',
  fields: {
    productId: ref('products', { required: true, readOnly: true }),
    providerId: ref('providers', { required: true, readOnly: true }),
    title: text({ required: true, readOnly: true, max: 255, label: 'Product', help: 'What it was called then' }),
    field: select(supplierFields, { required: true, readOnly: true, labels: supplierFieldLabels }),
    ours: text({ derived: true, required: true, label: 'We have', help: 'As JSON' }),
    theirs: text({ derived: true, required: true, label: 'The supplier says', help: 'As JSON' }),
    change: percent({ derived: true, min: -1_000_000, max: 1_000_000, label: 'Change', help: 'Of numbers: how much more or less it is' }),
    isOverridden: boolean({ derived: true, label: 'Overridden' }),
    currency: text({ derived: true, required: true }),
    state: select(driftStates, {
      required: true, readOnly: true, initial: 'open',
      labels: { open: 'Open', accepted: 'Accepted', kept: 'Kept ours', withdrawn: 'Withdrawn' },
      tones: { open: 'warn', accepted: 'good', kept: 'neutral', withdrawn: 'neutral' },
    }),
    ruleId: ref('product-drift-rules', { readOnly: true, label: 'Rule' }),
    decidedBy: text({ readOnly: true, max: 200 }),
    decidedAt: instant({ readOnly: true }),
  },
  list: {
    columns: ['title', 'field', 'ours', 'theirs', 'change', 'isOverridden', 'state', 'createdAt', 'decidedBy'],
    filters: ['state', 'field', 'providerId', 'productId', 'ruleId', 'createdAt'],
    search: ['title'],
    sort: '-createdAt',
  },
  summary: 'Changes that suppliers made to fields of their products, with what was decided about each.',
})
