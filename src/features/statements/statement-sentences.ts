import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import type { statementLines } from './statement-lines.ts'

type Line = Pick<
  RecordOf<typeof statementLines>,
  'difference' | 'kind' | 'currency' | 'amount' | 'fee' | 'expectedCurrency' | 'expectedAmount' | 'expectedFee'
>

/** What differs, with both amounts where they are not columns of the list; null where nothing does. */
export function sentenceOf(line: Line): string | null {
  const { currency, expectedCurrency, fee, expectedFee, amount, expectedAmount } = line
  switch (line.difference) {
    case 'missing_here':
      return t('Not in our books')
    case 'missing_there':
      return t('In our books, not on the statement')
    case 'amount_differs':
      return t('Differs from our books by {amount}', {
        amount: formatMoney(Math.abs(amount - (expectedAmount ?? 0)), currency),
      })
    case 'currency_differs':
      return t('{there} on the statement, {here} in our books', { there: currency, here: expectedCurrency ?? '–' })
    case 'fee_differs':
      return line.kind === 'fee'
        ? t('Fee that belongs to no payment')
        : t('Fee {there}, ours {here}', {
            there: formatMoney(fee, currency),
            here: formatMoney(expectedFee ?? 0, expectedCurrency ?? currency),
          })
    case 'twice':
      return t('On a statement already')
    case null:
      return null
  }
}
