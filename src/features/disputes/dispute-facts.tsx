import type { ReactNode } from 'react'
import { formatMoney, formatInstant, inWords } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { CopyButton } from '../../ui/resource/record-heading.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { paymentWords, wordOf } from '../purchases/purchase-labels.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import type { disputes } from './disputes.ts'
import classes from './disputes.module.css'

interface FactsProps {
  readonly dispute: RecordOf<typeof disputes>
  readonly details: DisputeDetails
}

/** Where the money is, what it is about, and what was answered. */
export function DisputeFacts({ dispute, details }: FactsProps) {
  const { orderKind, purchaseId, reference, currency } = dispute
  const paths = useRecordPaths()
  const order = paths('purchases', `view-${orderKind}`, purchaseId)
  const entries = paths('ledger-entries', 'list')
  const param = filterParam({ purchaseId })
  const money = (amount: number) => formatMoney(amount, currency)
  const { payment } = details
  const reinstated = dispute.reinstated - details.lostElsewhere
  return (
    <>
      <section className={classes['card']} aria-label={t('Money')}>
        <h2>{t('Money')}</h2>
        <Facts
          facts={[
            [t('Disputed'), money(dispute.amount)],
            [t('Withdrawn'), dispute.withdrawn > 0 && money(dispute.withdrawn)],
            [t('Reinstated'), reinstated > 0 && money(reinstated)],
            [t('Charged back on other orders'), details.lostElsewhere > 0 && money(details.lostElsewhere)],
            [t('Dispute fee'), dispute.fee > 0 && money(dispute.fee)],
            [t('Payment'), `${money(payment.captured)} · ${paymentWords(payment)}`],
            [t('Refunded'), payment.refunded > 0 && money(payment.refunded)],
          ]}
        />
        {entries && param && <a href={`${entries}?${new URLSearchParams({ filter: param })}`}>{t('View in ledger')}</a>}
      </section>
      <section className={classes['card']} aria-label={t('Details')}>
        <h2>{t('Details')}</h2>
        <Facts
          facts={[
            [
              t('Order'),
              order ? (
                <a key="order" href={order}>
                  {reference}
                </a>
              ) : (
                reference
              ),
            ],
            [t('Customer email'), details.customerEmail],
            [t('Opened'), formatInstant(dispute.openedAt)],
            [t('Evidence sent'), dispute.submittedAt !== null && formatInstant(dispute.submittedAt)],
            [t('Closed'), dispute.closedAt !== null && formatInstant(dispute.closedAt)],
            [t('Network reason code'), dispute.networkReasonCode],
            [
              t('Provider reference'),
              <span key="reference" className={classes['code']}>
                {dispute.providerReference} <CopyButton text={dispute.providerReference} />
              </span>,
            ],
          ]}
        />
      </section>
      {details.answers.length > 0 && <Answers answers={details.answers} />}
    </>
  )
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null && value !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const states = {
  approved: { tone: 'busy', label: msg('On its way') },
  sending: { tone: 'busy', label: msg('On its way') },
  done: { tone: 'good', label: msg('Received') },
  failed: { tone: 'bad', label: msg('Failed') },
} as const

function Answers({ answers }: Pick<DisputeDetails, 'answers'>) {
  return (
    <section className={classes['card']} aria-label={t('Answers')}>
      <h2>{t('Answers')}</h2>
      <ul className={classes['answers']}>
        {answers.map(({ id, kind, state, failure, by, at }) => (
          <li key={id}>
            <Chip tone={states[state].tone}>{t(states[state].label)}</Chip>{' '}
            {kind === 'accept' ? t('Dispute accepted') : t('Evidence sent')}
            <small>
              {[by, formatInstant(at), failure === null ? null : inWords(wordOf(failure))].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
