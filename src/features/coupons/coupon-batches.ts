import { integer, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'

/** As many as one batch can have. */
export const largestBatch = 100_000

/**
 * Codes that were generated together from one template. They appear page by page, each page with `made` in one
 * transaction, the first with the call that asks for them and the others in the background. A batch that cannot go on
 * says why; resuming makes just the rest.
 */
export const couponBatches = defineResource('coupon-batches', {
  label: ['Coupon batch', 'Coupon batches'],
  summary: 'Codes that were made together.',
  access: 'coupons',
  operations: ['list', 'read'],
  title: 'name',
  fields: {
    name: text({ required: true, readOnly: true, max: 120 }),
    prefix: text({ required: true, readOnly: true, max: 20 }),
    wanted: integer({ required: true, readOnly: true, min: 1, max: largestBatch }),
    made: integer({ required: true, readOnly: true, min: 0, max: largestBatch, initial: 0 }),
    stoppedBecause: text({ readOnly: true, max: 500, label: 'Stopped because' }),
    createdBy: text({ required: true, readOnly: true, max: 200 }),
  },
  list: {
    columns: ['name', 'prefix', 'wanted', 'made', 'createdBy', 'createdAt'],
    filters: ['createdBy'],
    search: ['name', 'prefix'],
    sort: '-createdAt',
  },
})

export interface BatchProgress {
  readonly made: number
  readonly wanted: number
  readonly stoppedBecause: string | null
}

/** Whether codes of the batch are being made in the background. */
export function isGrowing({ made, wanted, stoppedBecause }: BatchProgress): boolean {
  return made < wanted && stoppedBecause === null
}
