import { Button } from '@mantine/core'
import { useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { formatMoney, formatDate, formatNumber, listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FigureOrders, figureLabels, useOpenFigure } from './health-figure.tsx'
import type { InvoiceHealth } from './invoice-books.endpoints.ts'
import { readInvoiceHealth, verifyInvoiceSeals } from './invoice-books.endpoints.ts'
import type { HealthFigure } from './invoice-health.endpoints.ts'
import { healthFigures } from './invoice-health.endpoints.ts'
import classes from './invoice-books.module.css'

/** Whether every series is whole, and whether documents agree with the money. */
export function SeriesHealthScreen() {
  const answer = useAnswer(readInvoiceHealth)
  const open = useOpenFigure()
  return (
    <PageFrame actions={<Seals />}>
      <div className={classes['panels']}>
        {open && <FigureOrders {...open} />}
        <AnswerPanel title={t('Series')} answer={answer}>
          {({ series }) => <Series series={series} />}
        </AnswerPanel>
        <AnswerPanel title={t('Documents and money')} answer={answer}>
          {({ money }) => <Money money={money} />}
        </AnswerPanel>
      </div>
    </PageFrame>
  )
}

function Series({ series }: Pick<InvoiceHealth, 'series'>) {
  if (series.length === 0) return <p className={classes['quiet']}>{t('No invoices yet')}</p>
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Series, scrolls sideways')}>
      <table aria-label={t('Series')}>
        <thead>
          <tr>
            <th scope="col">{t('Series')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('First')}</th>
            <th scope="col">{t('Last')}</th>
            <th scope="col">{t('Date of last')}</th>
            <th scope="col">{t('Documents')}</th>
            <th scope="col">{t('Gaps')}</th>
            <th scope="col">{t('Duplicates')}</th>
            <th scope="col">{t('Out of order')}</th>
            <th scope="col">{t('Broken links')}</th>
          </tr>
        </thead>
        <tbody>
          {series.map((one) => {
            const faults = [one.gaps, one.duplicates, one.outOfOrder, one.brokenLinks]
            const isSound = faults.every((count) => count === 0)
            return (
              <tr key={`${one.issuerTaxId} ${one.series} ${one.year}`}>
                <th scope="row">
                  {one.series} {one.year}
                  <small>{one.issuerTaxId}</small>
                </th>
                <td>
                  <Chip tone={isSound ? 'good' : 'bad'}>{isSound ? t('Complete') : t('Faulty')}</Chip>
                </td>
                <td>{one.first}</td>
                <td>{one.last}</td>
                <td>{formatDate(one.lastIssuedOn)}</td>
                <td>{formatNumber(one.count)}</td>
                {faults.map((count, index) => (
                  <td key={index}>{formatNumber(count)}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Money({ money }: Pick<InvoiceHealth, 'money'>) {
  if (money.length === 0) return <p className={classes['quiet']}>{t('No invoices yet')}</p>
  return (
    <>
      <p className={classes['quiet']}>
        {t('Received = documents + not invoiced yet − not rectified yet. Test documents are left out.')}
      </p>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Money, scrolls sideways')}>
        <table aria-label={t('Documents and money')}>
          <thead>
            <tr>
              <th scope="col">{t('Currency')}</th>
              {healthFigures.map((figure) => (
                <th key={figure} scope="col">
                  {t(figureLabels[figure])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {money.map((one) => (
              <tr key={one.currency}>
                <th scope="row">{one.currency}</th>
                {healthFigures.map((figure) => (
                  <td key={figure}>
                    <Figure figure={figure} amount={amountOf[figure](one)} currency={one.currency} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const amountOf: Readonly<Record<HealthFigure, (one: InvoiceHealth['money'][number]) => number>> = {
  difference: ({ difference }) => difference,
  received: ({ captured, refunded }) => captured - refunded,
  net: ({ invoiced, rectified }) => invoiced + rectified,
  notInvoiced: ({ notInvoiced }) => notInvoiced,
  notRectified: ({ notRectified }) => notRectified,
  captured: ({ captured }) => captured,
  refunded: ({ refunded }) => 0 - refunded,
  invoiced: ({ invoiced }) => invoiced,
  rectified: ({ rectified }) => rectified,
}

interface FigureProps {
  readonly figure: HealthFigure
  readonly amount: number
  readonly currency: string
}

/** An amount that opens the orders that add up to it. */
function Figure({ figure, amount, currency }: FigureProps) {
  const page = useRecordPaths()('invoices', 'health')
  const words = formatMoney(amount, currency)
  // Orders whose differences cancel each other out are worth a look too, so a difference always opens its orders.
  const isOpen = page !== null && (amount !== 0 || figure === 'difference')
  const shown = isOpen ? <a href={`${page}?${new URLSearchParams({ figure, currency }).toString()}`}>{words}</a> : words
  return figure === 'difference' ? <Chip tone={amount === 0 ? 'good' : 'bad'}>{shown}</Chip> : shown
}

interface Progress {
  readonly checked: number
  readonly wrong: readonly string[]
  readonly isDone: boolean
}

/** Computes the seal of every document again, some hundred at a time. */
function Seals() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const isBusy = progress !== null && !progress.isDone
  async function verify() {
    let [checked, wrong, next]: [number, readonly string[], number | null] = [0, [], 0]
    setProgress({ checked, wrong, isDone: false })
    try {
      while (next !== null) {
        const { data } = await http.request('GET', verifyInvoiceSeals.path, { params: { after: String(next) } })
        const page = data as { checked: number; wrong: readonly string[]; next: number | null }
        checked += page.checked
        wrong = [...wrong, ...page.wrong]
        next = page.next
        setProgress({ checked, wrong, isDone: next === null })
      }
    } catch {
      // The client has said why in a toast.
      setProgress(null)
    }
  }
  return (
    <div className={classes['verify']}>
      <span role="status" className={classes['seals']}>
        {progress &&
          (progress.wrong.length > 0 ? (
            <Chip tone="bad">
              {t('Changed since issue: {numbers}', { numbers: listOf(progress.wrong.slice(0, 5)) })}
            </Chip>
          ) : progress.isDone ? (
            <Chip tone="good">{t('All {n} seals are valid', { n: formatNumber(progress.checked) })}</Chip>
          ) : (
            t('{n} seals checked', { n: formatNumber(progress.checked) })
          ))}
      </span>
      <Button loading={isBusy} onClick={() => void verify()}>
        {t('Verify seals')}
      </Button>
    </div>
  )
}
