import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatDate, formatMoney, formatPercent, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { AddressPager } from './address-pager.tsx'
import type { VatDocuments } from './vat-documents.endpoints.ts'
import { documentsAtOnce, readVatDocuments, vatRowOf } from './vat-documents.endpoints.ts'
import { treatmentLabel } from './vat-treatments.ts'
import classes from './invoice-books.module.css'

/** The row that the address opens; null where it opens none. */
export function useOpenRow(): { row: string; page: number } | null {
  const [{ row = '', page = '1' }] = useRouteQuery()
  return vatRowOf(row) && /^[1-9]\d{0,4}$/.test(page) ? { row, page: Number(page) } : null
}

/** The documents that add up to a row of the totals. */
export function DocumentsOfRow({ row, page, period }: NonNullable<ReturnType<typeof useOpenRow>> & { period: string }) {
  const answer = useAnswer(readVatDocuments, { query: { period, row, page: String(page) } })
  const [, change] = useRouteQuery()
  const place = useRef<HTMLDivElement>(null)
  // The row that was pressed can be far below.
  useEffect(() => place.current?.focus(), [row, period])
  const { country = '', treatment = 'standard', taxRate = 0, currency = '' } = vatRowOf(row) ?? {}
  const title = [nameOf('region', country), treatmentLabel(treatment), formatPercent(taxRate), currency].join(' · ')
  return (
    <div ref={place} tabIndex={-1} className={classes['figure']}>
      <AnswerPanel
        title={title}
        answer={answer}
        commands={
          <Button variant="default" onClick={() => change({ row: null, page: null })}>
            {t('Close')}
          </Button>
        }
      >
        {(documents) => <Documents {...{ documents, currency, page }} title={title} />}
      </AnswerPanel>
    </div>
  )
}

interface DocumentsProps {
  readonly documents: VatDocuments
  readonly currency: string
  readonly page: number
  readonly title: string
}

function Documents({ documents: { count, rows }, currency, page, title }: DocumentsProps) {
  const paths = useRecordPaths()
  if (rows.length === 0) return <p className={classes['quiet']}>{t('No documents on this page.')}</p>
  const pageOf = ({ id, kind, isRefund }: VatDocuments['rows'][number]) =>
    paths('purchases', `${isRefund ? 'refund-invoice' : 'invoice'}-${kind}`, id) ?? undefined
  return (
    <>
      <p className={classes['quiet']}>{t('What each document charges there at this rate.')}</p>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Documents, scrolls sideways')}>
        <table aria-label={t('Documents of {row}', { row: title })}>
          <thead>
            <tr>
              <th scope="col">{t('Number')}</th>
              <th scope="col">{t('Date')}</th>
              <th scope="col">{t('Net')}</th>
              <th scope="col">{t('Tax')}</th>
              <th scope="col">{t('Total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.number}>
                <th scope="row">
                  <a href={pageOf(one)}>{one.number}</a>
                </th>
                <td>{formatDate(one.issuedOn)}</td>
                {[one.net, one.tax, one.gross].map((amount, place) => (
                  <td key={place}>{formatMoney(amount, currency)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AddressPager page={page} shown={rows.length} count={count} atOnce={documentsAtOnce} />
    </>
  )
}
