import type { ReactNode } from 'react'
import { formatMoney, formatDate, formatPercent, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import type { DraftDocument, IssuedDocument } from './invoice.endpoints.ts'
import classes from './invoice.module.css'

interface InvoiceSheetProps {
  readonly document: DraftDocument | IssuedDocument
  /** Of the order. */
  readonly reference: string
  /** What can be done with it; not printed. */
  readonly actions?: ReactNode
}

/** A document as it is printed. Counsel has to confirm its wording, and in which languages it must be. */
export function InvoiceSheet({ document, reference, actions }: InvoiceSheetProps) {
  const issued = 'number' in document ? document : null
  const name = document.kind === 'invoice' ? t('Invoice') : t('Refund invoice')
  const label = issued ? `${name} ${issued.number}` : t('{name}, not issued', { name })
  return (
    <article className={classes['sheet']} aria-label={label} data-draft={issued === null}>
      <header className={classes['top']}>
        <div>
          <h2>{name}</h2>
          <p className={classes['number']}>{issued?.number ?? t('Number assigned on issue')}</p>
        </div>
        <div className={classes['marks']}>
          {issued === null && <Chip tone="warn">{t('Not issued')}</Chip>}
          {document.isTest && <Chip tone="busy">{t('Test document')}</Chip>}
        </div>
      </header>
      {actions}
      <Facts document={document} reference={reference} />
      <div className={classes['parties']}>
        <Issuer issuer={document.issuer} />
        <Recipient recipient={document.recipient} />
      </div>
      <Lines document={document} />
      <div className={classes['bottom']}>
        <Taxes document={document} />
        <Totals document={document} />
      </div>
      <Mentions document={document} />
      {issued && (
        <p className={classes['hash']} title={t('Proves that this document and those before it are unchanged')}>
          {t('SHA-256 seal {hash}', { hash: issued.hash })}
        </p>
      )}
      {issued?.einvoiceHash && (
        <p className={classes['hash']}>{t('E-invoice SHA-256 {hash}', { hash: issued.einvoiceHash })}</p>
      )}
      {issued?.pdfHash && <p className={classes['hash']}>{t('PDF SHA-256 {hash}', { hash: issued.pdfHash })}</p>}
    </article>
  )
}

function Facts({ document, reference }: Omit<InvoiceSheetProps, 'actions'>) {
  const issuedOn = 'issuedOn' in document ? document.issuedOn : null
  const facts: readonly (readonly [string, string | null])[] = [
    [t('Issued'), issuedOn === null ? t('On issue') : formatDate(issuedOn)],
    [t('Date of service'), formatDate(document.operationOn)],
    [t('Order'), reference],
    [t('Description'), document.subject],
    [
      t('Rectifies'),
      document.refersTo &&
        t('{number} of {date}', { number: document.refersTo.number, date: formatDate(document.refersTo.issuedOn) }),
    ],
    [t('Reason'), document.reason],
  ]
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Issuer({ issuer }: Pick<DraftDocument, 'issuer'>) {
  return (
    <section aria-label={t('Issuer')}>
      <h3>{t('Issuer')}</h3>
      {issuer ? (
        <>
          <p>
            <strong>{issuer.name}</strong>
          </p>
          <p>{issuer.address}</p>
          <p>{nameOf('region', issuer.country)}</p>
          <p>{t('Tax ID {id}', { id: issuer.taxId })}</p>
        </>
      ) : (
        <p>{t('Company details are missing.')}</p>
      )}
    </section>
  )
}

function Recipient({ recipient }: Pick<DraftDocument, 'recipient'>) {
  return (
    <section aria-label={t('Recipient')}>
      <h3>{t('Recipient')}</h3>
      <p>
        <strong>{recipient.company ?? recipient.name}</strong>
      </p>
      {recipient.company && <p>{recipient.name}</p>}
      {recipient.address && <p>{recipient.address}</p>}
      <p>{nameOf('region', recipient.country)}</p>
      {recipient.taxId && <p>{t('Tax ID {id}', { id: recipient.taxId })}</p>}
    </section>
  )
}

function Lines({ document: { lines, currency, pricesIncludeTax } }: Pick<InvoiceSheetProps, 'document'>) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Lines, scrolls sideways')}>
      <table aria-label={t('Lines')}>
        <thead>
          <tr>
            <th scope="col">{t('Description')}</th>
            <th scope="col">{t('Quantity')}</th>
            <th scope="col">{pricesIncludeTax ? t('Unit price incl. tax') : t('Unit price')}</th>
            <th scope="col">{t('Tax rate')}</th>
            <th scope="col">{t('Net')}</th>
            <th scope="col">{t('Tax')}</th>
            <th scope="col">{t('Total')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">{line.title}</th>
              <td>{line.quantity}</td>
              <td>{money(line.unitPrice)}</td>
              <td>{formatPercent(line.taxRate)}</td>
              <td>{money(line.net)}</td>
              <td>{money(line.tax)}</td>
              <td>{money(line.gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Taxes({ document: { taxes, currency } }: Pick<InvoiceSheetProps, 'document'>) {
  return (
    <table aria-label={t('Tax by rate')}>
      <thead>
        <tr>
          <th scope="col">{t('Tax rate')}</th>
          <th scope="col">{t('Net')}</th>
          <th scope="col">{t('Tax')}</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ taxRate, net, tax }) => (
          <tr key={taxRate}>
            <th scope="row">{formatPercent(taxRate)}</th>
            <td>{formatMoney(net, currency)}</td>
            <td>{formatMoney(tax, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ document: { net, tax, gross, currency } }: Pick<InvoiceSheetProps, 'document'>) {
  return (
    <table className={classes['totals']} aria-label={t('Totals')}>
      <tbody>
        <tr>
          <th scope="row">{t('Net')}</th>
          <td>{formatMoney(net, currency)}</td>
        </tr>
        <tr>
          <th scope="row">{t('Tax')}</th>
          <td>{formatMoney(tax, currency)}</td>
        </tr>
        <tr>
          <th scope="row">{t('Total')}</th>
          <td>{formatMoney(gross, currency)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Counsel has to confirm these, and which others the law asks for. */
function Mentions({ document }: Pick<InvoiceSheetProps, 'document'>) {
  const { isTest, refersTo, taxes, taxTreatment } = document
  const mentions = [
    isTest && t('Test document: no money was paid and no tax is due.'),
    refersTo && t('Amounts are the difference to invoice {number}.', { number: refersTo.number }),
    taxTreatment === 'margin' && t('Margin scheme – travel agents.'),
    taxTreatment === 'reverse_charge' && t('Reverse charge: the recipient accounts for the VAT.'),
    taxTreatment === 'exempt' && t('Exempt from VAT.'),
    taxTreatment === 'standard' &&
      taxes.some(({ taxRate }) => taxRate === 0) &&
      t('No tax is charged on amounts at 0%.'),
  ].filter((one) => typeof one === 'string')
  if (mentions.length === 0) return null
  return (
    <ul className={classes['mentions']}>
      {mentions.map((mention) => (
        <li key={mention}>{mention}</li>
      ))}
    </ul>
  )
}
