import { boolean, choices, integer, money, ref, select, text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from './products.ts'
import type { productOptions } from './product-options.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    'product-age-bands': true
  }
}

export const unitTypes = [
  'ADULT',
  'YOUTH',
  'CHILD',
  'INFANT',
  'FAMILY',
  'SENIOR',
  'STUDENT',
  'MILITARY',
  'TRAVELER',
  'OTHER',
] as const
export type UnitType = (typeof unitTypes)[number]

/** Types that are never responsible for an infant. */
export const minorTypes: readonly UnitType[] = ['INFANT', 'CHILD', 'YOUTH']

export const unitLabels = {
  ADULT: 'Adult',
  YOUTH: 'Youth',
  CHILD: 'Child',
  INFANT: 'Infant',
  FAMILY: 'Family',
  SENIOR: 'Senior',
  STUDENT: 'Student',
  MILITARY: 'Military',
  TRAVELER: 'Traveller',
  OTHER: 'Other',
} as const

/**
 * OCTO's units: who can book at which price, in every option of a product or in a single one. Infants never travel
 * alone, and every age is covered by an option on sale unless the gap is intended.
 */
export const productAgeBands = defineResource('product-age-bands', {
  label: ['Product age band', 'Product age bands'],
  access: 'product-age-bands',
  operations: ['list', 'read', 'update'],
  title: 'title',
  fields: {
    productId: ref(nameOf<typeof products>('products'), { required: true, readOnly: true }),
    optionId: ref(nameOf<typeof productOptions>('product-options'), {
      readOnly: true,
      label: 'Option',
      help: 'The option it applies to. Blank means every option of its product.',
    }),
    type: select(unitTypes, { required: true, labels: unitLabels }),
    title: text({ required: true, max: 80 }),
    titlePlural: text({ required: true, max: 80 }),
    supplierLabel: text({
      readOnly: true,
      max: 80,
      label: 'Supplier’s label',
      help: 'Supplier’s name. Filter by it to give all with one name the same type.',
    }),
    minAge: integer({ required: true, min: 0, max: 120 }),
    maxAge: integer({ required: true, min: 0, max: 120 }),
    intendedGaps: choices(['below', 'above'], {
      label: 'Intentional gaps',
      labels: { below: 'Below the min age', above: 'Above the max age' },
      help: 'Ages next to this band that can’t book, on purpose',
    }),
    isIdRequired: boolean({ label: 'Proof needed' }),
    paxCount: integer({
      required: true,
      min: 1,
      max: 20,
      initial: 1,
      label: 'People per unit',
      help: 'How many people one unit takes',
    }),
    minQuantity: integer({
      required: true,
      min: 0,
      max: 1_000,
      initial: 0,
      help: 'Minimum, if any',
    }),
    maxQuantity: integer({ required: true, min: 1, max: 1_000, initial: 20 }),
    accompaniedBy: choices(unitTypes, { labels: unitLabels, help: 'Must be accompanied by one of these' }),
    currency: text({ required: true, readOnly: true, max: 3, format: 'currency', case: 'upper' }),
    net: money({ currency: 'currency', required: true, readOnly: true, min: 0 }),
    retail: money({ currency: 'currency', required: true, min: 0 }),
    isBelowNet: boolean({ derived: 'indexed', label: 'Sold below net' }),
  },
  list: {
    columns: [
      'title',
      'productId',
      'optionId',
      'type',
      'minAge',
      'maxAge',
      'net',
      'retail',
      'accompaniedBy',
      'isIdRequired',
      'paxCount',
      'minQuantity',
      'maxQuantity',
      'supplierLabel',
    ],
    shown: [
      { key: 'title', below: ['productId'] },
      'optionId',
      'type',
      'minAge',
      'maxAge',
      'net',
      'retail',
      'isIdRequired',
    ],
    filters: [
      'productId',
      'optionId',
      'type',
      'supplierLabel',
      'minAge',
      'maxAge',
      'currency',
      'isIdRequired',
      'accompaniedBy',
      'minQuantity',
      'maxQuantity',
      'isBelowNet',
    ],
    search: ['title', 'supplierLabel'],
    sort: '-createdAt',
    needs: ['isBelowNet', 'currency'],
  },
  form: {
    main: [
      { title: 'Ages', fields: ['type', 'minAge', 'maxAge', 'intendedGaps'] },
      { title: 'Names', fields: ['title', 'titlePlural'] },
      { title: 'Restrictions', fields: ['paxCount', 'isIdRequired', 'minQuantity', 'maxQuantity', 'accompaniedBy'] },
      { title: 'Price', fields: ['net', 'retail'] },
    ],
    aside: [{ title: 'Classification', fields: ['productId', 'optionId', 'supplierLabel', 'currency'] }],
  },
  *check(draft) {
    if (draft.minAge > draft.maxAge)
      yield {
        field: 'maxAge',
        message: t('Max age must be at least the min age.'),
      }
    if (draft.minQuantity > draft.maxQuantity)
      yield {
        field: 'maxQuantity',
        message: t('Max quantity must be at least the min quantity.'),
      }
    if (draft.type === 'INFANT' && draft.accompaniedBy.every((type) => minorTypes.includes(type))) {
      yield {
        field: 'accompaniedBy',
        message: t('Infants can’t travel alone or only with children. Choose which adults accompany them.'),
      }
    }
    if (draft.type === 'FAMILY' && draft.paxCount < 2)
      yield { field: 'paxCount', message: t('A family unit takes at least two people.') }
  },
  summary: 'Ages, limits and prices of a product’s units.',
})
