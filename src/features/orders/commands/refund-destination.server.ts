import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { RefundDestination } from '../../purchases/states/purchase-ledger.ts'
import type { CommandOrder } from './command-order.server.ts'

/** Where a person wants a refund to go, as they entered it. */
export interface Destined {
  readonly destination: RefundDestination
  readonly iban: string | null
}

/**
 * Where a refund goes.
 *
 * @throws Refusal 422 for an account that cannot be, and for credit where there is no customer to have it
 */
export function destinationOf(
  { customerId }: Pick<CommandOrder, 'customerId'>,
  { destination, iban }: Destined,
): { readonly destination: RefundDestination; readonly bankAccount: string | null } {
  if (destination === 'credit' && customerId === null)
    throw invalid({ destination: t('This order has no customer account to credit.') })
  if (destination !== 'bank_transfer') return { destination, bankAccount: null }
  const written = electronicFormatIBAN(iban ?? undefined)
  if (written === null || written === '') throw invalid({ iban: t('Enter the IBAN of the account.') })
  if (!isValidIBAN(written)) throw invalid({ iban: t('This IBAN is not valid. Check its digits.') })
  return { destination, bankAccount: written }
}
