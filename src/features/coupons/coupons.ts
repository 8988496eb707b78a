import { defineResource } from '../../core/resource/resource.ts'
import { couponFields } from './coupon-fields.ts'
import { checkCoupon } from './coupon-rules.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionObjects {
    coupons: true
  }
}

/**
 * A discount that customers claim by typing a code at checkout. What was used once is never deleted, because
 * purchases point at it: it is archived.
 */
export const coupons = defineResource('coupons', {
  label: ['Coupon', 'Coupons'],
  summary: 'Codes that give a discount at checkout',
  access: 'coupons',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'code',
  fields: couponFields,
  list: {
    columns: [
      'code',
      'name',
      'state',
      'kind',
      'percent',
      'amounts',
      'scope',
      'timesUsed',
      'results',
      'validFrom',
      'validUntil',
      'campaign',
      'createdAt',
    ],
    shown: [
      { key: 'code', below: ['name'], copies: true },
      'state',
      { key: 'percent', below: ['kind'], label: 'Discount' },
      'scope',
      'timesUsed',
      'results',
      'validUntil',
    ],
    filters: [
      'code',
      'state',
      'status',
      'kind',
      'campaign',
      'ownerId',
      'validFrom',
      'validUntil',
      'timesUsed',
      'batchId',
      'channels',
    ],
    search: ['code', 'name', 'campaign'],
    sort: '-createdAt',
    needs: ['kind', 'amounts', 'status', 'validFrom', 'validUntil', 'totalLimit', 'timesUsed', 'timeZone'],
  },
  form: {
    main: [
      { title: 'Coupon', fields: ['code', 'name'] },
      {
        title: 'Discount',
        fields: [
          'kind',
          { field: 'percent', when: ({ kind }) => kind === 'percent' },
          { field: 'amounts', when: ({ kind }) => kind !== 'percent' },
        ],
      },
      {
        title: 'Applies to',
        help: 'Applies to everything unless you add conditions. Exclusions always win.',
        adds: 'Add condition',
        fields: [
          'eventIds',
          'excludedEventIds',
          'performerIds',
          'excludedPerformerIds',
          'venueIds',
          'excludedVenueIds',
          'cityIds',
          'excludedCityIds',
          'productIds',
          'excludedProductIds',
          'aliasIds',
          'excludedAliasIds',
          'categoryIds',
          'excludedCategoryIds',
          'subcategoryIds',
          'excludedSubcategoryIds',
          'providerIds',
          'excludedProviderIds',
          'channels',
          'locales',
          'excludedLocales',
          'travelFrom',
          'travelUntil',
        ],
      },
      {
        title: 'Who can use it',
        help: 'Everyone, unless you add conditions.',
        adds: 'Add condition',
        fields: ['isFirstPurchaseOnly', 'customerIds', 'emailDomains'],
      },
      {
        title: 'Limits',
        help: 'Unlimited, unless you add limits.',
        adds: 'Add limit',
        fields: [
          { field: 'maxDiscounts', when: ({ kind }) => kind === 'percent' },
          'minSpends',
          'minQuantity',
          'totalLimit',
          'perCustomerLimit',
          'isReturnedOnCancel',
          'stackGroup',
          'stackPriority',
        ],
      },
    ],
    aside: [
      {
        title: 'State',
        fields: ['status', { field: 'state', when: ({ status }) => status === 'active' }, 'timesUsed'],
      },
      { title: 'When', fields: ['validFrom', 'validUntil', 'timeZone'] },
      { title: 'Funding', fields: ['platformShare', 'ownerId', 'campaign', 'batchId', 'notes'] },
    ],
  },
  actions: {
    pause: { label: 'Pause', done: 'paused', set: { status: 'paused' } },
    resume: { label: 'Resume', done: 'resumed', set: { status: 'active' } },
    archive: { label: 'Archive', done: 'archived', set: { status: 'archived' } },
  },
  check: checkCoupon,
})
