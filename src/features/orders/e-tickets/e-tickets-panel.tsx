import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { pathOf } from '../../../core/http/endpoint.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import type { RecordPartProps } from '../../../ui/resource/screen-parts.web.ts'
import { Waiting } from '../../../ui/resource/states.tsx'
import { toast } from '../../../ui/toast-store.web.ts'
import { purchases } from '../../purchases/purchases.ts'
import { listOrderCommands } from '../commands/order-command.ts'
import type { TicketFilesProps } from '../commands/ticket-files.ts'
import type { ETicket, ETickets } from './e-ticket.endpoints.ts'
import { assignETicket, readETickets, removeETicket } from './e-ticket.endpoints.ts'
import { placesOf } from './e-ticket-labels.ts'
import { PreviewDialog } from './e-ticket-preview.tsx'
import { TicketRow } from './e-ticket-row.tsx'
import { UploadArea } from './e-ticket-upload.tsx'
import classes from './e-tickets.module.css'
import { usePdfUploads } from './use-pdf-uploads.web.ts'

/** The e-tickets of an order on the page that shows it: to look at and to download. Nothing where there are none. */
export function ETicketsOfOrder({ record }: RecordPartProps) {
  const answer = useAnswer(readETickets, { params: { id: record.id }, enabled: record['kind'] === 'event' })
  const [shown, setShown] = useState<ETicket | null>(null)
  if (answer.isLoading) return <Waiting />
  if (!answer.error && !answer.data?.tickets.length) return null
  return (
    <AnswerPanel title={t('E-tickets')} answer={answer}>
      {(list) => (
        <>
          <Rows purchaseId={record.id} list={list} show={setShown} />
          {shown && <PreviewDialog purchaseId={record.id} ticket={shown} onClose={() => setShown(null)} />}
        </>
      )}
    </AnswerPanel>
  )
}

/** The same on the page that changes the order, with uploading, assigning, replacing and removing. */
export function TicketFiles({ purchaseId }: TicketFilesProps) {
  const answer = useAnswer(readETickets, { params: { id: purchaseId } })
  const mayWrite = useMay()('write', 'purchases')
  const queries = useQueryClient()
  const [shown, setShown] = useState<ETicket | null>(null)
  async function take(list: ETickets): Promise<void> {
    queries.setQueryData([pathOf(readETickets, { id: purchaseId }), {}], list)
    // What can be done with the order changes with its files.
    await queries.invalidateQueries({ queryKey: [pathOf(listOrderCommands, { id: purchaseId })] })
    await queries.invalidateQueries({ queryKey: [purchases.name] })
  }
  const uploads = usePdfUploads(purchaseId, (list) => {
    toast.success(t('E-tickets added'))
    void take(list)
  })
  const changes = useChanges(purchaseId, take)
  return (
    <AnswerPanel title={t('E-tickets')} answer={answer}>
      {(list) => (
        <>
          {list.blockedReason === null && mayWrite ? (
            <UploadArea uploads={uploads.list} start={(files) => uploads.start(files)} dismiss={uploads.dismiss} />
          ) : (
            list.blockedReason !== null && <p className={classes['quiet']}>{list.blockedReason}</p>
          )}
          {list.tickets.length > 0 && (
            <Rows
              purchaseId={purchaseId}
              list={list}
              show={setShown}
              {...(list.blockedReason === null &&
                mayWrite && {
                  changes: { ...changes, replace: (id: number, file: File) => void uploads.start([file], id) },
                })}
            />
          )}
          {shown && <PreviewDialog purchaseId={purchaseId} ticket={shown} onClose={() => setShown(null)} />}
        </>
      )}
    </AnswerPanel>
  )
}

function useChanges(purchaseId: number, take: (list: ETickets) => Promise<void>) {
  const assign = useCommand(assignETicket)
  const remove = useCommand(removeETicket)
  // A failure has been shown by the client already.
  const attempt = async (work: Promise<ETickets>, done: string) => {
    const list = await work.catch(() => null)
    if (!list) return
    toast.success(done)
    await take(list)
  }
  return {
    isBusy: assign.isPending || remove.isPending,
    assign: (ticket: number, to: { line: number; place: number } | null) =>
      void attempt(
        assign.mutateAsync({
          params: { id: purchaseId, ticket },
          input: { line: to?.line ?? null, place: to?.place ?? null },
        }),
        t('E-ticket moved'),
      ),
    remove: (ticket: number) =>
      void attempt(remove.mutateAsync({ params: { id: purchaseId, ticket } }), t('E-ticket removed')),
  }
}

interface RowsProps {
  readonly purchaseId: number
  readonly list: ETickets
  readonly show: (ticket: ETicket) => void
  readonly changes?: Parameters<typeof TicketRow>[0]['changes']
}

/** Every ticket of the order with its page, then the pages that no ticket has. */
function Rows({ purchaseId, list, show, changes }: RowsProps) {
  const places = placesOf(list)
  const spare = list.tickets.filter(({ line }) => line === null)
  const shared = { purchaseId, places, show, changes }
  return (
    <>
      <ul className={classes['rows']} aria-label={t('Tickets')}>
        {places.map((place) => (
          <TicketRow key={`${place.line}/${place.place}`} {...shared} place={place} ticket={place.ticket} />
        ))}
      </ul>
      {spare.length > 0 && (
        <>
          <h3 className={classes['spare']}>{t('Not assigned')}</h3>
          <ul className={classes['rows']} aria-label={t('Not assigned')}>
            {spare.map((ticket) => (
              <TicketRow key={ticket.id} {...shared} place={null} ticket={ticket} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}
