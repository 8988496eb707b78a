import { Button } from '@mantine/core'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { hasEinvoice } from './document-chain.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { readInvoicePdf, readInvoiceUbl, sendInvoices } from './invoice.endpoints.ts'
import { invoices } from './invoices.ts'
import classes from './invoice.module.css'

interface DocumentActionsProps {
  readonly document: IssuedDocument
  /** After its PDF was made, whose seal is then known, or it was sent. */
  readonly onChange: () => void
}

/** What can be done with one issued document, and to whom it was sent. */
export function DocumentActions({ document, onChange }: DocumentActionsProps) {
  const { id, number, pdfHash, sent } = document
  const mayWrite = useMay()('write', 'purchases')
  const send = useCommand(sendInvoices, { refresh: [invoices] })
  const [last] = sent
  async function savePdf(): Promise<void> {
    // The client shows a failure.
    const isSaved = await saveFileOf(pathOf(readInvoicePdf, { id }), `${number}.pdf`).then(
      () => true,
      () => false,
    )
    if (isSaved && pdfHash === null) onChange()
  }
  async function sendIt(): Promise<void> {
    const answer = await send.mutateAsync({ input: { ids: [id] } }).catch(() => null)
    const [result] = answer?.results ?? []
    if (!result) return
    if (result.ok) toast.success(t('{number} is on its way', { number }))
    else toast.warning(result.message ?? '')
    onChange()
  }
  return (
    <div className={classes['actions']} role="group" aria-label={t('Actions for {number}', { number })}>
      <Button leftSection={<IconDownload size={16} aria-hidden />} variant="default" onClick={() => void savePdf()}>
        {t('Download PDF')}
      </Button>
      {hasEinvoice(document) && (
        <Button
          variant="default"
          onClick={() => void saveFileOf(pathOf(readInvoiceUbl, { id }), `${number}.xml`).catch(() => undefined)}
        >
          {t('Download XML')}
        </Button>
      )}
      {mayWrite && (
        <Button
          leftSection={<IconMail size={16} aria-hidden />}
          variant="default"
          loading={send.isPending}
          onClick={() => void sendIt()}
        >
          {last ? t('Send again') : t('Send to customer')}
        </Button>
      )}
      {last ? (
        <p className={classes['sent']} title={sent.map((one) => sentence(one, formatInstant)).join('\n')}>
          {sentence(last, timeAgo)}
          {sent.length > 1 && ` · ${t('{n, plural, other {# times}}', { n: sent.length })}`}
        </p>
      ) : (
        <p className={classes['sent']}>{t('Not sent yet')}</p>
      )}
    </div>
  )
}

function sentence({ at, to, by, state }: IssuedDocument['sent'][number], when: (at: string) => string): string {
  const values = { when: when(at), to, by }
  if (state === 'waiting') return t('On its way to {to} · {when} by {by}', values)
  if (state === 'kept') return t('Not sent to {to}: no mail server · {when} by {by}', values)
  if (state === 'failed')
    return t('Couldn’t send to {to}: every try failed. Check the address, then send again. · {when} by {by}', values)
  return t('Sent {when} to {to} by {by}', values)
}
