import { boolean, instant, integer, money, percent, ref, select, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { supplierFieldLabels, supplierFields } from './supplier-fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from './products.ts'
import type { providers } from '../providers/providers.ts'
import type { productDriftRules } from './product-drift-rules.ts'

export const driftStates = ['open', 'accepted', 'kept', 'withdrawn'] as const

/** A field of a product that its supplier has changed: our value, theirs, and the decision. Kept permanently. */
export const productDrifts = defineResource('product-drifts', {
  label: ['Supplier change', 'Supplier changes'],
  access: 'products',
  operations: ['list', 'read'],
  title: 'title',
  fields: {
    productId: ref(nameOf<typeof products>('products'), { required: true, readOnly: true }),
    providerId: ref(nameOf<typeof providers>('providers'), { required: true, readOnly: true }),
    title: text({ required: true, readOnly: true, max: 255, label: 'Product' }),
    field: select(supplierFields, { required: true, readOnly: true, labels: supplierFieldLabels }),
    ours: text({ derived: true, required: true, label: 'Current value', help: 'As JSON' }),
    theirs: text({ derived: true, required: true, label: 'Supplier value', help: 'As JSON' }),
    change: percent({
      derived: true,
      min: -1_000_000,
      max: 1_000_000,
      label: 'Change',
      help: 'Numbers only: the change in percent',
    }),
    retailNow: money({ derived: true, currency: 'currency', label: 'Price now' }),
    retailThen: money({ derived: true, currency: 'currency', label: 'Price if accepted' }),
    marginNow: percent({ derived: true, min: -1_000_000, max: 1_000_000, label: 'Margin now' }),
    marginKept: percent({ derived: true, min: -1_000_000, max: 1_000_000, label: 'Margin if kept' }),
    pageCount: integer({
      derived: true,
      required: true,
      label: 'Live pages',
      help: 'Published aliases that sell it now.',
    }),
    isOverridden: boolean({ derived: true, label: 'Overridden' }),
    currency: text({ derived: true, required: true }),
    state: select(driftStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      labels: { open: 'Open', accepted: 'Accepted', kept: 'Kept ours', withdrawn: 'Withdrawn' },
      tones: { open: 'warn', accepted: 'good', kept: 'neutral', withdrawn: 'neutral' },
    }),
    ruleId: ref(nameOf<typeof productDriftRules>('product-drift-rules'), { readOnly: true, label: 'Rule' }),
    decidedBy: text({ readOnly: true, max: 200 }),
    decidedAt: instant({ readOnly: true }),
  },
  list: {
    columns: [
      'title',
      'field',
      'ours',
      'theirs',
      'change',
      'pageCount',
      'isOverridden',
      'state',
      'createdAt',
      'ruleId',
      'decidedBy',
    ],
    shown: [
      { key: 'title', below: ['providerId'] },
      'field',
      { key: 'ours', label: 'Current value' },
      { key: 'theirs', label: 'Supplier value' },
      { key: 'pageCount', label: 'Effect' },
      { key: 'state', below: ['ruleId', 'decidedBy', 'createdAt'] },
    ],
    filters: ['state', 'field', 'providerId', 'productId', 'ruleId', 'createdAt'],
    search: ['title'],
    sort: '-createdAt',
    needs: ['field', 'currency', 'state', 'productId', 'retailNow', 'retailThen', 'marginNow', 'marginKept'],
  },
  summary: 'Changes that suppliers made to fields of their products, with what was decided about each.',
})
