import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { outcomes } from '../../core/outcome.ts'

const ids = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the coupons as a list of ids.'),
  })
  .check(
    z.minLength(1, { error: () => t('Choose at least one coupon.') }),
    z.maxLength(500, { error: () => t('Choose at most 500 coupons at a time.') }),
  )
const reason = z.optional(
  z
    .string({ error: () => t('The reason must be text.') })
    .check(z.trim(), z.maxLength(500, { error: () => t('The reason can have at most 500 characters.') })),
)
const some = z.strictObject({ ids, reason })

export type CouponResults = z.output<typeof outcomes>

const common = { access: ['coupons', 'write'], output: outcomes, tag: 'Coupons' } as const

export const pauseCoupons = defineEndpoint('POST /rest/data/coupons/pause', {
  ...common,
  summary: 'Stop accepting coupons until they are resumed',
  input: some,
})

export const resumeCoupons = defineEndpoint('POST /rest/data/coupons/resume', {
  ...common,
  summary: 'Accept paused coupons again, or drafts for the first time',
  input: some,
})

export const archiveCoupons = defineEndpoint('POST /rest/data/coupons/archive', {
  ...common,
  summary: 'Put coupons away for good, keeping what purchases point at',
  input: some,
})

export const extendCoupons = defineEndpoint('POST /rest/data/coupons/extend', {
  ...common,
  summary: 'Give coupons a later end; those that are valid for longer already stay as they are',
  input: z.strictObject({
    ids,
    reason,
    validUntil: z.iso
      .datetime({
        offset: true,
        abort: true,
        error: () => t('Send the new end as a UTC time, such as 2026-06-01T17:30:00Z.'),
      })
      .check(z.overwrite((value) => new Date(value).toISOString())),
  }),
})
