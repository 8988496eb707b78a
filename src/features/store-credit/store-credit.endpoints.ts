import * as z from 'zod/mini'
import { reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const path = '/rest/data/users/user/:id/store-credit'
const tag = 'Customers'

const balances = z.array(
  z.object({
    currency: z.string(),
    /** What the ledger owes the customer; part of it can be held for an order. */
    balance: z.int(),
    held: z.int(),
    /** When the next of it ends; null where nothing is left. */
    expiresAt: z.nullable(z.string()),
  }),
)
export type CreditBalance = z.output<typeof balances>[number]

export const readCreditBalances = defineEndpoint(`GET ${path}`, {
  summary: 'Read what store credit a customer has, by currency, as the ledger says',
  access: ['purchases', 'ui'],
  params: idParams,
  tag,
  output: balances,
})

export const grantCredit = defineEndpoint(`POST ${path}`, {
  summary: 'Give a customer store credit as goodwill',
  access: ['purchases', 'refund'],
  params: idParams,
  tag,
  idempotencyKey: 'required',
  asksProof: true,
  status: 201,
  input: z.strictObject({
    currency: z
      .string({ error: () => t('Choose a currency.') })
      .check(z.regex(/^[A-Z]{3}$/, { error: () => t('Choose a currency.') })),
    amount: z
      .int({ error: () => t('Enter an amount.') })
      .check(
        z.minimum(1, { error: () => t('Enter an amount.') }),
        z.maximum(1e9, { error: () => t('Too much to give at once.') }),
      ),
    /** The last day on which it can be spent, in UTC. */
    expiresOn: z.iso.date({ error: () => t('Choose a day.') }),
    reason: reasonText,
  }),
  output: z.object({ id: z.int() }),
})
