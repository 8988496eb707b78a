import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFileOf } from '../../core/browser/save-file.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { readInvoicePdf, readInvoiceUbl } from './invoice.endpoints.ts'
import classes from './invoice.module.css'

interface DocumentActionsProps {
  readonly document: IssuedDocument
  /** After its PDF was made, whose seal is then known. */
  readonly onPdf: () => void
}

/** What can be done with one issued document. */
export function DocumentActions({ document: { id, number, pdfHash }, onPdf }: DocumentActionsProps) {
  async function savePdf(): Promise<void> {
    // The client shows a failure.
    const isSaved = await saveFileOf(pathOf(readInvoicePdf, { id }), `${number}.pdf`).then(
      () => true,
      () => false,
    )
    if (isSaved && pdfHash === null) onPdf()
  }
  return (
    <div className={classes['actions']} role="group" aria-label={t('Actions for {number}', { number })}>
      <Button leftSection={<IconDownload size={16} aria-hidden />} variant="default" onClick={() => void savePdf()}>
        {t('Download PDF')}
      </Button>
      <Button
        variant="default"
        onClick={() => void saveFileOf(pathOf(readInvoiceUbl, { id }), `${number}.xml`).catch(() => undefined)}
      >
        {t('Download XML')}
      </Button>
    </div>
  )
}
