import { useQuery } from '@tanstack/react-query'
import { http } from '../../../core/browser/http-client.web.ts'
import { pathOf } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import type { ETicket } from './e-ticket.endpoints.ts'
import { readETicketFile } from './e-ticket.endpoints.ts'
import classes from './e-tickets.module.css'

interface PreviewProps {
  readonly purchaseId: number
  readonly ticket: ETicket
  readonly onClose: () => void
}

/** A picture of the page, drawn by the server: no program of the PDF runs in the console. */
export function PreviewDialog({ purchaseId, ticket, onClose }: PreviewProps) {
  const path = pathOf(readETicketFile, { id: purchaseId, ticket: ticket.id })
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'preview'],
    // It is opened to be seen, once: what leaves the system is in the audit log.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const reply = await http.request('GET', path, { params: { as: 'preview' }, as: 'blob', signal })
      return await addressOf(reply.data as Blob)
    },
  })
  const name = t('{name}, page {page}', { name: ticket.fileName, page: ticket.page })
  return (
    <Dialog title={name} onClose={onClose} size={720}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Preview')} />
      ) : data === undefined ? (
        <PanelSkeleton />
      ) : (
        <img className={classes['preview']} src={data} alt={t('The e-ticket as a picture')} />
      )}
    </Dialog>
  )
}

function addressOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The picture cannot be read.'))
    reader.readAsDataURL(picture)
  })
}
