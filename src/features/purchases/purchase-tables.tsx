import type { ReactNode } from 'react'
import type { Tone } from '../../core/resource/fields.ts'
import { formatInstant, formatMoney, formatNumber, inWords } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import type { PaymentState, RefundProgress } from './states/purchase-ledger.ts'
import classes from './purchase.module.css'
import { wordOf } from './purchase-labels.ts'

function Table({
  heads,
  children,
}: {
  heads: readonly [
    first: readonly [label: string, numeric?: boolean],
    ...others: (readonly [label: string, numeric?: boolean])[],
  ]
  children: ReactNode
}) {
  return (
    <div className={classes['tableFrame']} role="group" tabIndex={0} aria-label={heads[0][0]}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {heads.map(([label, numeric]) => (
              <th key={label} scope="col" data-numeric={numeric === true}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** What the total is made of, to the minor unit. */
export function Lines({
  lines,
  currency,
  kind,
}: {
  lines: PurchaseDetails['lines']
  currency: string
  kind: 'product' | 'event'
}) {
  return (
    <Table
      heads={[
        [t('Line')],
        [t('Quantity'), true],
        [t('Each'), true],
        [t('Amount'), true],
        ...(kind === 'event' ? [[t('Delivered'), true] as [string, boolean]] : []),
      ]}
    >
      {lines.map((line) => (
        <tr key={line.position}>
          <td>
            {line.title}
            {line.section && (
              <small className={classes['seat']}>
                {[
                  t('Section {section}', { section: line.section }),
                  line.row && t('row {row}', { row: line.row }),
                  line.seats.length > 0 && t('seats {seats}', { seats: line.seats.join(', ') }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            )}
            {line.rawSection && line.rawSection !== line.section && (
              <small className={classes['seat']}>
                {t('Seller wrote “{rawSection}”', { rawSection: line.rawSection })}
              </small>
            )}
            {line.notes.length > 0 && <small className={classes['seat']}>{line.notes.join(' · ')}</small>}
            {line.holderNames.length > 0 && (
              <small className={classes['seat']}>
                {t('For {holderNames}', { holderNames: line.holderNames.join(', ') })}
              </small>
            )}
          </td>
          <td data-numeric="true">{formatNumber(line.quantity)}</td>
          <td data-numeric="true">{formatMoney(line.unitPrice, currency)}</td>
          <td data-numeric="true">{formatMoney(line.amount, currency)}</td>
          {kind === 'event' && (
            <td data-numeric="true">
              {line.kind === 'item' ? t('{done} of {all}', { done: line.delivered, all: line.quantity }) : ''}
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

const paymentTones: Record<PaymentState, Tone> = {
  pending: 'busy',
  authorised: 'busy',
  captured: 'good',
  failed: 'bad',
  voided: 'neutral',
}

export function Payments({ payments }: { payments: PurchaseDetails['payments'] }) {
  if (payments.length === 0) return <p className={classes['quiet']}>{t('No payment was tried.')}</p>
  return (
    <Table
      heads={[
        [t('Payment')],
        [t('State')],
        [t('When')],
        [t('Authorised'), true],
        [t('Captured'), true],
        [t('Fee'), true],
      ]}
    >
      {payments.map((payment) => (
        <tr key={payment.id}>
          <td>
            {wordOf(payment.method)}
            {payment.cardLast4 && ` ${inWords(payment.cardBrand ?? '')} ···· ${payment.cardLast4}`}
            <small className={classes['seat']}>
              {inWords(payment.provider)} {payment.pspReference}
              {payment.threeDs && `, 3-D Secure ${payment.threeDs}`}
            </small>
          </td>
          <td>
            <Chip tone={paymentTones[payment.state]}>{wordOf(payment.state)}</Chip>
            {payment.failure && <small className={classes['seat']}>{payment.failure}</small>}
          </td>
          <td>{formatInstant(payment.capturedAt ?? payment.authorisedAt ?? payment.createdAt)}</td>
          <td data-numeric="true">{formatMoney(payment.authorised, payment.currency)}</td>
          <td data-numeric="true">{formatMoney(payment.captured, payment.currency)}</td>
          <td data-numeric="true">{formatMoney(payment.fee, payment.currency)}</td>
        </tr>
      ))}
    </Table>
  )
}

const refundTones: Record<RefundProgress, Tone> = {
  requested: 'busy',
  approved: 'busy',
  processing: 'busy',
  succeeded: 'good',
  failed: 'bad',
  reversed: 'warn',
}

export function Refunds({ refunds }: { refunds: PurchaseDetails['refunds'] }) {
  return (
    <Table
      heads={[[t('Refund')], [t('State')], [t('Asked for by')], [t('Approved by')], [t('When')], [t('Amount'), true]]}
    >
      {refunds.map((refund) => (
        <tr key={refund.id}>
          <td>
            {wordOf(refund.reason)}
            <small className={classes['seat']}>
              {t('Borne by {borneBy}, to {destination}', {
                borneBy: wordOf(refund.borneBy).toLowerCase(),
                destination: wordOf(refund.destination).toLowerCase(),
              })}
            </small>
          </td>
          <td>
            <Chip tone={refundTones[refund.state]}>{wordOf(refund.state)}</Chip>
            {refund.failure && <small className={classes['seat']}>{refund.failure}</small>}
          </td>
          <td>{refund.requestedBy ?? wordOf(refund.initiator)}</td>
          <td>{refund.approvedBy ?? '–'}</td>
          <td>{formatInstant(refund.succeededAt ?? refund.createdAt)}</td>
          <td data-numeric="true">{formatMoney(refund.amount, refund.currency)}</td>
        </tr>
      ))}
    </Table>
  )
}
