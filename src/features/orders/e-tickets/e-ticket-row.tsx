import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import { pathOf } from '../../../core/http/endpoint.ts'
import { useSeesPersonalData } from '../../../ui/resource/personal-data.web.ts'
import { saveFileOf } from '../../../ui/resource/save-file.web.ts'
import { formatInstant, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import type { ETicket } from './e-ticket.endpoints.ts'
import { readETicketFile } from './e-ticket.endpoints.ts'
import type { TicketPlace } from './e-ticket-labels.ts'
import { barcodeLabels } from './e-ticket-labels.ts'
import classes from './e-tickets.module.css'

interface Changes {
  readonly isBusy: boolean
  readonly assign: (ticket: number, to: { line: number; place: number } | null) => void
  readonly remove: (ticket: number) => void
  readonly replace: (ticket: number, file: File) => void
}

interface TicketRowProps {
  readonly purchaseId: number
  readonly places: readonly TicketPlace[]
  /** Null for a page that no ticket has. */
  readonly place: TicketPlace | null
  readonly ticket: ETicket | null
  readonly show: (ticket: ETicket) => void
  /** Absent where they can only be looked at. */
  readonly changes?: Changes | undefined
}

/** One ticket with its page, or a page without a ticket. */
export function TicketRow({ purchaseId, places, place, ticket, show, changes }: TicketRowProps) {
  const seesFile = useSeesPersonalData('purchases')
  return (
    <li>
      <div className={classes['what']}>
        <b>{place === null ? null : place.where || place.title}</b>
        {place?.holder && <span>{place.holder}</span>}
        {ticket && <Page ticket={ticket} isBold={place === null} />}
      </div>
      <State ticket={ticket} isAssigned={place !== null} />
      {ticket && (
        <div className={classes['actions']}>
          {seesFile && (
            <>
              <button type="button" onClick={() => show(ticket)}>
                {t('Preview')}
              </button>
              <button
                type="button"
                onClick={() =>
                  void saveFileOf(
                    pathOf(readETicketFile, { id: purchaseId, ticket: ticket.id }),
                    `${ticket.fileName.replace(/\.pdf$/i, '')}-${ticket.page}.pdf`,
                  ).catch(() => null)
                }
              >
                {t('Download')}
              </button>
            </>
          )}
          {changes && ticket.sentAt === null && <Changing ticket={ticket} places={places} changes={changes} />}
        </div>
      )}
    </li>
  )
}

function Page({
  ticket: { fileName, page, pages, barcodeEnd, barcodeFormat },
  isBold,
}: {
  ticket: ETicket
  isBold: boolean
}) {
  const words = t('{name}, page {page} of {pages}', { name: fileName, page, pages })
  return (
    <small>
      {isBold ? <b>{words}</b> : words}
      {' · '}
      {barcodeEnd === null || barcodeFormat === null ? (
        <span data-warn>{t('No barcode read')}</span>
      ) : (
        t('{kind} ending {end}', { kind: t(barcodeLabels[barcodeFormat] ?? barcodeFormat), end: barcodeEnd })
      )}
    </small>
  )
}

function State({ ticket, isAssigned }: { ticket: ETicket | null; isAssigned: boolean }) {
  if (ticket === null) return <Chip tone="warn">{t('Missing')}</Chip>
  if (!isAssigned) return <Chip tone="neutral">{t('Spare')}</Chip>
  if (ticket.sentAt === null) return <Chip tone="busy">{t('Ready to send')}</Chip>
  return (
    <span title={formatInstant(ticket.sentAt)}>
      <Chip tone="good">{t('Sent {when}', { when: timeAgo(ticket.sentAt) })}</Chip>
    </span>
  )
}

function Changing({ ticket, places, changes }: { ticket: ETicket; places: readonly TicketPlace[]; changes: Changes }) {
  const input = useRef<HTMLInputElement>(null)
  const value = ticket.line === null ? '' : `${ticket.line}/${ticket.place ?? 0}`
  return (
    <>
      <button type="button" disabled={changes.isBusy} onClick={() => input.current?.click()}>
        {t('Replace…')}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        hidden
        onChange={(event) => {
          const [file] = Array.from(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
          if (file) changes.replace(ticket.id, file)
        }}
      />
      <button type="button" data-ending disabled={changes.isBusy} onClick={() => changes.remove(ticket.id)}>
        {t('Remove')}
      </button>
      <NativeSelect
        size="xs"
        className={classes['move'] ?? ''}
        aria-label={t('Ticket of {name}, page {page}', { name: ticket.fileName, page: ticket.page })}
        disabled={changes.isBusy}
        value={value}
        onChange={(event) => {
          const [line, place] = event.currentTarget.value.split('/').map(Number)
          changes.assign(ticket.id, line && place ? { line, place } : null)
        }}
        data={[
          { value: '', label: t('Not assigned') },
          ...places
            .filter((one) => one.ticket === null || one.ticket.sentAt === null)
            .map((one) => ({
              value: `${one.line}/${one.place}`,
              label: [one.where || one.title, one.holder, one.where ? null : one.place].filter(Boolean).join(' · '),
            })),
        ]}
      />
    </>
  )
}
