import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { boolean, choices, integer, money, ref, select, text } from '../../kit/fields.ts'

export const unitTypes = [
  'ADULT', 'YOUTH', 'CHILD', 'INFANT', 'FAMILY', 'SENIOR', 'STUDENT', 'MILITARY', 'TRAVELER', 'OTHER',
] as const

const unitLabels = {
  ADULT: 'Adult', YOUTH: 'Youth', CHILD: 'Child', INFANT: 'Infant', FAMILY: 'Family', SENIOR: 'Senior',
  STUDENT: 'Student',
  MILITARY: 'Military', TRAVELER: 'Traveller', OTHER: 'Other',
} as const

/** What OCTO calls a unit: who may buy at which price. Infants never travel alone. */
export const productAgeBands = defineResource('product-age-bands', {
  label: ['Product age band', 'Product age bands'],
  access: 'product-age-bands',
  operations: ['list', 'read'],
  title: 'title',
  fields: {
    productId: ref('products', { required: true }),
    type: select(unitTypes, { required: true, labels: unitLabels }),
    title: text({ required: true, max: 80 }),
    titlePlural: text({ required: true, max: 80 }),
    minAge: integer({ required: true, min: 0, max: 120 }),
    maxAge: integer({ required: true, min: 0, max: 120 }),
    isIdRequired: boolean({ label: 'Proof needed' }),
    paxCount: integer({
      required: true, min: 1, max: 20, initial: 1, help: 'How many people one unit takes',
    }),
    minQuantity: integer({ required: true, min: 0, max: 1_000, initial: 0 }),
    maxQuantity: integer({ required: true, min: 1, max: 1_000, initial: 20 }),
    accompaniedBy: choices(unitTypes, { labels: unitLabels }),
    currency: text({ required: true, max: 3, format: 'currency', case: 'upper' }),
    net: money({ currency: 'currency', required: true, min: 0 }),
    retail: money({ currency: 'currency', required: true, min: 0 }),
  },
  list: {
    columns: ['title', 'productId', 'type', 'minAge', 'maxAge', 'retail', 'net', 'isIdRequired'],
    filters: ['productId', 'type', 'currency', 'isIdRequired'],
    search: ['title'],
    sort: '-createdAt',
  },
  *check(draft) {
    if (draft.minAge > draft.maxAge) yield {
      field: 'maxAge', message: t('Max age must be at least the min age.'),
    }
    if (draft.minQuantity > draft.maxQuantity) yield {
      field: 'maxQuantity', message: t('Max quantity must be at least the min quantity.'),
    }
    if (draft.type === 'INFANT' && draft.accompaniedBy.length === 0) {
      yield { field: 'accompaniedBy', message: t('Infants cannot travel alone: say who accompanies them.') }
    }
  },
  summary: 'Ages, limits and prices of a product’s units.',
})
