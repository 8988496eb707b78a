import { Button, NativeSelect } from '@mantine/core'
import { useMay } from '../../core/browser/session.web.ts'
import { byteOrderMark } from '../../core/csv.ts'
import { formatMoney, formatNumber, formatPercent, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useBusinessZone } from '../../ui/resource/business-zone.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { InvoiceArchivePanel } from './invoice-archive-panel.tsx'
import type { VatTotal } from './invoice-books.endpoints.ts'
import { exportVatTotals, readVatTotals } from './invoice-books.endpoints.ts'
import { isQuarter, quartersUntil } from './quarters.ts'
import { saveFile } from './save-file.web.ts'
import classes from './invoice-books.module.css'

const quartersShown = 12

/** What was taxed in a quarter, by country and rate: as it is declared. */
export function VatTotalsScreen() {
  const [{ quarter: asked = '' }, change] = useRouteQuery()
  const zone = useBusinessZone()
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
  const quarters = quartersUntil(today, quartersShown)
  const quarter = isQuarter(asked) ? asked : (quarters[0] ?? '')
  const answer = useAnswer(readVatTotals, { query: { quarter } })
  const mayExport = useMay()('export', 'purchases')
  return (
    <PageFrame
      actions={
        <>
          <NativeSelect
            aria-label={t('Quarter')}
            value={quarter}
            data={(quarters.includes(quarter) ? quarters : [quarter, ...quarters]).map((value) => ({
              value,
              label: value.replace('-', ' '),
            }))}
            onChange={({ currentTarget }) => change({ quarter: currentTarget.value })}
          />
          {mayExport && (
            <Button
              variant="default"
              onClick={() =>
                void saveFile(exportVatTotals.path, {
                  name: `vat-${quarter}.csv`,
                  type: 'text/csv',
                  before: byteOrderMark,
                  params: { quarter },
                })
              }
            >
              {t('Export CSV')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['panels']}>
        <InvoiceArchivePanel quarter={quarter} />
        <AnswerPanel title={t('VAT by country and rate')} answer={answer}>
          {(rows) => <Rows rows={rows} />}
        </AnswerPanel>
      </div>
    </PageFrame>
  )
}

function Rows({ rows }: { rows: readonly VatTotal[] }) {
  if (rows.length === 0) return <p className={classes['quiet']}>{t('No documents were issued in this quarter.')}</p>
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('VAT, scrolls sideways')}>
      <table aria-label={t('VAT by country and rate')}>
        <thead>
          <tr>
            <th scope="col">{t('Recipient’s country')}</th>
            <th scope="col">{t('Currency')}</th>
            <th scope="col">{t('Tax rate')}</th>
            <th scope="col">{t('Documents')}</th>
            <th scope="col">{t('Net')}</th>
            <th scope="col">{t('Tax')}</th>
            <th scope="col">{t('Total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ country, currency, taxRate, documents, net, tax, gross }) => (
            <tr key={`${country} ${currency} ${taxRate}`}>
              <th scope="row">{nameOf('region', country)}</th>
              <td>{currency}</td>
              <td>{formatPercent(taxRate)}</td>
              <td>{formatNumber(documents)}</td>
              <td>{formatMoney(net, currency)}</td>
              <td>{formatMoney(tax, currency)}</td>
              <td>{formatMoney(gross, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
