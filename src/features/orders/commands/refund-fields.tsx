import { NativeSelect, Textarea } from '@mantine/core'
import { exponentOf, formatAmount } from '../../../core/i18n/formats.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
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

function Amount({ currency, ...props }: AmountProps) {
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
              description={t('Of {amount}', { amount: formatAmount(line?.amount ?? 0, currency) })}
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
  readonly state: 'requested' | 'failed'
  readonly value: number
  readonly error: string | undefined
  readonly onChange: (refundId: number) => void
}

/** Which refund is meant: most orders have one that waits. */
export function RefundChoice({ refunds, state, value, error, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={t('Refund')}
      value={String(value)}
      error={error}
      data={refunds
        .filter((refund) => refund.state === state)
        .map(({ id, amount, currency, reason, failure }) => ({
          value: String(id),
          label: [formatAmount(amount, currency), wordOf(reason), failure && wordOf(failure)]
            .filter(Boolean)
            .join(' · '),
        }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
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
