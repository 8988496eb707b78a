import type { ReactNode } from 'react'
import { formatMoney, formatDate, formatPercent, nameOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { charges, hasEinvoice } from './document-chain.ts'
import type { DraftDocument, IssuedDocument } from './invoice.endpoints.ts'
import cards from '../../ui/card-table.module.css'
import classes from './invoice.module.css'

interface InvoiceSheetProps {
  readonly document: DraftDocument | IssuedDocument
  /** Of the order. */
  readonly reference: string
  /** What can be done with it; not printed. */
  readonly actions?: ReactNode
  /** The number of the invoice that has its place. */
  readonly replacedBy?: string | null
}

/** A document as it is printed. Counsel has to confirm its wording, and in which languages it must be. */
export function InvoiceSheet({ document, reference, actions, replacedBy = null }: InvoiceSheetProps) {
  const issued = 'number' in document ? document : null
  const name = t(names[document.kind])
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
          {replacedBy !== null && <Chip tone="warn">{t('Replaced by {number}', { number: replacedBy })}</Chip>}
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
      {!hasEinvoice(document) && <p className={classes['hash']}>{t('Simplified invoices have no e-invoice.')}</p>}
      {issued?.pdfHash && <p className={classes['hash']}>{t('PDF SHA-256 {hash}', { hash: issued.pdfHash })}</p>}
    </article>
  )
}

const names: Readonly<Record<DraftDocument['kind'], string>> = {
  invoice: msg('Invoice'),
  simplified: msg('Simplified invoice'),
  rectifying: msg('Refund invoice'),
  correction: msg('Correction'),
}

const grounds: Readonly<Record<NonNullable<DraftDocument['simplified']>['by'], string>> = {
  directive: msg('Simplified invoice: article 220a of Directive 2006/112/EC.'),
  spain: msg('Simplified invoice: article 4.1 of Real Decreto 1619/2012.'),
  spain_transport: msg('Simplified invoice: article 4.2 of Real Decreto 1619/2012 (passenger transport).'),
}

function Facts({ document, reference }: Pick<InvoiceSheetProps, 'document' | 'reference'>) {
  const issuedOn = 'issuedOn' in document ? document.issuedOn : null
  const facts: readonly (readonly [string, string | null])[] = [
    [t('Issued'), issuedOn === null ? t('On issue') : formatDate(issuedOn)],
    [t('Date of service'), formatDate(document.operationOn)],
    [t('Order'), reference],
    [t('Description'), document.subject],
    [charges(document) ? t('Replaces') : t('Rectifies'), document.refersTo && numberOf(document.refersTo)],
    [t('Rectified by'), document.refersTo?.rectifiedBy ? numberOf(document.refersTo.rectifiedBy) : null],
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

function numberOf({ number, issuedOn }: { readonly number: string; readonly issuedOn: string }): string {
  return t('{number} of {date}', { number, date: formatDate(issuedOn) })
}

function Issuer({ issuer }: Pick<DraftDocument, 'issuer'>) {
  return (
    <div role="group" aria-label={t('Issuer')}>
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
    </div>
  )
}

function Recipient({ recipient }: Pick<DraftDocument, 'recipient'>) {
  return (
    <div role="group" aria-label={t('Recipient')}>
      <h3>{t('Recipient')}</h3>
      <p>
        <strong>{recipient.company ?? recipient.name}</strong>
      </p>
      {recipient.company && <p>{recipient.name}</p>}
      {recipient.address && <p>{recipient.address}</p>}
      <p>{nameOf('region', recipient.country)}</p>
      {recipient.taxId && <p>{t('Tax ID {id}', { id: recipient.taxId })}</p>}
    </div>
  )
}

/** On a phone each line is a card with its total in the corner. */
function Lines({ document: { lines, currency, pricesIncludeTax } }: Pick<InvoiceSheetProps, 'document'>) {
  const money = (amount: number) => formatMoney(amount, currency)
  const figures: readonly (readonly [label: string, of: (line: DraftDocument['lines'][number]) => ReactNode])[] = [
    [t('Quantity'), ({ quantity }) => quantity],
    [pricesIncludeTax ? t('Unit price incl. tax') : t('Unit price'), ({ unitPrice }) => money(unitPrice)],
    [t('Tax rate'), ({ taxRate }) => formatPercent(taxRate)],
    [t('Net'), ({ net }) => money(net)],
    [t('Tax'), ({ tax }) => money(tax)],
    [t('Total'), ({ gross }) => money(gross)],
  ]
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Lines, scrolls sideways')}>
      <table role="table" className={cards['cards']} aria-label={t('Lines')}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('Description')}
            </th>
            {figures.map(([label]) => (
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line, index) => (
            <tr key={index} role="row">
              <th role="rowheader" scope="row">
                {line.title}
              </th>
              {figures.map(([label, of], at) => (
                <td key={label} role="cell" data-label={label} data-corner={at === figures.length - 1 ? '' : undefined}>
                  {of(line)}
                </td>
              ))}
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
  const { kind, isTest, refersTo, taxes, taxTreatment, simplified } = document
  const mentions = [
    isTest && t('Test document: no money was paid and no tax is due.'),
    simplified && t(grounds[simplified.by]),
    refersTo &&
      kind === 'rectifying' &&
      t('Amounts are the difference to invoice {number}.', { number: refersTo.number }),
    refersTo && kind === 'correction' && t('Rectifies invoice {number} in full.', { number: refersTo.number }),
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
