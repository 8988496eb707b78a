import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useEffect } from 'react'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import type { InvoiceArchive } from './invoice-archive.endpoints.ts'
import { downloadInvoiceArchive, readInvoiceArchive, runInvoiceArchive } from './invoice-archive.endpoints.ts'
import classes from './invoice-books.module.css'

/** Milliseconds between two looks at the progress. */
const lookEvery = 2_000

/** The documents of a period as one file of PDFs, which takes a while to make. */
export function InvoiceArchivePanel({ period }: { period: string }) {
  const answer = useAnswer(readInvoiceArchive, { query: { period } })
  const { data, refetch } = answer
  const isRunning = data?.state === 'running'
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => void refetch(), lookEvery)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <AnswerPanel title={t('Documents as PDF')} answer={answer}>
      {(archive) => <Archive archive={archive} onChange={() => void refetch()} />}
    </AnswerPanel>
  )
}

function Archive({ archive, onChange }: { archive: InvoiceArchive; onChange: () => void }) {
  const { period, documents, ready, state } = archive
  const mayExport = useMay()('export', 'purchases')
  const run = useCommand(runInvoiceArchive)
  const [isRunning, isReady] = [state === 'running', ready === documents]
  async function set(next: boolean): Promise<void> {
    // The client shows a failure.
    await run.mutateAsync({ input: { period, isRunning: next } }).catch(() => null)
    onChange()
  }
  if (documents === 0) return <p className={classes['quiet']}>{t('No documents were issued in this period.')}</p>
  return (
    <div className={classes['archive']}>
      <p className={classes['quiet']}>
        {isReady
          ? t('{documents, plural, one {# document is ready.} other {All # documents are ready.}}', { documents })
          : t('{ready} of {documents} documents ready', {
              ready: formatNumber(ready),
              documents: formatNumber(documents),
            })}
      </p>
      {!isReady && (isRunning || ready > 0) && (
        <Progress value={(ready / documents) * 100} aria-label={t('PDFs generated')} animated={isRunning} />
      )}
      {mayExport && (
        <div className={classes['commands']}>
          {isReady && (
            <Button
              onClick={() =>
                void saveFileOf(`${downloadInvoiceArchive.path}?period=${period}`, `invoices-${period}.zip`).catch(
                  () => undefined,
                )
              }
            >
              {t('Download ZIP')}
            </Button>
          )}
          {!isReady && (
            <Button variant="default" loading={run.isPending} onClick={() => void set(!isRunning)}>
              {isRunning ? t('Stop') : state === 'stopped' ? t('Continue') : t('Prepare ZIP')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
