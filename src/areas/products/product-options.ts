import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { boolean, choices, integer, ref, select, text, words } from '../../kit/fields.ts'

/** The bookable variants of a product. Exactly one is the default. */
export const productOptions = defineResource('product-options', {
  label: ['Product option', 'Product options'],
  access: 'product-options',
  operations: ['list', 'read'],
  title: 'title',
  fields: {
    productId: ref('products', { required: true }),
    code: text({ required: true, max: 64 }),
    title: text({ required: true, max: 255 }),
    isDefault: boolean({ label: 'Default' }),
    isActive: boolean({ initial: true, label: 'Active' }),
    durationMinutes: integer({ min: 1, max: 43_200 }),
    languages: words({ max: 30 }),
    startTimes: words({ max: 96, help: 'Venue-local, such as 09:30' }),
    cutoffAmount: integer({ required: true, min: 0, max: 8_760, initial: 0 }),
    cutoffUnit: select(
      ['minute', 'hour', 'day'],
      { required: true, initial: 'hour', labels: { minute: 'Minutes', hour: 'Hours', day: 'Days' } },
    ),
    minUnits: integer({ required: true, min: 1, max: 1_000, initial: 1 }),
    maxUnits: integer({ required: true, min: 1, max: 1_000, initial: 20 }),
    requiredContactFields: choices(['firstName', 'lastName', 'emailAddress', 'phoneNumber', 'country'], {
      labels: {
        firstName: 'First name', lastName: 'Last name', emailAddress: 'E-mail', phoneNumber: 'Phone',
        country: 'Country',
      },
    }),
    isPickupAvailable: boolean({ label: 'Pickup' }),
    meetingPoint: text({ max: 255 }),
  },
  list: {
    columns: [
      'title', 'productId', 'code', 'startTimes', 'languages', 'durationMinutes', 'isDefault', 'isActive',
    ],
    filters: ['productId', 'isActive', 'isDefault', 'isPickupAvailable'],
    search: ['title', 'code'],
    sort: '-createdAt',
  },
  *check(draft) {
    if (draft.minUnits > draft.maxUnits) yield {
      field: 'maxUnits', message: t('Max units must be at least the min units.'),
    }
    if (new Set(draft.startTimes).size < draft.startTimes.length) yield {
      field: 'startTimes', message: t('Each start time may stand only once.'),
    }
  },
  summary: 'Bookable variants of products.',
})
