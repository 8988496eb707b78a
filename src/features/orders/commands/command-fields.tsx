import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { CommandName, Drafts } from './command-drafts.ts'
import type { FormProps } from './command-form.ts'
import { problemIn } from './command-problems.ts'
import { blankToNull, LineField, ListField, NoteField, ReasonField } from './command-inputs.tsx'
import {
  CreditForm,
  PayerField,
  RefundChoice,
  RefundForm,
  RejectionForm,
  RetryForm,
  TransferForm,
} from './refund-fields.tsx'
import { ReplacementForm } from './replacement-fields.tsx'
import { OversellForm, OversellReport } from './oversell-fields.tsx'
import { SplitForm } from './split-fields.tsx'
import { VisitForm } from './visit-fields.tsx'
import classes from './commands.module.css'

type Form<Draft> = (props: FormProps<Draft>) => ReactNode

function Reason({ draft, problems, onChange }: FormProps<{ reason: string }>) {
  return (
    <ReasonField
      value={draft.reason}
      error={problems['reason']}
      onChange={(reason) => onChange({ ...draft, reason })}
    />
  )
}

function Names({ draft, lines, problems, onChange }: FormProps<Drafts['change-names']>) {
  return (
    <>
      <TextInput
        label={t('Lead name')}
        withAsterisk
        aria-required
        value={draft.customerName}
        error={problems['customerName']}
        onChange={(event) => onChange({ ...draft, customerName: event.currentTarget.value })}
      />
      {draft.holders.map(({ position, names }, index) => {
        const line = lines.find((one) => one.position === position)
        return (
          <ListField
            key={position}
            label={`${line?.quantity ?? ''} × ${line?.title ?? ''}`}
            description={t('Ticket holders, separated by commas')}
            value={names}
            error={problemIn(problems, `holders.${index}`)}
            onChange={(next) =>
              onChange({
                ...draft,
                holders: draft.holders.map((one) => (one.position === position ? { position, names: next } : one)),
              })
            }
          />
        )
      })}
    </>
  )
}

function Answers({ draft, problems, onChange }: FormProps<Drafts['change-answers']>) {
  return draft.answers.map(({ question, answer }, index) => (
    <TextInput
      key={question}
      label={question}
      withAsterisk
      aria-required
      value={answer}
      error={problems[`answers.${index}.answer`] ?? (index === 0 ? problems['answers'] : undefined)}
      onChange={(event) => {
        const next = event.currentTarget.value
        onChange({ answers: draft.answers.map((one, at) => (at === index ? { question, answer: next } : one)) })
      }}
    />
  ))
}

function Delivery({ draft, lines, problems, onChange }: FormProps<Drafts['deliver']>) {
  return (
    <>
      {draft.lines.map(({ position, delivered }, index) => {
        const line = lines.find((one) => one.position === position)
        return (
          <DigitsInput
            key={position}
            label={line?.title ?? ''}
            description={t('Delivered of {n}', { n: line?.quantity ?? 0 })}
            allowDecimal={false}
            allowNegative={false}
            value={delivered}
            error={problemIn(problems, `lines.${index}`)}
            onChange={(next) =>
              onChange({
                ...draft,
                lines: draft.lines.map((one) => (one.position === position ? { position, delivered: next ?? 0 } : one)),
              })
            }
          />
        )
      })}
      <NoteField
        label={t('Tracking number or pickup place')}
        value={draft.note}
        error={problems['note']}
        onChange={(note) => onChange({ ...draft, note })}
      />
    </>
  )
}

function Seats({ draft, lines, problems, onChange }: FormProps<Drafts['reassign-seats']>) {
  return (
    <>
      <LineField
        lines={lines}
        value={draft.position}
        error={problems['position']}
        onChange={(line) =>
          line &&
          onChange({ position: line.position, section: line.section ?? '', row: line.row, seats: [...line.seats] })
        }
      />
      <TextInput
        label={t('Section')}
        withAsterisk
        aria-required
        value={draft.section}
        error={problems['section']}
        onChange={(event) => onChange({ ...draft, section: event.currentTarget.value })}
      />
      <TextInput
        label={t('Row')}
        description={t('Optional')}
        value={draft.row ?? ''}
        error={problems['row']}
        onChange={(event) => onChange({ ...draft, row: blankToNull(event.currentTarget.value) })}
      />
      <ListField
        key={draft.position}
        label={t('Seats')}
        description={t('One per ticket, separated by commas. Blank means unassigned.')}
        value={draft.seats}
        error={problemIn(problems, 'seats')}
        onChange={(seats) => onChange({ ...draft, seats })}
      />
    </>
  )
}

const ApprovalForm: Form<{ refundId: number }> = ({ draft, refunds, problems, onChange }) => (
  <RefundChoice
    refunds={refunds}
    state="requested"
    value={draft.refundId}
    error={problems['refundId']}
    onChange={(refundId) => onChange({ refundId })}
  />
)

const nothing = () => null
const ReasonForm: Form<{ reason: string }> = (props) => <Reason {...props} />

/** What the customer reads is in the message, in the staff member's own words. */
function Answer({ draft, problems, onChange }: FormProps<Drafts['decline-request']>) {
  return (
    <Textarea
      label={t('Answer')}
      description={t('The customer reads this in the message.')}
      rows={3}
      withAsterisk
      aria-required
      value={draft.answer}
      error={problems['answer']}
      onChange={(event) => onChange({ answer: event.currentTarget.value })}
    />
  )
}

const forms: { readonly [N in CommandName]: Form<Drafts[N]> } = {
  'approve-request': (props) => (props.requestedRefund === null ? null : <PayerField {...props} />),
  'decline-request': Answer,
  'report-oversell': (props) => <OversellReport {...props} />,
  'resolve-oversell': (props) => <OversellForm {...props} />,
  'approve': nothing,
  'retry-delivery': nothing,
  'reject': ReasonForm,
  'cancel': ReasonForm,
  'report-delivery-problem': ReasonForm,
  'recall-tickets': ReasonForm,
  'refund': RefundForm,
  'keep-payment': ReasonForm,
  'approve-refund': ApprovalForm,
  'retry-refund': RetryForm,
  'record-transfer': TransferForm,
  'pay-by-credit': CreditForm,
  'reject-refund': RejectionForm,
  'confirm': ({ draft, problems, onChange }) => (
    <NoteField
      label={t('Supplier reference')}
      value={draft.providerReference}
      error={problems['providerReference']}
      onChange={(providerReference) => onChange({ providerReference })}
    />
  ),
  'change-visit': VisitForm,
  'resend-voucher': nothing,
  'change-names': Names,
  'change-answers': Answers,
  'send-e-tickets': nothing,
  'deliver': Delivery,
  'substitute-listing': (props) => <ReplacementForm {...props} />,
  'reassign-seats': Seats,
  'split-line': ({ draft, lines, problems, onChange }) => (
    <>
      <LineField
        lines={lines}
        value={draft.position}
        error={problems['position']}
        onChange={(line) => line && onChange({ ...draft, position: line.position })}
      />
      <DigitsInput
        label={t('Tickets in the new line')}
        allowDecimal={false}
        allowNegative={false}
        value={draft.quantity}
        error={problems['quantity']}
        onChange={(quantity) => onChange({ ...draft, quantity: quantity ?? 0 })}
      />
    </>
  ),
  'split-order': SplitForm,
  'chase': ({ draft, problems, onChange }) => (
    <>
      <Textarea
        label={t('Your request')}
        rows={2}
        withAsterisk
        aria-required
        value={draft.note}
        error={problems['note']}
        onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
      />
      <DigitsInput
        label={t('Hours until it’s due again')}
        allowDecimal={false}
        allowNegative={false}
        value={draft.hours}
        error={problems['hours']}
        onChange={(hours) => onChange({ ...draft, hours: hours ?? 0 })}
      />
    </>
  ),
  'no-show': ({ draft, problems, onChange }) => (
    <NoteField label={t('Note')} value={draft.note} error={problems['note']} onChange={(note) => onChange({ note })} />
  ),
  'withdraw-no-show': ({ draft, problems, onChange }) => (
    <NoteField label={t('Note')} value={draft.note} error={problems['note']} onChange={(note) => onChange({ note })} />
  ),
}

/** Whether there is something to enter before it is known what the command will do. Which refund is meant is chosen already. */
export function asksFirst(
  name: CommandName,
  { requestedRefund }: Pick<FormProps<unknown>, 'requestedRefund'>,
): boolean {
  if (name === 'approve-request' && requestedRefund === null) return false
  return forms[name] !== nothing && name !== 'approve-refund' && name !== 'retry-refund'
}

type AnyDraft = Readonly<Record<string, unknown>>

/** The fields of a command, whichever it is. */
export function CommandFields({ name, ...props }: FormProps<AnyDraft> & { readonly name: CommandName }) {
  // Edge: draft and form are of the same command, which only its name says here.
  const Fields = forms[name] as unknown as Form<AnyDraft>
  return <div className={classes['fields']}>{Fields(props)}</div>
}
