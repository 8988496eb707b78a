import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'

const batch = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  /** How many codes were asked for, and how many of them there are now. */
  wanted: z.int(),
  made: z.int(),
})
export type GeneratedBatch = z.output<typeof batch>

const tag = 'Coupons'
const params = z.object({ id: z.string() })
const between = () => t('Make between 1 and 10000 codes at a time.')

export const generateCoupons = defineEndpoint('POST /rest/data/coupons/generate', {
  summary: 'Make many coupons that differ only in their code',
  access: ['coupons', 'write'],
  input: z.strictObject({
    count: z.int({ error: between }).check(z.minimum(1, { error: between }), z.maximum(10_000, { error: between })),
    /** Stands before the random part of each code. */
    prefix: z.string({ error: () => t('Say what the codes begin with.') }).check(
      z.overwrite((value) => value.normalize('NFKC').trim().toUpperCase()),
      z.regex(/^[A-Z0-9][A-Z0-9_-]{0,19}$/, {
        error: () => t('A prefix has 1 to 20 letters from A to Z, digits, hyphens and underscores, and begins with a letter or digit.'),
      }),
    ),
    /** The fields of a coupon, without its code. */
    template: z.record(z.string(), z.unknown(), { error: () => t('Send the template as the fields of a coupon, without a code.') }),
  }),
  output: batch,
  status: 201,
  tag,
})

export const resumeCouponBatch = defineEndpoint('POST /rest/data/coupons/batches/:id/resume', {
  summary: 'Make the rest of the codes of a batch that was interrupted',
  access: ['coupons', 'write'],
  params,
  output: batch,
  tag,
})

export const readCouponCodes = defineEndpoint('GET /rest/data/coupons/batches/:id/codes', {
  summary: 'Download the codes of a batch as CSV (RFC 4180)',
  access: ['coupons', 'export'],
  params,
  output: z.string(),
  produces: 'text/csv',
  tag,
})
