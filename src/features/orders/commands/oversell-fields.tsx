import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { msg, t } from '../../../core/i18n/language.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import type { Drafts } from './command-drafts.ts'
import type { FormProps } from './command-form.ts'
import { blankToNull, ReasonField } from './command-inputs.tsx'
import { Amount, PayerField } from './refund-fields.tsx'
import { ReplacementForm } from './replacement-fields.tsx'
import classes from './commands.module.css'

const reporters = [
  { value: 'seller', label: msg('The seller') },
  { value: 'provider', label: msg('The supplier') },
] as const

/** Who says that these tickets or places belong to someone else, and what they said. */
export function OversellReport({ draft, problems, onChange }: FormProps<Drafts['report-oversell']>) {
  return (
    <>
      <Radio.Group
        label={t('Reported by')}
        error={problems['how']}
        value={draft.how}
        onChange={(value) => onChange({ ...draft, how: value === 'provider' ? 'provider' : 'seller' })}
      >
        <div className={classes['choices']}>
          {reporters.map(({ value, label }) => (
            <Radio key={value} value={value} label={t(label)} />
          ))}
        </div>
      </Radio.Group>
      <ReasonField
        label={t('What they said')}
        value={draft.reason}
        error={problems['reason']}
        onChange={(reason) => onChange({ ...draft, reason })}
      />
    </>
  )
}

type Draft = Drafts['resolve-oversell']
type Outcome = Draft['outcome']
type Oversell = PurchaseDetails['oversell']

const outcomes: readonly { readonly value: Outcome; readonly label: string; readonly description: string }[] = [
  {
    value: 'keep',
    label: msg('Keep the places with this order'),
    description: msg('The other orders get a remedy.'),
  },
  {
    value: 'replace',
    label: msg('Replace the tickets'),
    description: msg('Other tickets of the same performance, for the same price.'),
  },
  {
    value: 'refund',
    label: msg('Refund and cancel'),
    description: msg('Full refund.'),
  },
  { value: 'dismiss', label: msg('Not oversold'), description: msg('The places were fine.') },
]

/** Who keeps the places, and what the others get instead. */
export function OversellForm(props: FormProps<Draft>) {
  const { draft, oversell, purchaseId, currency, problems, onChange } = props
  const offered = outcomes.filter(
    ({ value }) =>
      (value !== 'keep' || oversell?.how === 'same_seats') && (value !== 'replace' || props.lines.some(isTicket)),
  )
  return (
    <>
      <p className={classes['quiet']}>{suggestionFor(purchaseId, oversell)}</p>
      <Radio.Group
        label={t('Outcome')}
        error={problems['outcome']}
        value={draft.outcome}
        onChange={(value) => {
          const outcome = offered.find((one) => one.value === value)?.value ?? 'keep'
          // Credit is refused where its field is not shown.
          onChange({ ...draft, outcome, credit: isRemedy(outcome) ? draft.credit : null })
        }}
      >
        <div className={classes['choices']}>
          {offered.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={t(label)} description={t(description)} />
          ))}
        </div>
      </Radio.Group>
      {draft.outcome === 'replace' && (
        <ReplacementForm
          {...props}
          draft={{ listingId: draft.listingId ?? 0, consent: draft.consent }}
          onChange={(next) => onChange({ ...draft, ...next })}
        />
      )}
      {draft.outcome === 'refund' && (
        <PayerField draft={draft} problems={problems} onChange={({ paidBy }) => onChange({ ...draft, paidBy })} />
      )}
      {isRemedy(draft.outcome) && (
        <Amount
          label={t('Goodwill credit')}
          description={t('Optional. Paid by us, as store credit for a year.')}
          currency={currency}
          value={draft.credit}
          error={problems['credit']}
          onChange={(credit) => onChange({ ...draft, credit })}
        />
      )}
      {draft.outcome === 'dismiss' && (
        <ReasonField
          label={t('Why it isn’t an oversell')}
          value={draft.note ?? ''}
          error={problems['note']}
          onChange={(note) => onChange({ ...draft, note: blankToNull(note) })}
        />
      )}
    </>
  )
}

const isRemedy = (outcome: Outcome) => outcome === 'replace' || outcome === 'refund'

const isTicket = ({ kind, section, listing }: PurchaseDetails['lines'][number]) =>
  kind === 'item' && (section !== null || listing !== null)

function suggestionFor(purchaseId: number, oversell: Oversell): string {
  if (oversell === null) return ''
  const { places, orders } = oversell
  if (oversell.how !== 'same_seats') return t('{places} were sold outside Marquee as well.', { places })
  const keeper = orders.find(({ outcome }) => outcome === 'kept')
  if (keeper) return t('{reference} keeps {places}.', { reference: keeper.reference, places })
  const first = orders.find(({ outcome }) => outcome === null)
  return first?.id === purchaseId
    ? t('This order was confirmed first, so it should keep {places}.', { places })
    : t('{reference} was confirmed first, so it should keep {places}.', { reference: first?.reference ?? '', places })
}
