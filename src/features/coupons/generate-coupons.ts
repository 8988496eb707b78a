import * as z from 'zod/mini'
import { Refusal } from '../../core/errors/errors.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { checkDraft, parseDraft } from '../../core/resource/draft.ts'
import { largestBatch } from './coupon-batches.ts'
import { coupons } from './coupons.ts'

const batch = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string(),
    /** How many codes were asked for, and how many of them there are now. */
    wanted: z.int(),
    made: z.int(),
    /** Why it does not go on; null while its codes are being made and when all are there. */
    stoppedBecause: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'GeneratedCoupons' })
export type GeneratedBatch = z.output<typeof batch>

type Template = Readonly<Record<string, unknown>>

/** Used as the code while a template is checked like any other coupon. */
const sampleCode = 'SAMPLE'

/**
 * A coupon as the template makes it, by the rules for one that is entered.
 *
 * @throws Refusal 422 with a sentence for each field that is wrong
 */
export function couponLike(template: Template): Record<string, unknown> {
  const draft = parseDraft(coupons, { ...template, code: sampleCode }, null)
  checkDraft(coupons, draft)
  return draft
}

/** What is wrong with a template, in the same answer as what is wrong beside it. */
function templateProblems(template: Template): Readonly<Record<string, string>> {
  if (Object.hasOwn(template, 'code')) return { code: t('The codes are generated, so leave the code out.') }
  try {
    couponLike(template)
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.fields) return error.fields
    throw error
  }
}

const tag = 'Coupons'
const between = () => t('Generate 1 to {most} codes at a time.', { most: formatNumber(largestBatch) })

export const generateCoupons = defineEndpoint('POST /rest/data/coupons/generate', {
  summary: 'Make many coupons that differ only in their code: 200 at once, the others in the background',
  access: ['coupons', 'write'],
  input: z.strictObject({
    count: z
      .int({ error: between })
      .check(z.minimum(1, { error: between }), z.maximum(largestBatch, { error: between })),
    /** Precedes the random part of each code. */
    prefix: z.string({ error: () => t('Enter a prefix for the codes.') }).check(
      z.overwrite((value) => value.normalize('NFKC').trim().toUpperCase()),
      z.regex(/^[A-Z0-9][A-Z0-9_-]{0,19}$/, {
        error: () =>
          t(
            'A prefix has 1 to 20 letters from A to Z, digits, hyphens and underscores, and begins with a letter or digit.',
          ),
      }),
    ),
    /** The fields of a coupon, without its code. */
    template: z
      .record(z.string(), z.unknown(), {
        error: () => t('Send the template as the fields of a coupon, without a code.'),
      })
      .check(({ value, issues }) => {
        for (const [key, message] of Object.entries(templateProblems(value)))
          issues.push({ code: 'custom', path: [key], message, input: value })
      }),
  }),
  output: batch,
  status: 201,
  tag,
})

export const resumeCouponBatch = defineEndpoint('POST /rest/data/coupons/batches/:id/resume', {
  summary: 'Generate the rest of the codes of a batch that has stopped',
  access: ['coupons', 'write'],
  params: idParams,
  output: batch,
  tag,
})

export const readCouponCodes = defineEndpoint('GET /rest/data/coupons/batches/:id/codes', {
  summary: 'Download the codes of a batch as CSV (RFC 4180)',
  access: ['coupons', 'export'],
  params: idParams,
  output: z.string(),
  produces: 'text/csv',
  tag,
})
