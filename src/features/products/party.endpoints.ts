import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import { partyRules } from './party.ts'
import { unitTypes } from './product-age-bands.ts'

const verdict = z.object({
  isSellable: z.boolean(),
  currency: z.string(),
  /** Minor units of the currency, of the whole party. */
  retail: z.int(),
  net: z.int(),
  units: z.int(),
  pax: z.int(),
  /** The option whose units and limits were applied. */
  option: z.nullable(z.object({ id: z.int(), title: z.string() })),
  lines: z.array(
    z.object({
      bandId: z.int(),
      title: z.string(),
      type: z.enum(unitTypes),
      quantity: z.int(),
      pax: z.int(),
      travellers: z.array(z.string()),
      retail: z.int(),
      net: z.int(),
      needsProof: z.boolean(),
    }),
  ),
  rules: z.array(
    z.object({
      rule: z.enum(partyRules),
      /** What prevents the sale, in the reader's language; null if the rule is met. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type PartyAnswer = z.output<typeof verdict>

export const tryParty = defineEndpoint('GET /rest/data/products/:id/party', {
  summary:
    'Hold a party such as “2 adults, 7, 1” against the units of an option of a product: bands, price, and which rule stops a sale',
  access: ['product-age-bands', 'ui'],
  params: idParams,
  query: z.strictObject({
    party: z
      .string({ error: () => t('Enter the guests, such as 2 adults, 7, 1.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Enter the guests, such as 2 adults, 7, 1.') }),
        z.maxLength(300, { error: () => t('A party can have at most 300 characters.') }),
      ),
    /** The product's default option if omitted. */
    optionId: z.optional(z.coerce.number().check(z.int(), z.positive())),
    /** A local date: whether it is sold then, and the places that the supplier has left. */
    date: z.optional(z.iso.date({ error: () => t('Send the day as a date, such as 2026-06-01.') })),
  }),
  output: verdict,
  tag: 'Products',
})
