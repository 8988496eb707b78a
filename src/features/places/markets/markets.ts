import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { blockReasons } from '../geo/countries.ts'

const sales = z.object({ currency: z.string(), purchases: z.int(), gross: z.int() })

const impact = z.object({
  countries: z.array(z.object({ id: z.int(), code: z.string(), name: z.string(), isBlocked: z.boolean() })),
  /** Supply in the country: none of it is on sale to anyone while the country is blocked. */
  liveCities: z.int(),
  liveProducts: z.int(),
  publishedEvents: z.int(),
  performancesOnSale: z.int(),
  /** Customers from the country: they cannot buy anything, wherever it takes place. Null for those who can't see customers. */
  customers: z.nullable(z.int()),
  /** Baskets that could not be checked out. Confirmed purchases stay unchanged. */
  unpaidPurchases: z.int(),
  confirmedPurchases: z.nullable(z.int()),
  /**
   * The last 30 days, an entry per currency: amounts of different currencies have no sum. Null, as confirmed purchases are, for
   * those who can't see purchases.
   */
  sales: z.nullable(z.array(sales)),
})
export type MarketImpact = z.output<typeof impact>

export const readMarketImpact = defineEndpoint('GET /rest/data/countries/market-impact', {
  summary: 'Read what a sales block of some countries stops, or of all of them where none is named',
  access: ['places', 'ui'],
  query: z.object({
    /** Ids with commas between them. */
    ids: z.optional(
      z.string().check(
        z.regex(/^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,499}$/, {
          error: () => t('ids must be up to 500 numbers, separated by commas.'),
        }),
      ),
    ),
  }),
  output: impact,
  tag: 'Countries',
})

export const switchMarkets = defineEndpoint('POST /rest/data/countries/market', {
  summary: 'Block checkout for some countries, saying why, or open it again',
  access: ['places', 'write'],
  input: z.discriminatedUnion(
    'isBlocked',
    [
      z.strictObject({
        ids: z
          .array(z.int())
          .check(
            z.minLength(1, { error: () => t('Choose at least one country.') }),
            z.maxLength(500, { error: () => t('Choose up to 500 countries.') }),
          ),
        isBlocked: z.literal(true),
        because: z.enum(blockReasons, { error: () => t('Send a reason: sanctions, licence, tax, risk or suppliers.') }),
        note: z.optional(
          z.nullable(
            z.string().check(z.trim(), z.maxLength(255, { error: () => t('A note can have at most 255 characters.') })),
          ),
        ),
      }),
      z.strictObject({
        ids: z
          .array(z.int())
          .check(
            z.minLength(1, { error: () => t('Choose at least one country.') }),
            z.maxLength(500, { error: () => t('Choose up to 500 countries.') }),
          ),
        isBlocked: z.literal(false),
      }),
    ],
    { error: () => t('Send isBlocked as true or false.') },
  ),
  output: z.object({
    /** Ids of those that were not so already. */
    changed: z.array(z.int()),
  }),
  tag: 'Countries',
})
