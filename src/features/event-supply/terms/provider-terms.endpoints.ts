import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { deliveries, entryKinds, settlements } from './provider-terms.ts'
import { providerParams } from '../../providers/provider-params.ts'

const tag = 'Event providers'
const params = providerParams
/** The database’s largest safe amount. */
const maxAmount = Number.MAX_SAFE_INTEGER

const share = (high: number) =>
  z
    .int({ error: () => t('Enter a share.') })
    .check(
      z.minimum(0, { error: () => t('Enter 0 or more.') }),
      z.maximum(high, { error: () => t('Enter a smaller share.') }),
    )

const terms = {
  commission: share(10_000),
  priority: z
    .int({ error: () => t('Enter a whole number.') })
    .check(
      z.minimum(1, { error: () => t('Enter 1 or more.') }),
      z.maximum(100, { error: () => t('Enter at most 100.') }),
    ),
  settlement: z.enum(settlements),
  balanceThreshold: z.nullable(
    z.int().check(z.minimum(0, { error: () => t('Enter 0 or more.') }), z.maximum(maxAmount)),
  ),
  hasParity: z.boolean(),
  floorShare: z.nullable(share(100_000)),
  pauseShare: z.nullable(share(10_000).check(z.minimum(1, { error: () => t('Enter more than 0.') }))),
  pauseCalls: z
    .int({ error: () => t('Enter a whole number.') })
    .check(
      z.minimum(2, { error: () => t('Enter 2 or more.') }),
      z.maximum(1_000, { error: () => t('Enter at most 1,000.') }),
    ),
  imageLicence: z.nullable(
    z.string().check(z.trim(), z.maxLength(300, { error: () => t('Enter at most 300 characters.') })),
  ),
  marketIds: z.array(z.int()).check(z.maxLength(300)),
  delivery: z.array(z.enum(deliveries)),
}
export type ProviderTerms = z.output<z.ZodMiniObject<typeof terms>>

const answer = z
  .object({
    ...terms,
    currency: z.string(),
    /** Calls of the last hour that count for the automatic pause. */
    calls: z.int(),
    failed: z.int(),
    /** Names of the countries, for the page. */
    markets: z.array(z.string()),
    /** Null where the provider is paid by invoice, or no statement was entered yet. */
    balance: z.nullable(
      z.object({
        amount: z.int(),
        isLow: z.boolean(),
        /** When it was last known from them, and what was paid in and booked since. */
        statedAt: z.string(),
        deposited: z.int(),
        booked: z.int(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'ProviderTerms' })
export type ProviderTermsAnswer = z.output<typeof answer>

export const readProviderTerms = defineEndpoint('GET /rest/data/event-providers/:code/terms', {
  summary: 'The terms of a provider of tickets, with its prepaid balance',
  access: ['providers', 'ui'],
  tag,
  params,
  output: answer,
})

export const saveProviderTerms = defineEndpoint('PUT /rest/data/event-providers/:code/terms', {
  summary: 'Change the terms of a provider of tickets; prices follow its commission at once',
  access: ['providers', 'write'],
  tag,
  params,
  input: z.strictObject(terms),
  output: answer,
})

export const enterBalance = defineEndpoint('POST /rest/data/event-providers/:code/balance', {
  summary: 'Enter a prepaid balance by its statement, or a deposit',
  access: ['providers', 'write'],
  tag,
  params,
  idempotencyKey: 'required',
  input: z.strictObject({
    kind: z.enum(entryKinds),
    amount: z.int({ error: () => t('Enter an amount.') }).check(z.minimum(-maxAmount), z.maximum(maxAmount)),
    note: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(300, { error: () => t('Enter at most 300 characters.') }))),
    ),
  }),
  output: answer,
})
