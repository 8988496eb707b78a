import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { exponentOf, formatMoney } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import { failureWord } from '../../purchases/provider-labels.ts'
import { wordOf } from '../../purchases/purchase-labels.ts'
import { refundReasons } from '../../purchases/states/purchase-ledger.ts'
import type { Drafts } from './command-drafts.ts'
import { blankToNull, NoteField } from './command-inputs.tsx'
import type { FormProps } from './command-form.ts'

const payers = [
  { value: 'platform', label: msg('Us') },
  { value: 'seller', label: msg('Seller') },
  { value: 'provider', label: msg('Supplier') },
] as const

interface AmountProps {
  readonly label: string
  readonly description?: string
  readonly currency: string
  readonly value: number | null
  readonly error: string | undefined
  readonly onChange: (amount: number | null) => void
}

export function Amount({ currency, ...props }: AmountProps) {
  return (
    <DigitsInput
      {...props}
      digits={exponentOf(currency)}
      decimalScale={exponentOf(currency)}
      allowNegative={false}
      suffix={` ${currency}`}
    />
  )
}

const destinations = [
  { value: 'original_method', label: msg('Original payment') },
  { value: 'credit', label: msg('Store credit') },
  { value: 'bank_transfer', label: msg('Bank transfer') },
] as const

type Destined = Pick<Drafts['refund'], 'destination' | 'iban'>

/** Where the money goes, with the account where a person transfers it. */
function DestinationFields({
  draft,
  problems,
  onChange,
}: Pick<FormProps<Destined>, 'draft' | 'problems' | 'onChange'>) {
  return (
    <>
      <NativeSelect
        label={t('Refund to')}
        value={draft.destination ?? 'original_method'}
        error={problems['destination']}
        data={destinations.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={({ currentTarget }) =>
          onChange({
            destination: destinations.find(({ value }) => value === currentTarget.value)?.value ?? 'original_method',
            iban: null,
          })
        }
      />
      {draft.destination === 'bank_transfer' && (
        <TextInput
          label={t('IBAN')}
          withAsterisk
          aria-required
          autoComplete="off"
          spellCheck={false}
          value={draft.iban ?? ''}
          error={problems['iban']}
          onChange={({ currentTarget }) => onChange({ destination: 'bank_transfer', iban: currentTarget.value })}
        />
      )}
    </>
  )
}

type Payer = Drafts['refund']['paidBy']

/** Who pays for what goes back. */
export function PayerField({
  draft,
  problems,
  onChange,
}: Pick<FormProps<{ readonly paidBy: Payer }>, 'draft' | 'problems' | 'onChange'>) {
  return (
    <NativeSelect
      label={t('Paid by')}
      description={t('A supplier or seller returns its share of the cost.')}
      value={draft.paidBy}
      error={problems['paidBy']}
      data={payers.map(({ value, label }) => ({ value, label: t(label) }))}
      onChange={({ currentTarget }) =>
        onChange({ paidBy: payers.find(({ value }) => value === currentTarget.value)?.value ?? 'platform' })
      }
    />
  )
}

/** How much goes back and why. Who pays for it decides what the supplier returns. */
export function RefundForm({ draft, lines, currency, problems, onChange }: FormProps<Drafts['refund']>) {
  return (
    <>
      <NativeSelect
        label={t('Refund')}
        value={draft.kind}
        error={problems['kind'] ?? problems['lines']}
        data={[
          { value: 'lines', label: t('By line') },
          { value: 'goodwill', label: t('Goodwill') },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, kind: currentTarget.value === 'goodwill' ? 'goodwill' : 'lines' })
        }
      />
      {draft.kind === 'lines' ? (
        draft.lines.map(({ position, amount }, index) => {
          const line = lines.find((one) => one.position === position)
          return (
            <Amount
              key={position}
              label={`${line?.quantity ?? ''} × ${line?.title ?? ''}`}
              description={t('Of {amount}', { amount: formatMoney(line?.amount ?? 0, currency) })}
              currency={currency}
              value={amount === 0 ? null : amount}
              error={problems[`lines.${index}.amount`] ?? problems[`lines.${index}.position`]}
              onChange={(next) =>
                onChange({
                  ...draft,
                  lines: draft.lines.map((one) => (one.position === position ? { position, amount: next ?? 0 } : one)),
                })
              }
            />
          )
        })
      ) : (
        <Amount
          label={t('Amount')}
          currency={currency}
          value={draft.amount}
          error={problems['amount']}
          onChange={(amount) => onChange({ ...draft, amount })}
        />
      )}
      <NativeSelect
        label={t('Reason')}
        value={draft.reason}
        error={problems['reason']}
        data={refundReasons.map((reason) => ({ value: reason, label: wordOf(reason) }))}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, reason: refundReasons.find((one) => one === currentTarget.value) ?? 'other' })
        }
      />
      <PayerField draft={draft} problems={problems} onChange={({ paidBy }) => onChange({ ...draft, paidBy })} />
      <DestinationFields draft={draft} problems={problems} onChange={(next) => onChange({ ...draft, ...next })} />
      <NoteField
        label={t('Note')}
        value={draft.note}
        error={problems['note']}
        onChange={(note) => onChange({ ...draft, note })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly refunds: PurchaseDetails['refunds']
  readonly state: 'requested' | 'failed' | 'approved' | 'succeeded'
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (refundId: number) => void
}

/** States in which only a transfer is left to staff. */
const transferred: ReadonlySet<string> = new Set(['approved', 'succeeded'])

/** Which refund is meant: most orders have one that waits. */
export function RefundChoice({ refunds, state, value, error, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={t('Refund')}
      value={String(value)}
      error={error}
      data={refunds
        .filter(
          ({ state: is, destination }) => is === state && (!transferred.has(is) || destination === 'bank_transfer'),
        )
        .map(({ id, amount, currency, reason, failure }) => ({
          value: String(id),
          label: [formatMoney(amount, currency), wordOf(reason), failure && failureWord(failure)]
            .filter(Boolean)
            .join(' · '),
        }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
}

/** Which failed refund is sent again, and where to. */
export function RetryForm({ draft, refunds, problems, onChange }: FormProps<Drafts['retry-refund']>) {
  return (
    <>
      <RefundChoice
        refunds={refunds}
        state="failed"
        value={draft.refundId}
        error={problems['refundId']}
        onChange={(refundId) => onChange({ ...draft, refundId })}
      />
      <DestinationFields draft={draft} problems={problems} onChange={(next) => onChange({ ...draft, ...next })} />
    </>
  )
}

export function TransferForm({ draft, refunds, problems, onChange }: FormProps<Drafts['record-transfer']>) {
  const isReturned = draft.isReturned ?? false
  const state = isReturned ? 'succeeded' : 'approved'
  const firstOf = (wanted: string) =>
    refunds.find((one) => one.state === wanted && one.destination === 'bank_transfer')?.id ?? 0
  return (
    <>
      <NativeSelect
        label={t('What happened')}
        value={isReturned ? 'returned' : 'made'}
        data={[
          { value: 'made', label: t('I made the transfer'), disabled: firstOf('approved') === 0 },
          { value: 'returned', label: t('The transfer came back'), disabled: firstOf('succeeded') === 0 },
        ]}
        onChange={({ currentTarget }) => {
          const isBack = currentTarget.value === 'returned'
          onChange({ ...draft, isReturned: isBack, refundId: firstOf(isBack ? 'succeeded' : 'approved') })
        }}
      />
      <RefundChoice
        refunds={refunds}
        state={state}
        value={draft.refundId}
        error={problems['refundId']}
        onChange={(refundId) => onChange({ ...draft, refundId })}
      />
      <TextInput
        label={t('Bank reference')}
        description={
          isReturned
            ? t('Your bank shows it with the money that came back.')
            : t('Your bank shows it with the transfer. The customer can ask their bank for it.')
        }
        withAsterisk
        aria-required
        value={draft.bankReference}
        error={problems['bankReference']}
        onChange={({ currentTarget }) => onChange({ ...draft, bankReference: currentTarget.value })}
      />
    </>
  )
}

/** How much of an order its customer pays with store credit. */
export function CreditForm({ draft, currency, problems, onChange }: FormProps<Drafts['pay-by-credit']>) {
  return (
    <Amount
      label={t('Amount')}
      description={t('Blank means the maximum.')}
      currency={currency}
      value={draft.amount}
      error={problems['amount']}
      onChange={(amount) => onChange({ amount })}
    />
  )
}

export function RejectionForm({ draft, refunds, problems, onChange }: FormProps<Drafts['reject-refund']>) {
  return (
    <>
      <RefundChoice
        refunds={refunds}
        state="requested"
        value={draft.refundId}
        error={problems['refundId']}
        onChange={(refundId) => onChange({ ...draft, refundId })}
      />
      <Textarea
        label={t('Reason')}
        rows={2}
        withAsterisk
        aria-required
        value={draft.reason}
        error={problems['reason']}
        onChange={({ currentTarget }) => onChange({ ...draft, reason: blankToNull(currentTarget.value) ?? '' })}
      />
    </>
  )
}
