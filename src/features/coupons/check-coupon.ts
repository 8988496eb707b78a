import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const result = z.object({
  /** The purchase's reference. */
  reference: z.string(),
  currency: z.string(),
  isUsable: z.boolean(),
  /** Whether the purchase has used this coupon, so that what is below tells of a repetition. */
  isUsed: z.boolean(),
  /** In minor units of the currency; 0 where a rule refuses. */
  discount: z.int(),
  rules: z.array(
    z.object({
      rule: z.string(),
      /** The message for the customer, or null if the rule is met. */
      refusal: z.nullable(z.string()),
    }),
  ),
  /** Prices in minor units, before discounts and without fees. */
  lines: z.array(z.object({ title: z.string(), quantity: z.int(), amount: z.int(), isInScope: z.boolean() })),
})

export type CouponCheck = z.output<typeof result>

export const checkCouponUse = defineEndpoint('GET /rest/data/coupons/:id/check', {
  summary: 'Hold a coupon against a purchase: every rule, what it says, and what the coupon would take off now',
  access: ['coupons', 'ui'],
  also: [['purchases', 'ui']],
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  query: z.strictObject({
    purchase: z.string({ error: () => t('Send the purchase’s reference.') }).check(
      z.overwrite((value) => value.trim().toUpperCase()),
      z.minLength(1, { error: () => t('Send the purchase’s reference.') }),
      z.maxLength(40, { error: () => t('A reference has at most 40 characters.') }),
    ),
  }),
  output: result,
  tag: 'Coupons',
})
