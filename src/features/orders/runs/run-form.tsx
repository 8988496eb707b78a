import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, Radio, Textarea } from '@mantine/core'
import { msg, t } from '../../../core/i18n/language.ts'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import type { RunPreview } from './run.endpoints.ts'
import classes from './runs.module.css'

const choices = [
  {
    value: 'cancel_refund',
    label: msg('Cancel and refund every order'),
    hint: msg('What is left of each payment is refunded.'),
  },
  {
    value: 'cancel',
    label: msg('Cancel every order'),
    hint: msg('No money moves. Refund the orders later, one by one or by a refund run.'),
  },
  {
    value: 'refund',
    label: msg('Refund orders that are cancelled or completed'),
    hint: msg('No booking changes.'),
  },
  {
    value: 'postpone',
    label: msg('Keep every order'),
    hint: msg('Each gets the performance’s date and time, and its customer a message.'),
  },
] as const
type Choice = (typeof choices)[number]['value']

const payers = [
  { value: 'seller', label: msg('Seller') },
  { value: 'provider', label: msg('Supplier') },
  { value: 'platform', label: msg('Us') },
] as const

export interface RunDraft {
  readonly choice: Choice
  readonly paidBy: (typeof payers)[number]['value']
  readonly refundUntil: string | null
  readonly reason: string
}

export const firstDraft = (isCancelled: boolean): RunDraft => ({
  choice: isCancelled ? 'cancel_refund' : 'postpone',
  paidBy: 'seller',
  refundUntil: null,
  reason: '',
})

const kinds = {
  cancel_refund: 'cancellation',
  cancel: 'cancellation',
  refund: 'refund',
  postpone: 'postponement',
} as const

/** What a draft asks for, without its reason. */
export const wishOf = ({ choice, paidBy, refundUntil }: RunDraft, performanceIds: number[]) => ({
  kind: kinds[choice],
  performanceIds,
  refunds: choice === 'cancel_refund' || choice === 'refund',
  paidBy,
  refundUntil: choice === 'postpone' ? refundUntil : null,
})

interface RunFormProps {
  readonly draft: RunDraft
  readonly hasCancelled: boolean
  readonly hasPostponed: boolean
  readonly problems: Readonly<Record<string, string>>
  readonly preview: RunPreview | null
  readonly isBusy: boolean
  readonly mayWrite: boolean
  readonly onChange: (draft: RunDraft) => void
  readonly onSubmit: () => void
}

/** What happens to every order, who pays for it and why. */
export function RunForm({
  draft,
  hasCancelled,
  hasPostponed,
  problems,
  preview,
  isBusy,
  mayWrite,
  onChange,
  onSubmit,
}: RunFormProps) {
  const { choice } = draft
  const offered = choices.filter(({ value }) => (value === 'postpone' ? hasPostponed : hasCancelled))
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Radio.Group
        label={t('Orders')}
        value={choice}
        error={problems['kind'] ?? problems['refunds'] ?? problems['performanceIds']}
        onChange={(value) =>
          onChange({ ...draft, choice: offered.find((one) => one.value === value)?.value ?? choice })
        }
      >
        <div className={classes['choices']}>
          {offered.map(({ value, label, hint }) => (
            <Radio key={value} value={value} label={t(label)} description={t(hint)} />
          ))}
        </div>
      </Radio.Group>
      <MoneyFields draft={draft} problems={problems} onChange={onChange} />
      <Textarea
        label={t('Reason')}
        description={t('Shown on each order and in the audit log')}
        autosize
        minRows={2}
        maxRows={6}
        withAsterisk
        aria-required
        value={draft.reason}
        error={problems['reason']}
        onChange={({ currentTarget }) => onChange({ ...draft, reason: currentTarget.value })}
      />
      {problems[''] !== undefined && (
        <p role="alert" className={classes['problem']}>
          {problems['']}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button
          type="submit"
          loading={isBusy}
          disabled={!mayWrite || preview?.orders === 0}
          {...(preview && choice !== 'postpone' && { color: 'red' })}
        >
          {preview === null ? t('Dry run') : preview.needsApproval ? t('Request approval') : t('Start run')}
        </Button>
      </div>
    </form>
  )
}

/** Who pays for what goes back, or until when customers can ask for it. */
function MoneyFields({ draft, problems, onChange }: Pick<RunFormProps, 'draft' | 'problems' | 'onChange'>) {
  const { choice } = draft
  return (
    <>
      {(choice === 'cancel_refund' || choice === 'refund') && (
        <NativeSelect
          label={t('Paid by')}
          description={t('A supplier or seller returns its share of the cost.')}
          value={draft.paidBy}
          error={problems['paidBy']}
          data={payers.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={({ currentTarget }) =>
            onChange({
              ...draft,
              paidBy: payers.find(({ value }) => value === currentTarget.value)?.value ?? 'platform',
            })
          }
        />
      )}
      {choice === 'postpone' && (
        <DateInput
          kind="date"
          label={t('Refunds on request until')}
          description={t('Blank means no refund for the new date.')}
          value={draft.refundUntil}
          error={problems['refundUntil']}
          onChange={(refundUntil) => onChange({ ...draft, refundUntil })}
        />
      )}
    </>
  )
}
