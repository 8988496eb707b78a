import { integer, text } from '../../kit/fields.ts'
import { defineResource } from '../../kit/resource.ts'

/**
 * Codes that were generated together from one template. They appear page by page, each page with `made` in one
 * transaction: where the making was interrupted `made` is less than `wanted`, and resuming makes just the rest.
 */
export const couponBatches = defineResource('coupon-batches', {
  label: ['Coupon batch', 'Coupon batches'],
  access: 'coupons',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, readOnly: true, max: 120 }),
    prefix: text({ required: true, readOnly: true, max: 20 }),
    wanted: integer({ required: true, readOnly: true, min: 1, max: 10_000 }),
    made: integer({ required: true, readOnly: true, min: 0, max: 10_000, initial: 0 }),
    createdBy: text({ required: true, readOnly: true, max: 200 }),
  },
  list: {
    columns: ['name', 'prefix', 'wanted', 'made', 'createdBy', 'createdAt'],
    filters: ['createdBy'], search: ['name', 'prefix'], sort: '-createdAt',
  },
})
