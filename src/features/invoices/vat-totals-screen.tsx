import { Button } from '@mantine/core'
import { useMay } from '../../core/browser/session.web.ts'
import { formatMoney, formatNumber, formatPercent, inOrder, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useBusinessZone } from '../../ui/resource/business-zone.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { filterParam } from '../../ui/resource/list-state.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { InvoiceArchivePanel } from './invoice-archive-panel.tsx'
import type { VatTotals } from './invoice-books.endpoints.ts'
import { exportVatTotals, readVatTotals } from './invoice-books.endpoints.ts'
import { PeriodPicker } from './period-picker.tsx'
import { DocumentsOfRow, useOpenRow } from './vat-documents.tsx'
import { vatRowName } from './vat-documents.endpoints.ts'
import { treatmentLabel } from './vat-treatments.ts'
import { daysOf, isPeriod, lastDayOf, periodsUntil } from './periods.ts'
import classes from './invoice-books.module.css'

/** What was taxed in a period, by country and rate: as it is declared. */
export function VatTotalsScreen() {
  const [{ period: asked = '' }, change] = useRouteQuery()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: useBusinessZone() }).format(new Date())
  const period = isPeriod(asked) ? asked : (periodsUntil(today).quarters[0] ?? '')
  const open = useOpenRow()
  const answer = useAnswer(readVatTotals, { query: { period } })
  const mayExport = useMay()('export', 'purchases')
  const save = (format: 'csv' | 'xlsx') =>
    // The client shows a failure.
    void saveFileOf(`${exportVatTotals.path}?period=${period}&format=${format}`, `vat-${period}.${format}`).catch(
      () => undefined,
    )
  return (
    <PageFrame
      actions={
        mayExport && (
          <>
            <Button variant="default" onClick={() => save('csv')}>
              {t('Export CSV')}
            </Button>
            <Button variant="default" onClick={() => save('xlsx')}>
              {t('Export Excel')}
            </Button>
          </>
        )
      }
    >
      <div className={classes['panels']}>
        <PeriodPicker
          period={period}
          today={today}
          onChange={(next) => change({ period: next, row: null, page: null })}
        />
        {open && <DocumentsOfRow {...open} period={period} />}
        <AnswerPanel title={t('VAT by country and rate')} answer={answer}>
          {(totals) => <Totals totals={totals} period={period} />}
        </AnswerPanel>
        <InvoiceArchivePanel period={period} />
      </div>
    </PageFrame>
  )
}

function Totals({ totals: { rows, totals }, period }: { totals: VatTotals; period: string }) {
  const documentsOf = useDocuments(period)
  const rowPage = useRowPage(period)
  if (totals.length === 0) return <p className={classes['quiet']}>{t('No documents were issued in this period.')}</p>
  return (
    <>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('VAT, scrolls sideways')}>
        <table className={classes['taxes']} aria-label={t('VAT by country and rate')}>
          <thead>
            <tr>
              <th scope="col">{t('Country of the tax')}</th>
              <th scope="col">{t('VAT treatment')}</th>
              <th scope="col">{t('Tax rate')}</th>
              <th scope="col">{t('Documents')}</th>
              <th scope="col">{t('Net')}</th>
              <th scope="col">{t('Tax')}</th>
              <th scope="col">{t('Total')}</th>
            </tr>
          </thead>
          {totals.map((total) => (
            <tbody key={total.currency}>
              {rows
                .filter(({ currency }) => currency === total.currency)
                .toSorted((one, other) => inOrder(nameOf('region', one.country), nameOf('region', other.country)))
                .map(({ country, treatment, taxRate, ...sums }) => (
                  <tr key={`${country} ${treatment} ${taxRate}`}>
                    <th scope="row">
                      {nameOf('region', country)}
                      <small className={classes['kind']}>
                        {treatmentLabel(treatment)} · {formatPercent(taxRate)}
                      </small>
                    </th>
                    <td>{treatmentLabel(treatment)}</td>
                    <td>{formatPercent(taxRate)}</td>
                    <Sums of={sums} opens={rowPage({ country, treatment, taxRate, ...sums })} />
                  </tr>
                ))}
              <tr className={classes['total']}>
                <th scope="row">{t('Total in {currency}', { currency: total.currency })}</th>
                <td />
                <td />
                <Sums of={total} opens={documentsOf(total.currency)} />
              </tr>
            </tbody>
          ))}
        </table>
      </div>
      <p className={classes['note']}>
        {t(
          'The country of the tax is where the service takes place. Under the margin scheme it is the issuer’s, and under reverse charge the recipient’s. A document with several rates counts in each of their rows, and once in the total.',
        )}
      </p>
    </>
  )
}

/** The list of the documents that a total adds up. */
function useDocuments(period: string): (currency: string) => string | undefined {
  const list = useRecordPaths()('invoices', 'list')
  return (currency) => {
    if (!list || !isPeriod(period)) return undefined
    const days = daysOf(period)
    const filter = filterParam({ issuedOn: { gte: days[0], lte: lastDayOf(days) }, currency, isTest: false })
    return filter ? `${list}?${new URLSearchParams({ filter }).toString()}` : undefined
  }
}

/** The address of this page with the documents of a row. */
function useRowPage(period: string): (row: VatTotals['rows'][number]) => string | undefined {
  const page = useRecordPaths()('invoices', 'taxes')
  return (row) => (page ? `${page}?${new URLSearchParams({ period, row: vatRowName(row) }).toString()}` : undefined)
}

interface SumsProps {
  readonly of: VatTotals['totals'][number]
  readonly opens?: string | undefined
}

function Sums({ of: { documents, net, tax, gross, currency }, opens }: SumsProps) {
  const cells = [formatNumber(documents), ...[net, tax, gross].map((amount) => formatMoney(amount, currency))]
  return cells.map((words, place) => <td key={place}>{opens === undefined ? words : <a href={opens}>{words}</a>}</td>)
}
