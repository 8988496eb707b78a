import { formatMoney, formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import type { IssuedDocument, PurchaseInvoices } from './invoice.endpoints.ts'
import { readPurchaseInvoices } from './invoice.endpoints.ts'
import classes from './invoice.module.css'

/** The documents of an order on its page, and the way to the next one. */
export function InvoicesOfOrder({ record }: RecordPartProps) {
  const answer = useAnswer(readPurchaseInvoices, { params: { id: record.id } })
  return (
    <AnswerPanel title={t('Invoices')} answer={answer}>
      {(documents) => <Documents documents={documents} />}
    </AnswerPanel>
  )
}

function Documents({ documents }: { documents: PurchaseInvoices }) {
  const paths = useRecordPaths()
  const mayIssue = useMay()('write', 'purchases')
  const { purchase, issued, invoice, refundInvoice, chargedNow } = documents
  const pageOf = (kind: IssuedDocument['kind']) =>
    paths('purchases', `${kind === 'rectifying' ? 'refund-invoice' : 'invoice'}-${purchase.kind}`, purchase.id)
  const next = [
    {
      page: pageOf('invoice'),
      label: t('Issue invoice'),
      isOpen: invoice.draft !== null && invoice.blockedReason === null,
    },
    {
      page: pageOf('rectifying'),
      label: t('Issue refund invoice'),
      isOpen: refundInvoice.draft !== null && refundInvoice.blockedReason === null,
    },
    {
      page: pageOf('invoice'),
      label: t('Rectify and reissue invoice'),
      isOpen: chargedNow !== null,
    },
  ].filter(({ isOpen, page }) => isOpen && page !== null && mayIssue)
  return (
    <>
      {issued.length === 0 && <p className={classes['quiet']}>{invoice.blockedReason ?? t('No invoice yet')}</p>}
      {issued.length > 0 && (
        <ul className={classes['documents']}>
          {issued.map(({ id, kind, number, issuedOn, gross, currency, refersTo }) => (
            <li key={id}>
              <a href={pageOf(kind) ?? undefined}>{number}</a>
              <b>{formatMoney(gross, currency)}</b>
              <small>
                <time dateTime={issuedOn}>{formatDate(issuedOn)}</time>
                {refersTo &&
                  ` · ${kind === 'invoice' || kind === 'simplified' ? t('Replaces {number}', { number: refersTo.number }) : t('Rectifies {number}', { number: refersTo.number })}`}
              </small>
            </li>
          ))}
        </ul>
      )}
      {next.map(({ page, label }) => (
        <p key={label} className={classes['next']}>
          <a href={page ?? undefined}>{label}</a>
        </p>
      ))}
    </>
  )
}
